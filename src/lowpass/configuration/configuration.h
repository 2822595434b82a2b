#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/core/key.h"

namespace lowpass {

class JsonText;
class JsonValue;

/// Everything that decides the result of a run, resolved: no value is left open. Names in files and
/// in --set are dotted: encoding.coefficients, task.<a key of the task>, ...
struct Configuration {
  struct Task {
    std::string name;
    KeyValues keys;  ///< those that the task declares (task/task_list.h)
  } task;
  struct Network {
    std::string activation = "logistic";  ///< of hidden neurons, and of outputs if those are "same"
    std::string output = "same";
    std::string kind = "recurrent";
    int hidden = 0;  ///< neurons besides those of the task
    /// "dense" or "spectral". (Settings may say "auto"; resolved, it is one of the two.)
    std::string step = "dense";
  } network;
  struct Encoding {
    std::string mapping = "omega3";  ///< a name, "direct", or arrays as JSON (docs/ENCODING.md)
    int coefficients = 20;           ///< of no meaning for direct
    std::string basis = "cosine";
    std::string transform = "printed";  ///< its scale: or "orthonormal"
  } encoding;
  struct Optimizer {
    std::string name;
    KeyValues keys;  ///< those that the search declares (optimizer/search.h)
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
    int step = 10;             ///< coefficients added at a time
    int evaluations = 6000;    ///< of one stage
    int patience = 6;          ///< additions in a row without improvement that end the run
    double improvement = 0.0;  ///< fitness must rise by more than this to count as one
  } growth;
  struct Run {
    std::uint64_t seed = 1;  ///< up to 2^63 - 1, the largest integer of TOML
    int threads = 0;         ///< 0: as many as the machine has. Never changes the result.
    /// Digest of the genome that the search starts around (experiment/warm_start.h); empty: zeros.
    std::string start = {};
  } run;
};

/// Resolves a configuration: defaults, then the file (if any; "-" is standard input), then the
/// settings "key=value" in order. Keys that neither sets take the default that task, search,
/// mapping and growth give them. Throws Error (kConfiguration), one line with file and line (or
/// --set), key, value and allowed range; unknown keys with "did you mean", or with the task or
/// search that has them. A file that is missing is an Error of that kind too. It is for a run: a
/// task that teaches nothing is refused, though one may try controllers on it.
Configuration load_configuration(const std::optional<std::filesystem::path>& file,
                                 std::span<const std::string> settings);

/// A key of the table [sweep] of a file, which lists several values of it.
struct SweptKey {
  std::string name;
  std::vector<std::string> values = {};  ///< as "key=value" takes them
  int line = 0;                          ///< of the file
};
/// Those of the file, in its order. Its configurations are load_configuration with one value each
/// among the settings; a swept key that no setting gives a value is an Error there.
std::vector<SweptKey> swept_keys(const std::filesystem::path& file);

/// The same configuration with some settings changed; defaults that followed from what was there
/// stay as they were.
Configuration changed_configuration(const Configuration& configuration,
                                    std::span<const std::string> settings);

/// Throws Error (kConfiguration) unless every value is allowed, alone and together with the others.
/// What load_configuration gives passes; this is for configurations that a program fills itself.
void check_configuration(const Configuration& configuration);

/// The resolved configuration as a TOML file that load_configuration reads back to the same values.
std::string configuration_text(const Configuration& configuration);

/// The resolved configuration as one JSON object, on one line: {"task":{"name":"poles",...},...}.
/// Run folders keep this form.
JsonText configuration_json(const Configuration& configuration);

/// The keys of one table alone, the name of the task or search left out.
JsonText keys_json(const Configuration& configuration, const std::string& table);

/// Reads what configuration_json wrote, with the same checks as a file; a key that is not there (it
/// was written before the key existed) takes its default. Throws Error (kFile) with the place in
/// the JSON document.
Configuration configuration_from_json(const JsonValue& json);

/// Identifies the configuration: XXH64 over its text, run.threads left out.
std::uint64_t configuration_hash(const Configuration& configuration);

/// The lines in which two configurations differ, "key: a, here b"; run.threads left out.
std::vector<std::string> configuration_difference(const Configuration& stored,
                                                  const Configuration& here);

/// A key of the tables that are the same for every task and search.
struct GeneralKey {
  std::string table;
  Key key;
};
/// Every such key, table by table.
std::vector<GeneralKey> general_keys();

}  // namespace lowpass
