// The paper's headline, measured: minutes, so only on demand (./test --slow -R Headline).

#include <vector>

#include <gtest/gtest.h>

#include "lowpass/core/thread_pool.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/experiment/generalization.h"
#include "lowpass/experiment/run.h"

namespace lowpass {
namespace {

struct RatioSetup {
  std::vector<std::string> settings;
  int runs;
};

/// Over the runs: mean evaluations to fitness 0.75 (runs that never reach it count with their
/// budget), how many reached it, mean best fitness.
struct Measured {
  double evaluations_to_target = 0.0;
  int reached = 0;
  double best = 0.0;
};

Measured measured(const RatioSetup& setup) {
  Measured result;
  for (int seed = 1; seed <= setup.runs; ++seed) {
    Configuration c = load_configuration({}, setup.settings);
    c.run.seed = static_cast<std::uint64_t>(seed);
    const auto task = make_task(c);
    lowpass::Run run(c, *task, available_threads());
    while (!run.is_finished()) run.step();
    const RunSummary s = run.summary();
    const std::int64_t budget = c.budget.evaluations;
    result.evaluations_to_target +=
        static_cast<double>(s.evaluations_to_target.value_or(budget)) / setup.runs;
    result.reached += s.evaluations_to_target ? 1 : 0;
    result.best += s.best_fitness / setup.runs;
  }
  return result;
}

TEST(HeadlineSlow, TwentyCoefficientsReachTheTargetFiveTimesFasterThanDirectAndTenEndBelowIt) {
  const Measured twenty = measured(
      {{"task.preset=paper", "encoding.coefficients=20", "budget.stop_at_target=true"}, 10});
  const Measured direct = measured({{"task.preset=paper", "encoding.mapping=direct"}, 5});
  const Measured ten = measured({{"task.preset=paper", "encoding.coefficients=10"}, 5});
  std::printf("C = 20: %.0f evaluations to 0.75 (%d of 10 runs)\n", twenty.evaluations_to_target,
              twenty.reached);
  std::printf("direct: %.0f evaluations to 0.75 (%d of 5 runs), best %.4f\n",
              direct.evaluations_to_target, direct.reached, direct.best);
  std::printf("C = 10: best %.4f (%d of 5 runs reach 0.75)\n", ten.best, ten.reached);
  EXPECT_EQ(twenty.reached, 10);
  EXPECT_LT(twenty.evaluations_to_target, 750);
  EXPECT_GE(direct.evaluations_to_target, 5 * twenty.evaluations_to_target);
  EXPECT_LT(ten.best, direct.best);
}

// The run that the README shows.
TEST(HeadlineSlow, TheControllerOfTheReadmeTouchesTheGoalFromTwoStarts) {
  const Configuration c = load_configuration({}, std::vector<std::string>{"run.seed=2"});
  const auto task = make_task(c);
  lowpass::Run run(c, *task, available_threads());
  while (!run.is_finished()) run.step();
  const Evaluation evaluation = evaluate_stored(best_controller(c, run.state()), c);
  int touched = 0;
  for (const Episode& episode : evaluation.episodes) touched += episode.succeeded ? 1 : 0;
  EXPECT_GE(touched, 2);
}

}  // namespace
}  // namespace lowpass
