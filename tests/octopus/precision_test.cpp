// The arm in single precision beside the arm in double.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/octopus/arm_batch.h"
#include "tests/support/trace.h"

namespace lowpass {
namespace {

constexpr int kControlStep = 5;  // substeps of one control step of the paper

/// The state after one control step from a recorded state.
std::vector<double> stepped(const Trace& trace, std::size_t k, Precision precision) {
  const ArmModel model(trace.simulation.arm);
  ArmBatch batch(model.physics(), model.compartments(), 1, precision);
  batch.load(0, model, trace.state(k));
  batch.set_actions(0, trace.actions(trace.simulation.steps[k] + 1));
  batch.step(kControlStep);
  std::vector<double> values = batch.state(0).values;
  values[0] = batch.unwrapped_theta(0);
  return values;
}

double norm(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum);
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(a[i] - b[i]);
  return norm(difference) / norm(b);
}

// Chaos makes trajectories part; what must agree is one step. 1e-5 is some hundred roundings of
// 6e-8: a step is 20 evaluations of the forces, and the root of the pressure magnifies the rounding
// of an area near its rest value.
TEST(SinglePrecision, OneControlStepFromRecordedStatesIsThatOfDoubleWithin1em5AtTheMedian) {
  std::vector<double> differences;
  for (const Trace& trace : traces("")) {
    for (std::size_t k = 0; k < trace.simulation.steps.size(); ++k) {
      differences.push_back(relative_difference(stepped(trace, k, Precision::kSingle),
                                                stepped(trace, k, Precision::kDouble)));
    }
  }
  ASSERT_GE(differences.size(), 1000u);
  std::sort(differences.begin(), differences.end());
  EXPECT_LT(differences[differences.size() / 2], 1e-5);
  EXPECT_TRUE(std::isfinite(differences.back()));
}

TEST(SinglePrecision, ABlockHasTwiceTheLanes) {
  EXPECT_EQ(ArmBatch::preferred_lanes(Precision::kSingle),
            2 * ArmBatch::preferred_lanes(Precision::kDouble));
}

TEST(SinglePrecision, WhatABatchTellsIsANumberOfSinglePrecision) {
  const ArmModel model(default_arm(Physics::kC09, 4));
  ArmBatch batch(Physics::kC09, 4, 3, Precision::kSingle);
  batch.load(1, model, model.start());
  batch.step(kControlStep);
  for (const double x : batch.state(1).values) EXPECT_EQ(x, static_cast<float>(x));
}

}  // namespace
}  // namespace lowpass
