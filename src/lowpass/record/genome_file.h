#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lowpass {

/// A saved controller: {"format":"lowpass-genome","version":1, ...}.
struct GenomeFile {
  std::string task = "octopus";
  std::string actions;  ///< "raw" or "meta"
  std::string mapping;  ///< "omega1", "omega2", "omega3" or "direct"
  int compartments = 10;
  std::vector<double> genome;  ///< chromosome-major; direct: the weights
  std::optional<double> fitness;
  std::string activation = "logistic";  ///< "logistic" or "tanh"
  std::string step = "dense";           ///< "dense" or "spectral"; the former is not written
  // What the controller was evolved for; unset (or empty): preset paper.
  std::optional<double> control_step;
  std::optional<int> steps;
  std::vector<double> goal;    ///< x, y
  std::vector<double> starts;  ///< radians
  /// What truncation left out when the genome was made from a network's weights.
  struct Truncation {
    double rms;       ///< root mean square difference of the weights
    double relative;  ///< the same, over the root mean square of the weights
    double largest;   ///< largest absolute difference
  };
  std::optional<Truncation> truncation;
};

/// Reads and checks a genome file ("-": standard input). Unknown keys are ignored. Throws Error
/// (kFile) naming file, key, value and what is allowed.
GenomeFile read_genome_file(const std::filesystem::path& path);
/// The same for a text that was read already; `name` stands for the file in messages.
GenomeFile genome_file_from_text(const std::string& text, const std::string& name);

/// The file's text; numbers read back to the same bits.
std::string genome_file_text(const GenomeFile& file);

}  // namespace lowpass
