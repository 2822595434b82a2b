#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/claim_parts.h"

namespace lowpass {

/// Which part of the test on other arm lengths is meant.
struct LengthTest {
  std::string controller = "last";  ///< "last": as the paper; "best" of the whole run
  /// The mapping that direct networks were resized through; others are resized through their own.
  std::string direct_resize = {};
  std::vector<int> arms = {};  ///< compartments, of 3 to 20
};

/// 3 to 20 compartments.
std::vector<int> all_arms();

/// Fitness of one run on an arm, unset if it was not tested.
std::optional<double> arm_fitness(const RunRecord& run, const LengthTest& test, int compartments);

/// One number a run: the mean fitness over the arms.
RunValues length_fitness(LengthTest test);
/// One number a run: fitness on the arm of 10 compartments less the mean of 9 and 11.
RunValues length_loss(LengthTest test);

}  // namespace lowpass
