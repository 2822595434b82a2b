#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/evaluation/evaluator.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/run_record.h"

namespace lowpass {

/// How a saved controller is tried out.
struct TrialOptions {
  std::vector<double> starts;  ///< empty: those it was evolved with
  ResizeOptions resize;
  Score score = Score::kFinal;
};

/// Scores a saved controller; with no options it has the fitness of its run, bit for bit.
Evaluation evaluate_stored(const GenomeFile& file, const std::string& place,
                           const TrialOptions& options);

// The paper's two tests of how far a controller carries ([FDE12] §4.5).

/// Starts that were not trained: -pi/4 and pi/4.
std::vector<double> untrained_starts();

/// Arm lengths of the second test: 3 to 20 compartments.
inline constexpr int kShortestTestArm = 3, kLongestTestArm = 20;

/// The mappings through which the second test resizes a controller: its own; a direct network is
/// resized as in the paper, and through omega2, which keeps compartments and variables together.
std::vector<std::string> resize_mappings(const GenomeFile& file);

/// Fitness on arms of 3 to 20 compartments, by closest approach, from the controller's own starts.
/// A direct network is resized through `direct_mapping` (unset: the paper's choice).
std::vector<double> length_test(const GenomeFile& file, const std::string& place,
                                const std::optional<std::string>& direct_mapping);

/// Both tests of a run, with its best controller and that of its final generation, which the paper
/// takes to arms of other lengths.
GeneralizationRecord generalization_test(const GenomeFile& best, const GenomeFile& last);

}  // namespace lowpass
