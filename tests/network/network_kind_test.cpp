#include "lowpass/network/network_kind.h"

#include <limits>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/core/math.h"
#include "lowpass/network/controller.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

Geometry geometry(int hidden) {
  return with_hidden({dense_grid({{"x", 3}}, 3), dense_grid({{"y", 2}}, 2)}, hidden);
}

TEST(Geometry, HiddenNeuronsComeFirstAndOnAGridOfTheirOwn) {
  const Geometry with = geometry(4);
  EXPECT_EQ(with.hidden.axes[0].name, "hidden");
  EXPECT_EQ(network_size(with), (NetworkSize{.inputs = 3, .neurons = 6}));
  EXPECT_EQ(network_topology(NetworkKind::kRecurrent, with).hidden(), 4);
  EXPECT_EQ(network_size(geometry(0)), (NetworkSize{.inputs = 3, .neurons = 2}));
  EXPECT_EQ(geometry(0).hidden.unit_count(), 0);
  EXPECT_THROW(geometry(-1), Error);
  Geometry wrong = with;
  wrong.hidden.cell_of_unit[1] = wrong.hidden.cell_of_unit[0];
  EXPECT_THROW(check_geometry(wrong), Error);
  EXPECT_NO_THROW(check_geometry(with));
}

TEST(NetworkKind, NamesAreReadBackAndOthersRefused) {
  for (const std::string& name : network_kind_names()) {
    EXPECT_EQ(network_kind_name(network_kind_from_name(name)), name);
  }
  EXPECT_EQ(network_kind_from_name("recurrent"), NetworkKind::kRecurrent);
  EXPECT_THROW(network_kind_from_name("lstm"), Error);
}

TEST(NetworkKind, NotEveryNeuronCanBeHidden) {
  for (const int hidden : {-1, 3, 4}) {
    EXPECT_THROW(Topology::fully_recurrent({.inputs = 1, .neurons = 3}, hidden), Error);
  }
}

TEST(NetworkKind, ElmanAndJordanNeedHiddenNeurons) {
  for (const NetworkKind kind : {NetworkKind::kElman, NetworkKind::kJordan}) {
    try {
      network_topology(kind, geometry(0));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.what(),
                "network.hidden = 0: expected 1 or more for " + network_kind_name(kind));
    }
  }
  EXPECT_NO_THROW(network_topology(NetworkKind::kRecurrent, geometry(0)));
}

TEST(NetworkKind, FeedForwardWithoutHiddenNeuronsIsInputsToOutputs) {
  const Topology topology = network_topology(NetworkKind::kFeedForward, geometry(0));
  EXPECT_EQ(topology.outputs, 2);
  const auto links = std::count(topology.exists.begin(), topology.exists.end(), true);
  EXPECT_EQ(links, 2 * 3 + 2);
}

/// The textbook's network of one hidden layer, with a context that the next step reads: the hidden
/// states (Elman), the outputs (Jordan), or none.
class Textbook {
 public:
  Textbook(NetworkKind kind, int hidden, const Weights& weights)
      : kind_(kind), hidden_count_(hidden), weights_(weights) {
    const int context = kind == NetworkKind::kElman    ? hidden
                        : kind == NetworkKind::kJordan ? weights.size.neurons - hidden
                                                       : 0;
    context_.assign(context, 0.0);
  }

  /// tanh hidden neurons, logistic outputs.
  std::vector<double> step(const std::vector<double>& x) {
    std::vector<double> hidden, outputs;
    const int first_context = kind_ == NetworkKind::kElman ? 0 : hidden_count_;
    for (int i = 0; i < hidden_count_; ++i) {
      double a = weights_.bias(i);
      for (int j = 0; j < weights_.size.inputs; ++j) a += weights_.input(i, j) * x[j];
      for (std::size_t j = 0; j < context_.size(); ++j) {
        a += weights_.recurrent(i, first_context + static_cast<int>(j)) * context_[j];
      }
      hidden.push_back(tanh(a));
    }
    for (int o = hidden_count_; o < weights_.size.neurons; ++o) {
      double a = weights_.bias(o);
      for (int i = 0; i < hidden_count_; ++i) a += weights_.recurrent(o, i) * hidden[i];
      outputs.push_back(logistic(a));
    }
    if (kind_ == NetworkKind::kElman) context_ = hidden;
    if (kind_ == NetworkKind::kJordan) context_ = outputs;
    return outputs;
  }

 private:
  NetworkKind kind_;
  int hidden_count_;
  const Weights& weights_;
  std::vector<double> context_;
};

constexpr NetworkKind kLayered[] = {NetworkKind::kFeedForward, NetworkKind::kElman,
                                    NetworkKind::kJordan};

TEST(NetworkKind, LayeredNetworksStepAsInTheTextbook) {
  for (const NetworkKind kind : kLayered) {
    for (const int hidden : {1, 2, 7, 12}) {
      const Topology topology = network_topology(kind, geometry(hidden));
      Weights weights(topology.size);
      weights.values = random_numbers(topology.size.weight_count(), 1);
      const Controller controller(topology, weights.values,
                                  {Activation::kTanh, Activation::kLogistic});
      Textbook textbook(kind, hidden, weights);
      std::vector<double> state(topology.size.neurons, 0.0), outputs(2);
      for (int t = 0; t < 6; ++t) {
        const auto x = random_numbers(3, 10 + t);
        controller.step(x, state, outputs);
        const auto expected = textbook.step(x);
        // The order of the sums differs; some ten terms of size 1.
        for (int o = 0; o < 2; ++o) {
          EXPECT_NEAR(outputs[o], expected[o], 1e-14) << network_kind_name(kind);
        }
      }
    }
  }
}

TEST(NetworkKind, WeightsOfMissingLinksNeverMatter) {
  for (const NetworkKind kind : kLayered) {
    const Topology topology = network_topology(kind, geometry(5));
    auto weights = random_numbers(topology.size.weight_count(), 1);
    const auto run = [&] {
      const Controller controller(topology, weights, Activation::kLinear);
      std::vector<double> state(7, 0.0), outputs(2), all;
      for (int t = 0; t < 4; ++t) {
        controller.step(random_numbers(3, t), state, outputs);
        all.insert(all.end(), state.begin(), state.end());
      }
      return all;
    };
    const auto expected = run();
    for (const double other : {1.0, 1e308, std::numeric_limits<double>::quiet_NaN()}) {
      for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!topology.exists[i]) weights[i] = other;
      }
      EXPECT_EQ(run(), expected);
    }
    on_every_target([&](const std::string& target) { EXPECT_EQ(run(), expected) << target; });
  }
}

}  // namespace
}  // namespace lowpass
