#include "lowpass/encoding/listed_mapping.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "tests/support/random_numbers.h"

namespace lowpass {
namespace {

const char* const kOmega1 = R"([{"from": ["inputs", "neurons", "bias"], "axes": ["to", "from"]}])";
const char* const kOmega2 = R"([
  {"from": "inputs", "axes": ["to", "from.compartment", "from.variable"]},
  {"from": "neurons", "axes": ["to", "from"]},
  {"from": "bias", "axes": ["to"]}])";
const char* const kOmega3 = R"([
  {"from": "inputs",
   "axes": ["from.variable", "from.compartment", "to.muscle", "to.compartment"]},
  {"from": "neurons",
   "axes": ["from.muscle", "from.compartment", "to.muscle", "to.compartment"]},
  {"from": "bias", "axes": ["to.muscle", "to.compartment"]}])";
const char* const kOmega3Elman = R"([
  {"from": "inputs", "to": "hidden",
   "axes": ["from.variable", "from.compartment", "to.hidden"]},
  {"from": "hidden", "to": "hidden", "axes": ["from.hidden", "to.hidden"]},
  {"from": "hidden", "to": "outputs", "axes": ["from.hidden", "to.muscle", "to.compartment"]},
  {"from": "bias", "to": "hidden", "axes": ["to"]},
  {"from": "bias", "to": "outputs", "axes": ["to.muscle", "to.compartment"]}])";

std::vector<double> decoded(const FrequencyEncoding& encoding) {
  std::vector<double> weights(encoding.network_size().weight_count());
  encoding.decode(random_numbers(encoding.genome_size(), 3), weights);
  return weights;
}

std::string message_of(const std::string& list, const Geometry& geometry) {
  try {
    make_mapping(list, geometry);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConfiguration) << error.what();
    return error.what();
  }
  return "no error";
}

void expect_same_mapping(const std::string& list, const std::string& name, const Geometry& geometry,
                         NetworkKind kind = NetworkKind::kRecurrent) {
  const Mapping listed = make_mapping(list, geometry, kind),
                named = make_mapping(name, geometry, kind);
  ASSERT_EQ(listed.arrays.size(), named.arrays.size());
  for (std::size_t m = 0; m < listed.arrays.size(); ++m) {
    EXPECT_EQ(listed.arrays[m].shape, named.arrays[m].shape);
  }
  EXPECT_EQ(decoded(FrequencyEncoding(listed, 50)), decoded(FrequencyEncoding(named, 50)));
}

TEST(ListedMapping, WhatSaysTheSameAsANamedOneIsTheSame) {
  const Geometry raw = octopus_geometry(Actions::kRaw, 5);
  expect_same_mapping(kOmega1, "omega1", raw);
  expect_same_mapping(kOmega2, "omega2", raw);
  expect_same_mapping(kOmega3, "omega3", raw);
  const Geometry hidden = with_hidden(raw, 4);
  expect_same_mapping(kOmega1, "omega1", hidden);
  expect_same_mapping(kOmega2, "omega2", hidden);
  for (const NetworkKind kind : {NetworkKind::kElman, NetworkKind::kJordan}) {
    expect_same_mapping(kOmega1, "omega1", hidden, kind);
    expect_same_mapping(kOmega2, "omega2", hidden, kind);
  }
  expect_same_mapping(kOmega3Elman, "omega3", hidden, NetworkKind::kElman);
  expect_same_mapping(kOmega2, "omega2", raw, NetworkKind::kFeedForward);
}

/// The paper's overview figure: 2 inputs, 4 neurons on 2 x 2.
Geometry figure() { return {dense_grid({{"input", 2}}, 2), dense_grid({{"x", 2}, {"y", 2}}, 4)}; }

const char* const kFigure = R"([{"from": "inputs", "axes": ["to.y", "to.x", "from"]},
                                {"from": "neurons", "axes": ["to.y", "to.x", "from"]},
                                {"from": "bias", "axes": ["to.y", "to.x"]}])";

TEST(ListedMapping, ThePapersFigureHasArraysOfThreeThreeAndTwoAxes) {
  const Mapping mapping = make_mapping(kFigure, figure());
  std::vector<Shape> shapes;
  for (const WeightArray& array : mapping.arrays) shapes.push_back(array.shape);
  EXPECT_EQ(shapes, (std::vector<Shape>{{2, 2, 2}, {2, 2, 4}, {2, 2}}));
  EXPECT_EQ(FrequencyEncoding(mapping, 8).lengths(), (std::vector<Cell>{3, 3, 2}));
}

TEST(ListedMapping, CellsMayBeListedOneByOne) {
  const std::string cells = R"([
      {"shape": [2, 2, 2], "weights": [0, 1, 2, 3, 4, 5, 6, 7]},
      {"shape": [2, 2, 4],
       "weights": [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]},
      {"shape": [2, 2], "weights": [24, 25, 26, 27]}])";
  EXPECT_EQ(decoded(FrequencyEncoding(make_mapping(cells, figure()), 20)),
            decoded(FrequencyEncoding(make_mapping(kFigure, figure()), 20)));
}

TEST(ListedMapping, Omega1CanBeListedByCells) {
  const Geometry geometry{dense_grid({{"x", 1}}, 1), dense_grid({{"y", 2}}, 2)};
  const std::string cells = R"([{"shape": [2, 4], "weights": [0, 2, 3, 6, 1, 4, 5, 7]}])";
  EXPECT_EQ(decoded(FrequencyEncoding(make_mapping(cells, geometry), 5)),
            decoded(FrequencyEncoding(make_mapping("omega1", geometry), 5)));
}

TEST(ListedMapping, CellsMayBeEmptyAndStandBesideArraysByAxes) {
  const std::string mixed = R"([{"from": ["inputs", "neurons"], "axes": ["to", "from"]},
                                {"shape": [5], "weights": [24, 25, -1, 26, 27]}])";
  const Mapping mapping = make_mapping(mixed, figure());
  const auto weights = decoded(FrequencyEncoding(mapping, 29));
  EXPECT_EQ(mapping.arrays[1].weights.size(), 4u);
  EXPECT_NE(weights[26], 0.0);
}

TEST(ListedMapping, ListsByAxesFollowTheSizeOfTheTask) {
  const FrequencyEncoding listed(make_mapping(kOmega3, octopus_geometry(Actions::kRaw, 5)), 30);
  const FrequencyEncoding named(make_mapping("omega3", octopus_geometry(Actions::kRaw, 5)), 30);
  const Geometry longer = octopus_geometry(Actions::kRaw, 8);
  EXPECT_EQ(decoded(listed.resized(make_mapping(kOmega3, longer), Scale::kNone)),
            decoded(named.resized(make_mapping("omega3", longer), Scale::kNone)));
}

TEST(ListedMapping, ListsByCellsFitOneSizeAlone) {
  const Geometry one{dense_grid({{"x", 1}}, 1), dense_grid({{"y", 1}}, 1)};
  const Geometry two{dense_grid({{"x", 1}}, 1), dense_grid({{"y", 2}}, 2)};
  const std::string of_one = R"([{"shape": [3], "weights": [0, 1, 2]}])";
  EXPECT_EQ(message_of(of_one, one), "no error");
  EXPECT_EQ(message_of(of_one, two),
            "encoding.mapping: weight 3 (neuron 1 to neuron 0) lies in no array: expected one cell "
            "for each (cells that are listed fit one size of network alone)");
  EXPECT_EQ(message_of(R"([{"shape": [8], "weights": [0, 1, 2, 3, 4, 5, 6, 7]}])", one),
            "encoding.mapping: array 1: weights[3] = 3: expected -1 to 2 (the weights of 1 inputs "
            "and 1 neurons)");
}

TEST(ListedMapping, AWrongListIsAnErrorThatSaysWhereAndWhatIsAllowed) {
  const auto expect = [](const std::string& list, const std::string& message) {
    EXPECT_EQ(message_of(list, figure()), "encoding.mapping: " + message) << list;
  };
  expect(R"([3])", "array 1: expected an object");
  expect(R"([{"axes": ["to"]}])", "array 1: from: missing");
  expect(R"([{"from": "bias"}])", "array 1: axes: missing");
  expect(R"([{"from": "bias", "axis": ["to"]}])",
         "array 1: axis: no such key: expected from, to, axes");
  expect(R"([{"shape": [1], "weights": [0], "from": "bias"}])",
         "array 1: from: no such key: expected shape, weights");
  expect(R"([{"from": "bias", "axes": ["to"]}, {"from": ["inputs", "moods"], "axes": ["to"]}])",
         R"(array 2: from[1] = "moods": expected one of inputs, neurons, outputs, bias)");
  expect(R"([{"from": [], "axes": ["to"]}])",
         "array 1: from = []: expected at least one kind of units");
  expect(R"([{"from": "hidden", "axes": ["to", "from"]}])",
         R"(array 1: from = "hidden": expected one of inputs, neurons, outputs, bias)");
  expect(R"([{"from": "bias", "to": "inputs", "axes": ["to"]}])",
         R"(array 1: to = "inputs": expected one of neurons, outputs)");
  expect(R"([{"from": "inputs", "axes": ["to", "from.z"]}])",
         R"(array 1: axes[1] = "from.z": expected one of from, from.input, to, to.x, to.y)");
  expect(R"([{"from": "inputs", "axes": ["to.x", "from"]}])",
         R"(array 1: axes = ["to.x","from"]: expected to, or to.x and to.y)");
  expect(R"([{"from": "inputs", "axes": ["to", "to.x", "to.y", "from"]}])",
         R"(array 1: axes = ["to","to.x","to.y","from"]: expected to, or to.x and to.y)");
  expect(R"([{"from": "inputs", "axes": ["to"]}])",
         R"(array 1: axes = ["to"]: expected from, or from.input)");
  expect(R"([{"from": ["inputs", "neurons"], "axes": ["to", "from.input"]}])",
         R"(array 1: axes[1] = "from.input": expected one of from, to, to.x, to.y)");
  expect(R"([{"from": "inputs", "axes": ["to", "from", "to"]}])",
         R"(array 1: axes[2] = "to": expected each axis once)");
  expect(R"([{"shape": [2, 2], "weights": [0, 1]}])",
         "array 1: weights has 2 weights (one a cell of the shape): expected 4");
  expect(R"([{"shape": [0], "weights": []}])",
         "array 1: shape[0] = 0: expected an integer from 1 to 2147483647");
  expect(R"([{"shape": [2], "weights": [0, -2]}])",
         "array 1: weights[1] = -2: expected an integer from -1 to 2147483647");
  expect(R"([{"from": ["inputs", "neurons"], "axes": ["to", "from"]}])",
         "weight 24 (bias of neuron 0) lies in no array: expected one cell for each");
  expect(R"([{"from": ["inputs", "neurons", "bias"], "axes": ["to", "from"]},
             {"from": "outputs", "axes": ["to", "from"]}])",
         "array 2: weight 8 (neuron 0 to neuron 0) lies in two cells: expected one");
  expect(R"([{"from": ["inputs", "inputs", "neurons", "bias"], "axes": ["to", "from"]}])",
         "array 1: weight 0 (input 0 to neuron 0) lies in two cells: expected one");
  EXPECT_EQ(message_of("[{", figure()), "encoding.mapping:1:2: not JSON: ends too early");
}

TEST(ListedMapping, HiddenAndOutputNeuronsTogetherHaveNoGrid) {
  EXPECT_EQ(message_of(R"([{"from": "bias", "axes": ["to.x", "to.y"]}])", with_hidden(figure(), 2)),
            R"(encoding.mapping: array 1: axes[0] = "to.x": expected one of from, to)");
}

TEST(ListedMapping, CellsHaveNoSpectrum) {
  const Geometry one{dense_grid({{"x", 1}}, 1), dense_grid({{"y", 1}}, 1)};
  EXPECT_THROW(
      make_encoding(R"([{"shape": [3], "weights": [0, 1, 2]}])", one, 2, NetworkStep::kSpectral),
      Error);
}

}  // namespace
}  // namespace lowpass
