#pragma once

#include <string>
#include <vector>

#include "lowpass/evaluation/evaluator.h"
#include "lowpass/experiment/stored_controller.h"

namespace lowpass {

/// Scores a saved controller on the task of `then`; on its own task it has the fitness of its run,
/// bit for bit.
Evaluation evaluate_stored(const GenomeFile& file, const Configuration& then,
                           const Resizing& resizing = {});

/// How a controller did under one of the conditions that its task is tested with.
struct TestResult {
  std::string name;    ///< of the condition
  std::string resize;  ///< the mapping that it was resized through; empty: it was not
  Configuration then;
  Evaluation evaluation;
};

/// Every condition that the task declares for its tests, in that order; those of another size once
/// for each of resize_mappings. Empty if the task has none.
std::vector<TestResult> generalization(const GenomeFile& file);

}  // namespace lowpass
