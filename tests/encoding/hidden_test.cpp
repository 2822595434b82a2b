// Networks with hidden neurons, and those that lack links.

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "tests/support/random_numbers.h"

namespace lowpass {
namespace {

constexpr NetworkKind kKinds[] = {NetworkKind::kRecurrent, NetworkKind::kFeedForward,
                                  NetworkKind::kElman, NetworkKind::kJordan};

Grid any_grid() {
  const int axes = *rc::gen::inRange(1, 4);
  Grid grid;
  int cells = 1;
  for (int a = 0; a < axes; ++a) {
    grid.axes.push_back({"axis", *rc::gen::inRange(1, 5)});
    cells *= grid.axes.back().size;
  }
  for (int cell = 0; cell < cells; ++cell) {
    if (*rc::gen::inRange(0, 4) > 0) grid.cell_of_unit.push_back(cell);
  }
  if (grid.cell_of_unit.empty()) grid.cell_of_unit.push_back(0);
  return grid;
}

std::vector<Shape> shapes(const Mapping& mapping) {
  std::vector<Shape> result;
  for (const WeightArray& array : mapping.arrays) result.push_back(array.shape);
  return result;
}

Cell total_cells(const Mapping& mapping) {
  Cell cells = 0;
  for (const WeightArray& array : mapping.arrays) cells += cell_count(array.shape);
  return cells;
}

bool is_link(const Mapping& mapping, std::ptrdiff_t weight) {
  return mapping.exists.empty() || mapping.exists[weight];
}

RC_GTEST_PROP(Hidden, EveryLinkLiesInExactlyOneCellAndEveryArrayHasOne, ()) {
  const Geometry geometry{any_grid(), any_grid(), any_grid()};
  const std::string name = "omega" + std::to_string(*rc::gen::inRange(1, 4));
  const Mapping mapping = make_mapping(name, geometry, kKinds[*rc::gen::inRange(0, 4)]);
  RC_ASSERT(mapping.size == network_size(geometry));
  check_mapping(mapping);
  std::vector<int> places(mapping.size.weight_count(), 0);
  for (const WeightArray& array : mapping.arrays) {
    std::vector<bool> taken(cell_count(array.shape), false);
    int links = 0;
    for_each_weight(mapping.size, array, [&](std::ptrdiff_t weight, Cell cell) {
      RC_ASSERT(!taken[cell]);
      taken[cell] = true;
      ++places[weight];
      links += is_link(mapping, weight) ? 1 : 0;
    });
    RC_ASSERT(links > 0);
  }
  for (std::size_t weight = 0; weight < places.size(); ++weight) {
    RC_ASSERT(places[weight] <= 1);
    if (is_link(mapping, static_cast<std::ptrdiff_t>(weight))) RC_ASSERT(places[weight] == 1);
  }
}

RC_GTEST_PROP(Hidden, WithEveryCoefficientAnyNetworkOfAKindIsEncodedExactly, ()) {
  const Geometry geometry{any_grid(), any_grid(), any_grid()};
  const NetworkKind kind = kKinds[*rc::gen::inRange(0, 4)];
  const Mapping mapping =
      make_mapping("omega" + std::to_string(*rc::gen::inRange(1, 4)), geometry, kind);
  const FrequencyEncoding encoding(mapping, total_cells(mapping));
  auto weights = random_numbers(mapping.size.weight_count(), 5);
  std::vector<double> back(weights.size(), NAN);  // missing links are written, too
  encoding.decode(encoding.encode(weights), back);
  drop_missing(mapping.exists, weights);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    RC_ASSERT(std::abs(back[i] - weights[i]) < 1e-11);
    if (!is_link(mapping, static_cast<std::ptrdiff_t>(i))) RC_ASSERT(back[i] == 0.0);
  }
}

TEST(Hidden, Omega1HasTheHiddenRowsFirst) {
  const Mapping mapping =
      make_mapping("omega1", with_hidden(octopus_geometry(Actions::kMeta, 3), 5));
  const int inputs = 26, neurons = 13, columns = inputs + neurons + 1;
  ASSERT_EQ(shapes(mapping), (std::vector<Shape>{{neurons, columns}}));
  std::vector<Cell> cell_of(mapping.size.weight_count());
  for_each_weight(mapping.size, mapping.arrays[0],
                  [&](std::ptrdiff_t weight, Cell cell) { cell_of[weight] = cell; });
  for (int to = 0; to < neurons; ++to) {
    EXPECT_EQ(cell_of[mapping.size.input_weight(to, 7)], to * columns + 7);
    EXPECT_EQ(cell_of[mapping.size.recurrent_weight(to, 6)], to * columns + inputs + 6);
    EXPECT_EQ(cell_of[mapping.size.bias_weight(to)], to * columns + columns - 1);
  }
}

TEST(Hidden, Omega2CountsAllNeurons) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kRaw, 10), 4);
  EXPECT_EQ(shapes(make_mapping("omega2", geometry)),
            (std::vector<Shape>{{36, 11, 8}, {36, 36}, {36}}));
}

TEST(Hidden, Omega3HasAnArrayForEachPairOfGridsThatIsLinked) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kRaw, 10), 4);
  const auto of = [&](NetworkKind kind) { return shapes(make_mapping("omega3", geometry, kind)); };
  EXPECT_EQ(of(NetworkKind::kRecurrent), (std::vector<Shape>{{8, 11, 4},
                                                             {8, 11, 3, 11},
                                                             {4, 4},
                                                             {4, 3, 11},
                                                             {3, 11, 4},
                                                             {3, 11, 3, 11},
                                                             {4},
                                                             {3, 11}}));
  EXPECT_EQ(of(NetworkKind::kFeedForward),
            (std::vector<Shape>{{8, 11, 4}, {4, 3, 11}, {4}, {3, 11}}));
  EXPECT_EQ(of(NetworkKind::kElman),
            (std::vector<Shape>{{8, 11, 4}, {4, 4}, {4, 3, 11}, {4}, {3, 11}}));
  EXPECT_EQ(of(NetworkKind::kJordan),
            (std::vector<Shape>{{8, 11, 4}, {4, 3, 11}, {3, 11, 4}, {4}, {3, 11}}));
}

TEST(Hidden, FeedForwardWithoutHiddenNeuronsHasNoRecurrentArray) {
  const Geometry geometry = octopus_geometry(Actions::kRaw, 10);
  EXPECT_EQ(shapes(make_mapping("omega2", geometry, NetworkKind::kFeedForward)),
            (std::vector<Shape>{{32, 11, 8}, {32}}));
  EXPECT_EQ(shapes(make_mapping("omega3", geometry, NetworkKind::kFeedForward)),
            (std::vector<Shape>{{8, 11, 3, 11}, {3, 11}}));
}

TEST(Hidden, ADirectGenomeHasAGeneALink) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kMeta, 10), 5);  // 82, 5, 8
  const auto size = [&](NetworkKind kind) {
    return make_encoding("direct", geometry, 0, NetworkStep::kDense, kind)->genome_size();
  };
  EXPECT_EQ(size(NetworkKind::kRecurrent), 13 * (82 + 13 + 1));
  EXPECT_EQ(size(NetworkKind::kFeedForward), 82 * 5 + 5 * 8 + 13);
  EXPECT_EQ(size(NetworkKind::kElman), 82 * 5 + 5 * 5 + 5 * 8 + 13);
  EXPECT_EQ(size(NetworkKind::kJordan), 82 * 5 + 8 * 5 + 5 * 8 + 13);
}

TEST(Hidden, DirectGenesAreTheWeightsOfTheLinksInTheirOrder) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kMeta, 2), 3);
  for (const NetworkKind kind : kKinds) {
    const auto encoding = make_encoding("direct", geometry, 0, NetworkStep::kDense, kind);
    const auto genome = random_numbers(encoding->genome_size(), 1);
    std::vector<double> weights(encoding->network_size().weight_count(), NAN);
    encoding->decode(genome, weights);
    EXPECT_EQ(encoding->encode(weights), genome);
    const Links links = network_topology(kind, geometry).exists;
    auto dropped = weights;
    drop_missing(links, dropped);
    EXPECT_EQ(dropped, weights);
  }
}

TEST(Hidden, AResizedNetworkKeepsItsHiddenNeurons) {
  const auto geometry = [](int p) { return with_hidden(octopus_geometry(Actions::kRaw, p), 6); };
  const auto genome = random_numbers(60, 2);
  for (const char* name : {"omega1", "omega2", "omega3"}) {
    for (const NetworkKind kind : kKinds) {
      const Mapping mapping = make_mapping(name, geometry(10), kind);
      const FrequencyEncoding encoding(mapping, 60);
      std::vector<double> weights(mapping.size.weight_count()), same(weights.size());
      encoding.decode(genome, weights);
      encoding.resized(mapping, Scale::kNone).decode(genome, same);
      EXPECT_EQ(same, weights);
      const Mapping longer = make_mapping(name, geometry(12), kind);
      const auto larger = encoding.resized(longer, Scale::kAmplitude);
      EXPECT_EQ(larger.network_size(), (NetworkSize{98, 44}));
      const auto network = resized_network(weights, mapping, longer, Scale::kNone);
      EXPECT_EQ(static_cast<std::ptrdiff_t>(network.size()), longer.size.weight_count());
    }
  }
}

TEST(Hidden, AMappingMayLeaveOutMissingLinksButNoOthers) {
  const Geometry geometry = with_hidden(octopus_geometry(Actions::kMeta, 2), 3);
  Mapping mapping = make_mapping("omega3", geometry, NetworkKind::kElman);
  EXPECT_NO_THROW(check_mapping(mapping));
  mapping.exists.clear();
  EXPECT_THROW(check_mapping(mapping), Error);
}

}  // namespace
}  // namespace lowpass
