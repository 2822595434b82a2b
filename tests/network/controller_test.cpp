#include "lowpass/network/controller.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "tests/support/golden.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

TEST(Controller, StepsMatchEveryGoldenRun) {
  const auto names = golden_names("frnn_");
  EXPECT_EQ(names.size(), 2u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    std::vector<double> weights;
    for (const char* part : {"W_in", "W_rec", "b"}) {
      for (const double w : flattened(g[part])) weights.push_back(w);
    }
    const NetworkSize size{g["inputs"], g["n"]};
    const Controller controller(Topology::fully_recurrent(size), weights,
                                activation_from_name(g["activation"]));
    std::vector<double> state = g["s0"];
    for (std::size_t t = 0; t < g["x"].size(); ++t) {
      const std::vector<double> x = g["x"][t];
      controller.step(x, state);
      expect_golden(state, g["states"][t], name);
    }
  }
}

TEST(Controller, BitsAreTheSameOnEveryTargetForAnyNumberOfNeurons) {
  for (const int neurons : {1, 2, 3, 7, 8, 9, 31, 32, 62, 300}) {
    const NetworkSize size{5, neurons};
    const Controller controller(Topology::fully_recurrent(size),
                                random_numbers(size.weight_count(), 1), Activation::kLogistic);
    const auto run = [&] {
      std::vector<double> state(neurons, 0.0);
      for (int t = 0; t < 5; ++t) controller.step(random_numbers(5, t), state);
      return state;
    };
    const auto expected = run();
    on_every_target([&](const std::string& target) { EXPECT_EQ(run(), expected) << target; });
  }
}

TEST(Controller, ALaneOfABatchIsSteppedAsIfAlone) {
  const NetworkSize size{7, 13};
  std::vector<Controller> controllers;
  std::vector<std::vector<double>> inputs, states, alone;
  std::vector<ControllerLane> batch;
  for (int lane = 0; lane < 5; ++lane) {
    controllers.emplace_back(Topology::fully_recurrent(size),
                             random_numbers(size.weight_count(), lane), Activation::kLogistic);
    inputs.push_back(random_numbers(7, 10 + lane));
    states.push_back(random_numbers(13, 20 + lane));
  }
  alone = states;
  for (int lane = 0; lane < 5; ++lane) {
    controllers[lane].step(inputs[lane], alone[lane]);
    batch.push_back({&controllers[lane], inputs[lane], states[lane]});
  }
  step(batch);
  EXPECT_EQ(states, alone);
}

/// A neuron's sum written down plainly.
double drive(const Weights& w, int to, const std::vector<double>& x, const std::vector<double>& s) {
  double a = 0.0;
  for (int from = 0; from < w.size.inputs; ++from) a += w.input(to, from) * x[from];
  for (int from = 0; from < w.size.neurons; ++from) a += w.recurrent(to, from) * s[from];
  return a + w.bias(to);
}

class Layered : public testing::Test {
 protected:
  Layered() : weights(size), x(random_numbers(size.inputs, 2)), s(random_numbers(5, 3)) {
    weights.values = random_numbers(size.weight_count(), 1);
  }
  /// The state after one step from `s`.
  std::vector<double> stepped(const Topology& topology) {
    std::vector<double> state = s;
    Controller(topology, weights.values, Activation::kTanh).step(x, state);
    return state;
  }

  const NetworkSize size{.inputs = 3, .neurons = 5};
  Weights weights;
  std::vector<double> x, s;
};

TEST_F(Layered, FullyRecurrentNeuronsAllReadTheFormerState) {
  const auto state = stepped(Topology::fully_recurrent(size));
  for (int i = 0; i < 5; ++i) EXPECT_DOUBLE_EQ(state[i], tanh(drive(weights, i, x, s)));
}

TEST_F(Layered, FeedForwardHasNoMemoryAndNoDelay) {
  const auto state = stepped(Topology::feed_forward(size, {2, 2, 1}));
  double h[5];
  for (int i = 0; i < 2; ++i) {
    double a = weights.bias(i);
    for (int j = 0; j < 3; ++j) a += weights.input(i, j) * x[j];
    h[i] = tanh(a);
  }
  for (int i = 2; i < 4; ++i) {
    h[i] = tanh(weights.recurrent(i, 0) * h[0] + weights.recurrent(i, 1) * h[1] + weights.bias(i));
  }
  h[4] = tanh(weights.recurrent(4, 2) * h[2] + weights.recurrent(4, 3) * h[3] + weights.bias(4));
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(state[i], h[i], 1e-15);
}

TEST_F(Layered, ElmanRemembersItsHiddenLayer) {
  const auto state = stepped(Topology::elman(size, 3));
  double h[3];
  for (int i = 0; i < 3; ++i) {
    double a = weights.bias(i);
    for (int j = 0; j < 3; ++j) a += weights.input(i, j) * x[j] + weights.recurrent(i, j) * s[j];
    h[i] = tanh(a);
    EXPECT_NEAR(state[i], h[i], 1e-15);
  }
  for (int i = 3; i < 5; ++i) {
    double a = weights.bias(i);
    for (int j = 0; j < 3; ++j) a += weights.recurrent(i, j) * h[j];
    EXPECT_NEAR(state[i], tanh(a), 1e-15);
  }
}

TEST_F(Layered, JordanRemembersItsOutputs) {
  const auto state = stepped(Topology::jordan(size, 3));
  double h[3];
  for (int i = 0; i < 3; ++i) {
    double a = weights.bias(i);
    for (int j = 0; j < 3; ++j) a += weights.input(i, j) * x[j];
    for (int j = 3; j < 5; ++j) a += weights.recurrent(i, j) * s[j];
    h[i] = tanh(a);
    EXPECT_NEAR(state[i], h[i], 1e-15);
  }
  for (int i = 3; i < 5; ++i) {
    double a = weights.bias(i);
    for (int j = 0; j < 3; ++j) a += weights.recurrent(i, j) * h[j];
    EXPECT_NEAR(state[i], tanh(a), 1e-15);
  }
}

TEST_F(Layered, LayersThatDoNotSumToTheNeuronsAreAnError) {
  EXPECT_THROW(Topology::feed_forward(size, {2, 2}), Error);
  EXPECT_THROW(Topology::feed_forward(size, {5, 0}), Error);
  EXPECT_THROW(Topology::elman(size, 5), Error);
  EXPECT_THROW(Topology::jordan(size, 0), Error);
}

TEST(Controller, OutputsLieBetweenZeroAndOne) {
  const NetworkSize size{.inputs = 1, .neurons = 1};
  const Controller c(Topology::fully_recurrent(size), std::vector{0.0, 0.0, 0.0},
                     Activation::kTanh);
  EXPECT_EQ(c.output(-1.0), 0.0);
  EXPECT_EQ(c.output(1.0), 1.0);
}

}  // namespace
}  // namespace lowpass
