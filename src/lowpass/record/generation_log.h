#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lowpass/core/signal.h"
#include "lowpass/record/append_file.h"

namespace lowpass {

/// What one generation was like.
struct GenerationRecord {
  std::uint32_t generation;  ///< from 1
  std::int64_t evaluations;  ///< so far, this generation included
  std::int64_t coefficients;
  double best, mean, worst;  ///< fitness in this generation
  double best_so_far;
  std::vector<Signal> signals;  ///< of the search
  int diverged;                 ///< episodes of this generation
};

/// generations.jsonl, one JSON object a line and generation, append-only; a signal is a key beside
/// the others.
class GenerationLog {
 public:
  /// Opens the log and cuts it back to its first `generations` lines (a run that is resumed repeats
  /// what came after its checkpoint). Throws Error (kFile), also if there are fewer.
  GenerationLog(const std::filesystem::path& path, std::uint32_t generations);

  void append(const GenerationRecord& record);
  /// Makes sure that what was appended survives a crash of the machine.
  void flush() { file_.flush(); }

 private:
  AppendFile file_;
};

/// The records of a log; a torn last line is left out. Throws Error (kFile) for any other bad line.
std::vector<GenerationRecord> read_generation_log(const std::filesystem::path& path);

}  // namespace lowpass
