#include "lowpass/encoding/spectral_network.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/encoding/step_cost.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

/// What decoded weights do to inputs and state, and the sum of magnitudes in it.
struct Reference {
  std::vector<double> drives, magnitudes;
};

Reference reference(const FrequencyEncoding& encoding, const std::vector<double>& genome,
                    const std::vector<double>& x, const std::vector<double>& s) {
  Weights weights(encoding.network_size());
  encoding.decode(genome, weights.values);
  Reference result;
  for (int to = 0; to < weights.size.neurons; ++to) {
    long double sum = weights.bias(to), magnitude = std::abs(weights.bias(to));
    const auto add = [&](double weight, double source) {
      sum += static_cast<long double>(weight) * source;
      magnitude += std::abs(weight * source);
    };
    for (int from = 0; from < weights.size.inputs; ++from) add(weights.input(to, from), x[from]);
    for (int from = 0; from < weights.size.neurons; ++from)
      add(weights.recurrent(to, from), s[from]);
    result.drives.push_back(static_cast<double>(sum));
    result.magnitudes.push_back(static_cast<double>(magnitude));
  }
  return result;
}

/// How large the products are that the spectral step adds up: |gene| times the magnitudes of all
/// sources. Terms cancel, so errors are relative to this, not to the result.
double scale(const FrequencyEncoding& encoding, const std::vector<double>& genome,
             const std::vector<double>& x, const std::vector<double>& s) {
  double sources = 1.0, genes = 0.0;
  for (const double value : x) sources += std::abs(value);
  for (const double value : s) sources += std::abs(value);
  const SpectralPlan& plan = *encoding.spectral_plan();
  for (const double value : plan.coefficients(genome)) genes += std::abs(value);
  return genes * sources;
}

/// Units in the last place, for up to 30 frequencies an axis: n^2 / 4 = 225 of the recurrence, the
/// rest for the rounding of the sums.
constexpr double kRounding = 256 * 2.3e-16;

void expect_same_drives(const FrequencyEncoding& encoding, std::uint64_t seed) {
  const NetworkSize size = encoding.network_size();
  const auto genome = random_numbers(encoding.genome_size(), seed);
  const auto x = random_numbers(size.inputs, seed + 1), s = random_numbers(size.neurons, seed + 2);
  std::vector<double> drives(size.neurons);
  encoding.drive(genome)->apply(x, s, drives);
  const Reference dense = reference(encoding, genome, x, s);
  const double bound = kRounding * scale(encoding, genome, x, s);
  for (int i = 0; i < size.neurons; ++i) ASSERT_LE(std::abs(drives[i] - dense.drives[i]), bound);
}

FrequencyEncoding spectral(const std::string& mapping, const Geometry& geometry, Cell c) {
  return FrequencyEncoding(make_mapping(mapping, geometry), c, NetworkStep::kSpectral);
}

/// A grid of one to three axes, some cells empty, its units counted from the end.
Grid long_grid() {
  const int axes = *rc::gen::inRange(1, 4);
  Grid grid;
  int cells = 1;
  for (int a = 0; a < axes; ++a) {
    grid.axes.push_back({"axis", *rc::gen::inRange(1, axes == 1 ? 31 : 8)});
    cells *= grid.axes.back().size;
  }
  for (int cell = cells; cell-- > 0;) {
    if (*rc::gen::inRange(0, 4) > 0) grid.cell_of_unit.push_back(cell);
  }
  if (grid.cell_of_unit.empty()) grid.cell_of_unit.push_back(cells - 1);
  return grid;
}

RC_GTEST_PROP(Spectral, StepsAsDecodedWeightsDoForAnyGeometryAndMapping, ()) {
  Geometry geometry{long_grid(), long_grid()};
  if (*rc::gen::inRange(0, 2) == 1) geometry.hidden = long_grid();
  const std::string mapping = "omega" + std::to_string(*rc::gen::inRange(1, 4));
  Cell cells = 0;
  for (const auto& array : make_mapping(mapping, geometry).arrays) cells += cell_count(array.shape);
  const Cell c = std::min<Cell>(cells, *rc::gen::inRange<Cell>(1, 80));
  const FrequencyEncoding encoding = spectral(mapping, geometry, c);
  expect_same_drives(encoding, 7);
}

TEST(Spectral, StepsTheNetworksOfTheArm) {
  for (const Actions actions : {Actions::kRaw, Actions::kMeta}) {
    for (const char* mapping : {"omega1", "omega2", "omega3"}) {
      for (const Cell c : {1, 2, 3, 20, 80}) {
        expect_same_drives(spectral(mapping, octopus_geometry(actions, 10), c), 3);
      }
      expect_same_drives(spectral(mapping, octopus_geometry(actions, 69), 20), 4);
    }
  }
}

TEST(Spectral, StepsARecurrentNetworkOfTwoMillionWeights) {
  const Grid line = dense_grid({{"x", 1024}}, 1024);
  expect_same_drives(spectral("omega1", {line, line}, 210), 8);
}

TEST(Spectral, StepsALargeVisionNetwork) {
  const Geometry geometry{dense_grid({{"x", 48}, {"y", 48}}, 48 * 48),
                          dense_grid({{"x", 16}, {"y", 16}}, 256)};
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    expect_same_drives(spectral(mapping, geometry, 60), 5);
  }
}

TEST(Spectral, AResizedGenomeStepsAsItsWeightsDo) {
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    const FrequencyEncoding encoding = spectral(mapping, octopus_geometry(Actions::kRaw, 10), 60);
    for (const int p : {3, 7, 20}) {
      const Mapping target = make_mapping(mapping, octopus_geometry(Actions::kRaw, p));
      expect_same_drives(encoding.resized(target, Scale::kAmplitude), 6);
    }
  }
}

TEST(Spectral, AStepIsTheSquashedDriveAndFollowsTheDenseOne) {
  const Geometry geometry = octopus_geometry(Actions::kRaw, 10);
  const auto genome = random_numbers(20, 1);
  for (const Activation activation : {Activation::kLogistic, Activation::kTanh}) {
    std::vector<std::vector<double>> states;
    for (const NetworkStep step : {NetworkStep::kDense, NetworkStep::kSpectral}) {
      const FrequencyEncoding encoding(make_mapping("omega3", geometry), 20, step);
      const Controller controller = encoding.controller(
          genome, Topology::fully_recurrent(encoding.network_size()), activation);
      EXPECT_EQ(controller.size(), encoding.network_size());
      states.emplace_back(controller.size().neurons, 0.0);
      for (int t = 0; t < 10; ++t) controller.step(random_numbers(82, t), states.back());
    }
    // Ten steps of a network that forgets: the differences of single steps, some 1e-15, stay.
    for (std::size_t i = 0; i < states[0].size(); ++i) {
      EXPECT_NEAR(states[0][i], states[1][i], 1e-13);
    }
  }
}

TEST(Spectral, BitsAreTheSameOnEveryTarget) {
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    const FrequencyEncoding encoding = spectral(mapping, octopus_geometry(Actions::kRaw, 10), 80);
    const Controller controller = encoding.controller(
        random_numbers(80, 1), Topology::fully_recurrent({82, 32}), Activation::kLogistic);
    const auto run = [&] {
      std::vector<double> state(32, 0.0);
      for (int t = 0; t < 5; ++t) controller.step(random_numbers(82, t), state);
      return state;
    };
    const auto expected = run();
    on_every_target([&](const std::string& target) { EXPECT_EQ(run(), expected) << target; });
  }
}

TEST(Spectral, ItDecodesToTheBitsOfTheDenseEncoding) {
  const Mapping mapping = make_mapping("omega3", octopus_geometry(Actions::kRaw, 10));
  const auto genome = random_numbers(20, 1);
  std::vector<double> dense(mapping.size.weight_count()), here(dense.size());
  FrequencyEncoding(mapping, 20).decode(genome, dense);
  FrequencyEncoding(mapping, 20, NetworkStep::kSpectral).decode(genome, here);
  EXPECT_EQ(here, dense);
}

TEST(Spectral, ArraysWithoutGenesAddNothing) {
  const FrequencyEncoding encoding =
      spectral("omega3", octopus_geometry(Actions::kRaw, 2), 1);  // input weights alone
  std::vector<double> drives(8, 1.0);
  encoding.drive(std::vector{5.0})
      ->apply(std::vector<double>(18, 0.0), std::vector<double>(8, 1.0), drives);
  EXPECT_EQ(drives, std::vector<double>(8, 0.0));
}

TEST(Spectral, ListedWeightsAndDirectGenomesHaveNoSpectrum) {
  Mapping listed{{1, 1}, {{{3}, {{0, 0}, {1, 1}, {2, 2}}}}};
  EXPECT_NO_THROW(FrequencyEncoding(listed, 2));
  EXPECT_THROW(FrequencyEncoding(listed, 2, NetworkStep::kSpectral), Error);
  const Geometry geometry = octopus_geometry(Actions::kMeta, 3);
  EXPECT_THROW(make_encoding("direct", geometry, 1, NetworkStep::kSpectral), Error);
  EXPECT_EQ(make_encoding("omega1", geometry, 5)->drive(random_numbers(5, 1)), nullptr);
}

TEST(Spectral, NeuronsMayLieOnSeveralGridsInAListedMapping) {
  const Geometry geometry = octopus_geometry(Actions::kRaw, 5);
  expect_same_drives(spectral(R"([{"from": "inputs", "axes": ["to", "from"]},
                                  {"from": ["neurons", "bias"],
                                   "axes": ["from", "to.compartment", "to.muscle"]}])",
                              geometry, 40),
                     3);
}

TEST(Spectral, HiddenNeuronsStepWithTheOthers) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kRaw, 4), 9);
  const auto genome = random_numbers(40, 1);
  std::vector<std::vector<double>> outputs;
  for (const NetworkStep step : {NetworkStep::kDense, NetworkStep::kSpectral}) {
    const FrequencyEncoding encoding(make_mapping("omega3", geometry), 40, step);
    const Controller controller =
        encoding.controller(genome, network_topology(NetworkKind::kRecurrent, geometry),
                            {Activation::kTanh, Activation::kLogistic});
    std::vector<double> state(controller.size().neurons, 0.0);
    outputs.emplace_back(controller.outputs());
    for (int t = 0; t < 10; ++t) controller.step(random_numbers(34, t), state, outputs.back());
  }
  ASSERT_EQ(outputs[0].size(), 14u);
  for (int i = 0; i < 14; ++i) EXPECT_NEAR(outputs[0][i], outputs[1][i], 1e-12);
}

TEST(Spectral, MissingLinksHaveNoPlaceInASpectrum) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kMeta, 3), 4);
  EXPECT_THROW(make_encoding("omega3", geometry, 9, NetworkStep::kSpectral, NetworkKind::kElman),
               Error);
  EXPECT_EQ(modelled_step_cost(make_mapping("omega1", geometry, NetworkKind::kElman), 9).cheaper(),
            NetworkStep::kDense);
}

TEST(StepCost, SmallNetworksAreDenseAndLargeOnesSpectral) {
  const auto cheaper = [](const char* mapping, int p, Cell c) {
    return modelled_step_cost(make_mapping(mapping, octopus_geometry(Actions::kRaw, p)), c)
        .cheaper();
  };
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    EXPECT_EQ(cheaper(mapping, 5, 20), NetworkStep::kDense);
    EXPECT_EQ(cheaper(mapping, 10, 20), NetworkStep::kDense);  // the headline's network
    EXPECT_EQ(cheaper(mapping, 69, 20), NetworkStep::kSpectral);
    EXPECT_EQ(cheaper(mapping, 69, 320), NetworkStep::kSpectral);
  }
}

}  // namespace
}  // namespace lowpass
