// The arm against recordings of the original simulators (tests/data/traces/README.md).

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/octopus/arm_batch.h"
#include "tests/support/trace.h"

namespace lowpass {
namespace {

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;  // NaN too
  }
  return largest;
}

/// An arm of the trace, alone in a batch, at the given state under the given actions.
ArmBatch arm_at(const Trace& trace, const ArmState& state, const std::vector<double>& actions) {
  const ArmModel model(trace.simulation.arm);
  ArmBatch batch(model.physics(), model.compartments(), 1);
  batch.load(0, model, state);
  batch.set_actions(0, actions);
  return batch;
}

// 1e-12: recorded values are of order 1 and sums have some ten terms, each rounded to 1e-16; the
// root in the pressure law magnifies the rounding of an area close to its rest value.
constexpr double kTolerance = 1e-12;

TEST(Trace, TheDerivativeIsTheOriginals) {
  for (const Trace& trace : traces("deriv_")) {
    for (std::size_t k = 1; k < trace.simulation.steps.size(); ++k) {
      const auto& actions = trace.actions(trace.simulation.steps[k]);
      const std::vector<double> recorded = trace.json.at("deriv").at(k - 1);
      const std::vector<double> ours = arm_at(trace, trace.state(k), actions).derivative(0);
      EXPECT_LE(largest_difference(ours, recorded), kTolerance) << trace.name << " state " << k;
    }
  }
}

TEST(Trace, OneRungeKuttaStepIsTheOriginals) {
  for (const Trace& trace : traces("deriv_")) {
    // C09 wraps theta before a step, which the recorded substeps do not: compared modulo a turn.
    for (std::size_t k = 1; k < trace.simulation.steps.size(); ++k) {
      ArmBatch batch = arm_at(trace, trace.state(k), trace.actions(trace.simulation.steps[k]));
      batch.step(1);
      std::vector<double> ours = batch.state(0).values;
      ours[0] = batch.unwrapped_theta(0);
      const std::vector<double> recorded = trace.json.at("rk4_0p2").at(k - 1);
      EXPECT_LE(largest_difference(ours, recorded), kTolerance) << trace.name << " state " << k;
    }
  }
}

/// Differences after one step of 5.0 from each recorded state.
std::vector<double> restart_differences(const Trace& trace) {
  std::vector<double> differences;
  for (std::size_t k = 0; k + 1 < trace.simulation.steps.size(); ++k) {
    ArmBatch batch = arm_at(trace, trace.state(k), trace.actions(trace.simulation.steps[k + 1]));
    batch.step(trace.simulation.substeps);
    differences.push_back(largest_difference(batch.state(0).values, trace.state(k + 1).values));
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

TEST(Trace, OneStepFromEveryRecordedStateIsTheOriginals) {
  for (const Trace& trace : traces("_everystep")) {
    const std::vector<double> differences = restart_differences(trace);
    ASSERT_GE(differences.size(), 300u) << trace.name;
    RecordProperty(trace.name + "_median",
                   std::to_string(differences[differences.size() / 2] * 1e15));
    RecordProperty(trace.name + "_max", std::to_string(differences.back() * 1e15));
    EXPECT_LE(differences[differences.size() / 2], 1e-12) << trace.name;
    // Chaos at rounding level: a state near a rest area magnifies roundings within the 25 substeps.
    EXPECT_LE(differences.back(), 1e-7) << trace.name;
  }
}

TEST(Trace, TouchProbesAreTheOriginalsExactly) {
  int probes = 0;
  for (const Trace& trace : traces("_probe_")) {
    const std::vector<std::vector<double>> points = trace.json.at("probes");
    for (std::size_t k = 0; k < trace.simulation.steps.size(); ++k) {
      const ArmBatch batch = arm_at(trace, trace.state(k), trace.actions(1));
      const std::string bits = trace.json.at("probe_bits").at(k);
      for (std::size_t i = 0; i < points.size(); ++i, ++probes) {
        EXPECT_EQ(batch.contains(0, points[i][0], points[i][1]), bits[i] == '1')
            << trace.name << " state " << k << " probe " << i;
      }
    }
  }
  EXPECT_EQ(probes, 2 * 7 * 400);
}

// Free runs are chaotic at rounding level (docs/PHYSICS.md §9): two correct programs part after
// some ten steps. So a free run is compared over its first steps alone, which still covers
// geometries, orientations and actions that the restart test does not have.
TEST(Trace, FreeRunsStartAsTheOriginals) {
  for (const Trace& trace : traces("_p")) {
    if (trace.name.starts_with("deriv_")) continue;
    Simulation simulation = trace.simulation;
    std::erase_if(simulation.steps, [](std::int64_t step) { return step > 2; });
    std::size_t k = 0;
    run(simulation, [&](std::int64_t step, const ArmState& state) {
      const double difference = largest_difference(state.values, trace.state(k++).values);
      EXPECT_LE(difference, step == 0 ? 1e-15 : 1e-6) << trace.name << " step " << step;
    });
    EXPECT_EQ(k, simulation.steps.size());
  }
}

TEST(Trace, DefaultArmsAreTheOriginalsDigitForDigit) {
  for (const char* name : {"C09_p20_p00_zeros", "C09_p10_p00_zeros", "M06_p20_p00_zeros"}) {
    const Trace trace = traces(name).at(0);
    const ArmDescription& recorded = trace.simulation.arm;
    const ArmDescription ours = default_arm(recorded.physics, recorded.compartments());
    for (std::size_t i = 0; i < recorded.upper.size(); ++i) {
      EXPECT_EQ(ours.upper[i].x, recorded.upper[i].x) << name << " " << i;
      EXPECT_EQ(ours.upper[i].y, recorded.upper[i].y) << name << " " << i;
      EXPECT_EQ(ours.lower[i].x, recorded.lower[i].x) << name << " " << i;
      EXPECT_EQ(ours.lower[i].y, recorded.lower[i].y) << name << " " << i;
      EXPECT_EQ(ours.upper[i].mass, recorded.upper[i].mass) << name << " " << i;
      EXPECT_EQ(ours.lower[i].mass, recorded.lower[i].mass) << name << " " << i;
    }
  }
}

}  // namespace
}  // namespace lowpass
