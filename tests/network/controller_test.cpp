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

const Precision kPrecisions[] = {Precision::kDouble, Precision::kSingle};

void expect_the_same_bits_on_every_target(int neurons, Precision precision) {
  const NetworkSize size{5, neurons};
  const Controller controller(Topology::fully_recurrent(size),
                              random_numbers(size.weight_count(), 1), Activation::kLogistic,
                              precision);
  const auto run = [&] {
    std::vector<double> state(neurons, 0.0);
    for (int t = 0; t < 5; ++t) controller.step(random_numbers(5, t), state);
    return state;
  };
  const auto expected = run();
  on_every_target([&](const std::string& target) { EXPECT_EQ(run(), expected) << target; });
}

TEST(Controller, BitsAreTheSameOnEveryTargetForAnyNumberOfNeurons) {
  for (const int neurons : {1, 2, 3, 7, 8, 9, 31, 32, 62, 300}) {
    for (const Precision precision : kPrecisions) {
      expect_the_same_bits_on_every_target(neurons, precision);
    }
  }
}

// Sums of 42 products of numbers below 1, each rounded to 6e-8, then a logistic of slope 1/4.
TEST(Controller, InSinglePrecisionAStepIsThatOfDoubleRounded) {
  const NetworkSize size{10, 32};
  const auto weights = random_numbers(size.weight_count(), 1);
  const auto stepped = [&](Precision precision) {
    const Controller controller(Topology::fully_recurrent(size), weights, Activation::kLogistic,
                                precision);
    std::vector<double> state = random_numbers(32, 2);
    controller.step(random_numbers(10, 3), state);
    return state;
  };
  const auto in_double = stepped(Precision::kDouble), in_single = stepped(Precision::kSingle);
  for (std::size_t i = 0; i < in_double.size(); ++i) {
    EXPECT_NEAR(in_single[i], in_double[i], 1e-6);
    EXPECT_EQ(in_single[i], static_cast<float>(in_single[i]));
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
    batch.push_back({&controllers[lane], inputs[lane], states[lane], {}});
  }
  step(batch);
  EXPECT_EQ(states, alone);
}

void expect_shared_lanes_as_if_alone(int neurons, Precision precision) {
  const NetworkSize size{7, neurons};
  const int hidden = neurons / 3;
  const auto network = [&](int seed) {
    return Controller(Topology::fully_recurrent(size, hidden),
                      random_numbers(size.weight_count(), seed),
                      {Activation::kTanh, Activation::kLogistic}, precision);
  };
  const Controller controllers[] = {network(1), network(2), network(3)};
  on_every_target([&](const std::string& target) {
    // From none to six lanes of a controller, in any order.
    for (const std::vector<int>& of_lane :
         {std::vector<int>{0, 0}, {0, 1, 0, 0}, {1, 1, 1, 1}, {2, 0, 0, 2, 0, 0, 0, 1, 0, 2}}) {
      std::vector<std::vector<double>> inputs, states, outputs, alone, said;
      for (std::size_t lane = 0; lane < of_lane.size(); ++lane) {
        inputs.push_back(random_numbers(7, 10 + lane));
        states.push_back(random_numbers(neurons, 30 + lane));
        outputs.emplace_back(neurons - hidden);
      }
      alone = states;
      said = outputs;
      std::vector<ControllerLane> batch;
      for (std::size_t lane = 0; lane < of_lane.size(); ++lane) {
        const Controller& controller = controllers[of_lane[lane]];
        controller.step(inputs[lane], alone[lane], said[lane]);
        batch.push_back({&controller, inputs[lane], states[lane], outputs[lane]});
      }
      step(batch);
      EXPECT_EQ(states, alone) << target;
      EXPECT_EQ(outputs, said) << target;
    }
  });
}

TEST(Controller, LanesThatShareAControllerAreSteppedAsIfAlone) {
  for (const int neurons : {1, 3, 8, 13, 32, 62, 300}) {
    for (const Precision precision : kPrecisions) {
      expect_shared_lanes_as_if_alone(neurons, precision);
    }
  }
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

/// One neuron without links.
Controller neuron(Activation activation) {
  return Controller(Topology::fully_recurrent({.inputs = 1, .neurons = 1}), std::vector(3, 0.0),
                    activation);
}

TEST(Controller, OutputsLieBetweenZeroAndOne) {
  EXPECT_EQ(neuron(Activation::kLogistic).output(0.25), 0.25);
  EXPECT_EQ(neuron(Activation::kTanh).output(-1.0), 0.0);
  EXPECT_EQ(neuron(Activation::kTanh).output(1.0), 1.0);
  const Controller linear = neuron(Activation::kLinear);
  EXPECT_EQ(linear.output(-1.0), 0.0);
  EXPECT_EQ(linear.output(0.5), 0.75);
  EXPECT_EQ(linear.output(-3.0), 0.0);
  EXPECT_EQ(linear.output(1e300), 1.0);
  EXPECT_TRUE(std::isnan(linear.output(NAN)));  // a failure stays visible
}

TEST(Controller, HiddenAndOutputNeuronsHaveActivationsOfTheirOwn) {
  const auto activated = [](Activation activation, double a) {
    if (activation == Activation::kLinear) return a;
    return activation == Activation::kTanh ? tanh(a) : logistic(a);
  };
  const Activation all[] = {Activation::kLogistic, Activation::kTanh, Activation::kLinear};
  for (const int hidden : {0, 1, 3, 8, 11}) {  // in the middle of a vector, too
    const NetworkSize size{2, hidden + 5};
    Weights weights(size);
    weights.values = random_numbers(size.weight_count(), 1);
    const auto x = random_numbers(2, 2), s = random_numbers(size.neurons, 3);
    for (const Activation of_hidden : all) {
      for (const Activation of_output : all) {
        const Controller controller(Topology::fully_recurrent(size, hidden), weights.values,
                                    {of_hidden, of_output});
        std::vector<double> state = s, outputs(5);
        controller.step(x, state, outputs);
        for (int i = 0; i < size.neurons; ++i) {
          const double a = drive(weights, i, x, s);
          EXPECT_EQ(state[i], activated(i < hidden ? of_hidden : of_output, a));
        }
        EXPECT_EQ(controller.outputs(), 5);
        for (int i = 0; i < 5; ++i) EXPECT_EQ(outputs[i], controller.output(state[hidden + i]));
      }
    }
  }
}

TEST(Activation, NamesAreReadBackAndOthersRefused) {
  for (const std::string& name : activation_names()) {
    EXPECT_EQ(activation_name(activation_from_name(name)), name);
  }
  try {
    activation_from_name("relu", "network.output");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "network.output = \"relu\": expected logistic, tanh or linear");
  }
}

TEST(Controller, SizesThatDoNotFitAreErrorsInAnyBuild) {
  const Topology topology = Topology::fully_recurrent({2, 3});
  EXPECT_THROW(Controller(topology, std::vector<double>(3), Activation::kTanh), Error);
  const Controller controller(topology, std::vector<double>(18), Activation::kTanh);
  std::vector<double> inputs(2), state(3), short_state(2);
  EXPECT_NO_THROW(controller.step(inputs, state));
  EXPECT_THROW(controller.step(state, state), Error);
  EXPECT_THROW(controller.step(inputs, short_state), Error);
}

}  // namespace
}  // namespace lowpass
