#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/network/normalization.h"

namespace lowpass {

/// A saved controller: {"format":"lowpass-genome","version":2, ...} (docs/ARCHITECTURE.md).
struct GenomeFile {
  /// What it was evolved for, and how its genome becomes a network: the tables task, network and
  /// encoding. The others are of no meaning.
  Configuration configuration;
  std::vector<double> genome;  ///< chromosome-major; direct: the weights
  std::optional<double> fitness = {};
  /// What truncation left out when the genome was made from a network's weights.
  struct Truncation {
    double rms;       ///< root mean square difference of the weights
    double relative;  ///< the same, over the root mean square of the weights
    double largest;   ///< largest absolute difference
  };
  std::optional<Truncation> truncation = {};
  /// What its inputs become before the network sees them.
  Normalization normalization = {};
  /// Where an environment outside runs the episodes: the seeds of the resets that gave `fitness`.
  std::vector<std::int64_t> seeds = {};
};

/// Reads and checks a genome file ("-": standard input), also of version 1, in which the task's
/// keys stand beside the others. Unknown keys are ignored. Throws Error (kFile) naming file, key,
/// value and what is allowed.
GenomeFile read_genome_file(const std::filesystem::path& path);
/// The same for a text that was read already; `name` stands for the file in messages.
GenomeFile genome_file_from_text(const std::string& text, const std::string& name);

/// The file's text; numbers read back to the same bits.
std::string genome_file_text(const GenomeFile& file);

}  // namespace lowpass
