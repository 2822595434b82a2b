#include "lowpass/task/poles/damping.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace lowpass {
namespace {

using Numbers = std::vector<double>;

TEST(PolesDamping, FitnessIsGolden) {
  const nlohmann::json file = golden("poles/damping");
  ASSERT_EQ(file["cases"].size(), 4u);
  for (const auto& values : file["cases"]) {
    const auto last = values["last_states"].get<std::vector<Numbers>>();
    Damping damping;
    // What came before the last hundred does not matter.
    for (int i = static_cast<int>(last.size()); i < values["steps"].get<int>(); ++i) {
      damping.add(Numbers{1.0, 2.0, 3.0, 4.0});
    }
    for (const Numbers& state : last) damping.add(state);
    expect_golden({damping.fitness(1000)}, {values["fitness"].get<double>()}, "damping");
  }
}

TEST(PolesDamping, ACartThatNeverMovedHasAFiniteFitness) {
  Damping damping;
  for (int i = 0; i < 1000; ++i) damping.add(Numbers{0.0, 0.0, 0.0, 0.0});
  EXPECT_TRUE(std::isfinite(damping.fitness(1000)));
  EXPECT_GT(damping.fitness(1000), 1e6);
}

}  // namespace
}  // namespace lowpass
