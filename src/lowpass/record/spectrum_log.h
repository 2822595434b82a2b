#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/record/append_file.h"

namespace lowpass {

/// Where the search distribution stood after a generation.
struct SpectrumRecord {
  std::uint32_t generation;  ///< from 1
  std::vector<double> mean, sigma;
};

/// Longer genomes (direct encodings) are not recorded: their genes are weights, no frequencies, and
/// the file would outgrow all others of the run.
inline constexpr std::size_t kMostSpectrumGenes = 400;

/// Is this generation recorded? Some 8 in each octave (1 to 15 all, then every 2nd, 4th, ...): a
/// picture with a logarithmic axis needs no more, and the file grows with the logarithm of the run.
/// A function of the number alone, so that a resumed run writes the same bytes.
bool is_spectrum_generation(std::uint32_t generation);

/// spectrum.jsonl, {"generation":1,"mean":[...],"sigma":[...]} a line, append-only; numbers have
/// six significant digits, enough to draw. Opened at the first record: a run that records nothing
/// has no such file.
class SpectrumLog {
 public:
  /// Cuts the file, if there is one, back to the lines of the first `generations` generations.
  SpectrumLog(const std::filesystem::path& path, std::uint32_t generations);

  void append(const SpectrumRecord& record);
  /// Makes sure that what was appended survives a crash of the machine.
  void flush();

 private:
  std::filesystem::path path_;
  std::optional<AppendFile> file_;
};

/// The records in the text of such a file. A torn last line, and all from a bad line on, are left
/// out.
std::vector<SpectrumRecord> spectrum_records(const std::string& text);

}  // namespace lowpass
