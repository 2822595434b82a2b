#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lowpass {

class JsonText;
class JsonValue;

/// Everything that decides the result of a run, resolved: no value is left open. Keys in files and
/// in --set are the dotted names: task.compartments, encoding.coefficients, ...
struct Configuration {
  struct Task {
    std::string name = "octopus";
    std::string preset = "paper";  ///< "paper" or "competition"
    int compartments = 10;
    std::string actions = "raw";      ///< "raw" or "meta"
    double control_step = 1.0;        ///< preset competition: 5.0
    int steps = 250;                  ///< default 25 max(p, 10)
    std::vector<double> goal = {};    ///< x, y; default (0.35 p, -0.3 p); competition: (6, 5)
    std::vector<double> starts = {};  ///< radians; default -pi/2, 0, pi/2
  } task;
  struct Network {
    std::string activation = "logistic";  ///< "logistic" or "tanh"
    /// "dense" or "spectral". (Settings may say "auto"; resolved, it is one of the two.)
    std::string step = "dense";
  } network;
  struct Encoding {
    std::string mapping = "omega3";  ///< "omega1", "omega2", "omega3" or "direct"
    int coefficients = 20;           ///< of no meaning for direct
    std::string basis = "cosine";
  } encoding;
  struct Optimizer {
    std::string name = "snes";
    std::string preset = "paper";  ///< "paper" or "schaul"
    /// Unset: "weight-rms", initial sigmas that give weights of expected root mean square
    /// weight_rms. Default 3.0, and 1.0 for direct.
    std::optional<double> sigma0 = 3.0;
    double weight_rms = 0.3;
  } optimizer;
  struct Budget {
    int evaluations = 6000;  ///< with growth.enabled: of the whole run, default no limit (0)
    double target = 0.75;
    bool stop_at_target = false;
  } budget;
  struct Growth {
    bool enabled = false;
    int step = 10;           ///< coefficients added at a time
    int evaluations = 6000;  ///< of one stage
    int patience = 6;        ///< additions in a row without improvement that end the run
  } growth;
  struct Run {
    std::uint64_t seed = 1;  ///< up to 2^63 - 1, the largest integer of TOML
    int threads = 0;         ///< 0: as many as the machine has. Never changes the result.
  } run;
};

/// Resolves a configuration: defaults, then the file (if any; "-" is standard input), then the
/// settings "key=value" in order. Keys that neither sets take the default of their preset, length
/// of the arm, mapping and growth. Throws Error (kConfiguration), one line with file and line (or
/// --set), key, value and allowed range; unknown keys with "did you mean". A file that is missing
/// is an Error of that kind too.
Configuration load_configuration(const std::optional<std::filesystem::path>& file,
                                 std::span<const std::string> settings);

/// Throws Error (kConfiguration) unless every value is allowed, alone and together with the others.
/// What load_configuration gives passes; this is for configurations that a program fills itself.
void check_configuration(const Configuration& configuration);

// A key that is younger than runs are (network.step) is written only where it has another value
// than its default: configurations without it keep their text and hash.

/// The resolved configuration as a TOML file that load_configuration reads back to the same values.
std::string configuration_text(const Configuration& configuration);

/// The resolved configuration as one JSON object, on one line: {"task":{"name":"octopus",...},...}.
/// Run folders keep this form.
JsonText configuration_json(const Configuration& configuration);

/// Reads what configuration_json wrote, with the same checks as a file; a key that is not there (it
/// was written before the key existed) takes its default. Throws Error (kFile) with the place in
/// the JSON document.
Configuration configuration_from_json(const JsonValue& json);

/// Identifies the configuration: XXH64 over its text, run.threads left out.
std::uint64_t configuration_hash(const Configuration& configuration);

/// The lines in which two configurations differ, "key: a, here b"; run.threads left out.
std::vector<std::string> configuration_difference(const Configuration& stored,
                                                  const Configuration& here);

/// A key as documents and --help describe it.
struct ConfigurationKey {
  std::string name;  ///< "task.compartments"
  std::string help;
  std::string allowed;
  std::string default_value;  ///< in words if other keys decide it
};

/// Every key, table by table.
std::vector<ConfigurationKey> configuration_keys();

}  // namespace lowpass
