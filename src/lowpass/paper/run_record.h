#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/record/generation_log.h"
#include "lowpass/paper/setup.h"

namespace lowpass {

/// How far a controller carries beyond what it was evolved for ([FDE12] §4.5).
struct GeneralizationRecord {
  /// A fitness; unset where the test is void, the goal inside the arm from the start.
  using Scores = std::vector<std::optional<double>>;
  /// Fitness of the run's best controller from each untrained start, -pi/4 and pi/4; the paper's
  /// figure shows their mean.
  Scores starts;
  /// Fitness on arms of other lengths, by closest approach.
  struct Lengths {
    std::string controller;  ///< "best" of the run or "last": best of its final generation
    std::string resize;      ///< the mapping that it was resized through
    Scores fitness;          ///< arms of 3, 4, ... 20 compartments
  };
  std::vector<Lengths> lengths;
  /// Of the trials on all arms, one for each trained start, how many are void and have no part in
  /// `fitness`; 0 in files that were written before they were counted.
  int void_arm_trials = 0;
  /// As `starts`, from -pi/2 to pi/2 every 5 degrees; empty in files that were written before this
  /// test.
  Scores dense_starts = {};
  static constexpr std::size_t kDenseStarts = 37;
  /// Read from a file of version 1, in which void trials have scores like all others.
  bool has_void_scores = false;
};

/// A finished run: everything that tables and figures need of it.
struct RunRecord {
  Setup setup;
  std::uint64_t seed = 0;
  std::int64_t evaluations = 0;
  double target = 0.75;
  std::int64_t budget = 6000;  ///< evaluations allowed; 0: no limit
  double best_fitness = 0.0;
  /// Individuals evaluated up to the first with fitness >= target; unset if none was.
  std::optional<std::int64_t> evaluations_to_target;
  std::int64_t diverged = 0;
  std::string digest;
  std::vector<GenerationRecord> generations;
  std::optional<GeneralizationRecord> generalization;  ///< if the run was tested
};

/// generalization.json, {"format":"lowpass-generalization","version":2,"starts":[...],
/// "dense_starts":[...],"lengths":[{"controller":"best","resize":"omega3","fitness":[...]},...],
/// "void_arm_trials":0}; void scores are null. In version 1 they were numbers like all others.
std::string generalization_text(const GeneralizationRecord& record);

/// Reads such a file. Throws Error (kFile) naming file, key, value and what is allowed.
GeneralizationRecord read_generalization(const std::string& path);

}  // namespace lowpass
