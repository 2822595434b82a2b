// The arm against the plain reference implementation, on arms that no recorded trace has.

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/octopus/arm_batch.h"
#include "tests/support/random_arm.h"
#include "tests/support/reference_arm.h"

namespace lowpass {
namespace {

struct Case {
  ArmDescription arm;
  ArmState state;
  std::vector<double> actions;
};

Case random_case(Physics physics, int compartments, std::uint64_t seed) {
  const ArmDescription arm = random_arm(physics, compartments, seed);
  const ArmModel model(arm);
  // Beyond [0, 1]: activations are clamped, torques are not.
  return {arm, random_state(model.start(), seed),
          uniform_numbers(seed + 1, static_cast<std::size_t>(model.action_size()), -0.5, 1.5)};
}

ArmBatch loaded(const Case& c) {
  const ArmModel model(c.arm);
  ArmBatch batch(model.physics(), model.compartments(), 1);
  batch.load(0, model, c.state);
  batch.set_actions(0, c.actions);
  return batch;
}

/// The largest difference relative to the larger of 1 and the reference.
double largest_error(const std::vector<double>& ours, const std::vector<double>& reference) {
  EXPECT_EQ(ours.size(), reference.size());
  double largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double error = std::abs(ours[i] - reference[i]) / std::max(1.0, std::abs(reference[i]));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

/// Both models, 1 to 20 compartments, ten arms each.
template <class Check>
void for_random_arms(Check check) {
  for (const Physics physics : {Physics::kC09, Physics::kM06}) {
    for (int i = 0; i < 200; ++i) {
      SCOPED_TRACE(testing::Message() << name(physics) << " seed " << i);
      check(random_case(physics, 1 + i % 20, static_cast<std::uint64_t>(i)));
    }
  }
}

// Tolerances: some hundred operations of relative error 1e-16 each; an area that chances to lie
// within 1e-6 of rest loses three more digits in the root.
TEST(Reference, TheDerivativeOfAnyArmIsTheReferences) {
  for_random_arms([](const Case& c) {
    ReferenceArm reference(c.arm);
    reference.set_actions(c.actions);
    EXPECT_LT(largest_error(loaded(c).derivative(0), reference.derivative(c.state.values)), 1e-11);
  });
}

TEST(Reference, OneRungeKuttaStepOfAnyArmIsTheReferences) {
  for_random_arms([](const Case& c) {
    ReferenceArm reference(c.arm);
    reference.set_state(c.state.values);
    reference.set_actions(c.actions);
    ArmBatch batch = loaded(c);
    batch.step(1);
    reference.step(1);
    EXPECT_LT(largest_error(batch.state(0).values, reference.state()), 1e-11);
  });
}

TEST(Reference, TheStartOfAnyArmIsTheReferences) {
  for_random_arms([](const Case& c) {
    EXPECT_LT(largest_error(ArmModel(c.arm).start().values, ReferenceArm(c.arm).state()), 1e-15);
  });
}

// A collapsed compartment: all its nodes in one point, where directions do not exist. The nodes
// rest, because drag there is a known deviation (docs/PHYSICS.md §9).
TEST(Reference, CoincidentNodesFeelNoForceFromEachOther) {
  for (const Physics physics : {Physics::kC09, Physics::kM06}) {
    Case c = random_case(physics, 4, 3);
    for (const std::size_t node : {1, 2, 5, 6}) {  // upper 2, 3 and lower 2, 3
      c.state.values[2 + 4 * node] = 2.0;
      c.state.values[3 + 4 * node] = 0.5;
      c.state.values[4 + 4 * node] = c.state.values[5 + 4 * node] = 0.0;
    }
    ReferenceArm reference(c.arm);
    reference.set_actions(c.actions);
    const std::vector<double> ours = loaded(c).derivative(0);
    EXPECT_LT(largest_error(ours, reference.derivative(c.state.values)), 1e-11) << name(physics);
  }
}

}  // namespace
}  // namespace lowpass
