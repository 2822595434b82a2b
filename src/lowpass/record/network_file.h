#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lowpass {

/// The weights of a network, {"input":[[...]],"recurrent":[[...]],"bias":[...]}: rows are
/// destination neurons.
struct NetworkFile {
  int inputs = 0;
  int neurons = 0;
  /// Input weights, recurrent weights, biases, each row-major.
  std::vector<double> weights;
};

/// Reads and checks the JSON that `decode --json` prints ("-": standard input). Throws Error
/// (kFile).
NetworkFile read_network_file(const std::filesystem::path& path);

/// The file's text; numbers read back to the same bits.
std::string network_file_text(const NetworkFile& file);

}  // namespace lowpass
