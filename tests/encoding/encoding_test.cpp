#include "lowpass/encoding/encoding.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/encoding/chromosomes.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "tests/support/golden.h"
#include "tests/support/random_numbers.h"
#include "tests/support/targets.h"

namespace lowpass {
namespace {

Geometry octopus(int psi, int p) {
  return octopus_geometry(psi == 1 ? Actions::kMeta : Actions::kRaw, p);
}

Mapping octopus_mapping(int psi, int omega, int p) {
  return make_mapping("omega" + std::to_string(omega), octopus(psi, p));
}

std::vector<double> decoded(const Encoding& encoding, const std::vector<double>& genome) {
  std::vector<double> weights(encoding.network_size().weight_count());
  encoding.decode(genome, weights);
  return weights;
}

/// The golden file's matrices in the order of NetworkSize.
std::vector<double> golden_weights(const nlohmann::json& g, const std::string& suffix = "") {
  std::vector<double> weights;
  for (const char* part : {"W_in", "W_rec", "b"}) {
    const auto values = flattened(g[part + suffix]);
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return weights;
}

Scale scale_of(const nlohmann::json& g) {
  return g["scale"] == "amplitude" ? Scale::kAmplitude : Scale::kNone;
}

TEST(Encoding, DecodesEveryGoldenGenome) {
  const auto names = golden_names("decode_");
  EXPECT_EQ(names.size(), 12u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const Mapping mapping = octopus_mapping(g["psi"], g["omega"], g["p"]);
    std::vector<Shape> shapes;
    for (const WeightArray& array : mapping.arrays) shapes.push_back(array.shape);
    EXPECT_EQ(shapes, g["shapes"].get<std::vector<Shape>>()) << name;
    const FrequencyEncoding encoding(mapping, g["C"].get<Cell>());
    EXPECT_EQ(encoding.lengths(), g["lengths"].get<std::vector<Cell>>()) << name;
    expect_golden(decoded(encoding, g["genome"]), golden_weights(g), name);
  }
}

TEST(Encoding, ResizesEveryGoldenGenome) {
  const auto names = golden_names("resize_genome_");
  EXPECT_EQ(names.size(), 16u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const FrequencyEncoding evolved(octopus_mapping(g["psi"], g["omega"], g["p_old"]),
                                    g["C"].get<Cell>());
    const auto resized =
        evolved.resized(octopus_mapping(g["psi"], g["omega"], g["p_new"]), scale_of(g));
    expect_golden(decoded(resized, g["genome"]), golden_weights(g), name);
  }
}

TEST(Encoding, ResizesEveryGoldenNetwork) {
  const auto names = golden_names("resize_network_");
  EXPECT_EQ(names.size(), 6u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const auto resized = resized_network(
        golden_weights(g, "_old"), octopus_mapping(g["psi"], g["omega"], g["p_old"]),
        octopus_mapping(g["psi"], g["omega"], g["p_new"]), scale_of(g));
    expect_golden(resized, golden_weights(g), name);
  }
}

TEST(Encoding, ChromosomeLengthsMatchTheGoldenTable) {
  for (const auto& row : golden("lengths_a")["rows"]) {
    const std::vector<Cell> capacities = row["caps"];
    for (std::size_t i = 0; i < row["C"].size(); ++i) {
      EXPECT_EQ(chromosome_lengths(capacities, row["C"][i].get<Cell>()),
                row["lengths"][i].get<std::vector<Cell>>());
    }
  }
}

TEST(Encoding, GrowthInsertsGenesAsInTheGoldenTable) {
  for (const auto& row : golden("growth_a")["rows"]) {
    const std::vector<Cell> before = row["lengths_old"], after = row["lengths_new"];
    EXPECT_EQ(grown_genes(before, after), row["new_from_old"].get<std::vector<Cell>>());
  }
}

RC_GTEST_PROP(Encoding, OneMoreCoefficientLengthensOneChromosomeByOne, ()) {
  const auto capacities =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<Cell>>(rc::gen::inRange<Cell>(1, 40)));
  Cell most = 0;
  for (const Cell capacity : capacities) most += capacity;
  const Cell count = *rc::gen::inRange<Cell>(0, most);
  const auto before = chromosome_lengths(capacities, count);
  const auto after = chromosome_lengths(capacities, count + 1);
  Cell difference = 0;
  for (std::size_t m = 0; m < before.size(); ++m) {
    RC_ASSERT(after[m] >= before[m] && after[m] <= capacities[m]);
    difference += after[m] - before[m];
  }
  RC_ASSERT(difference == 1);
}

RC_GTEST_PROP(Encoding, AGrownGenomeWithZerosIsTheSameNetwork, ()) {
  const int omega = *rc::gen::inRange(1, 4);
  const Mapping mapping = octopus_mapping(2, omega, 4);
  const Cell c = *rc::gen::inRange<Cell>(1, 100), more = *rc::gen::inRange<Cell>(1, 100);
  const FrequencyEncoding small(mapping, c), large(mapping, c + more);
  const auto genome = random_numbers(c, 3);
  std::vector<double> grown;
  for (const Cell from : grown_genes(small.lengths(), large.lengths())) {
    grown.push_back(from < 0 ? 0.0 : genome[from]);
  }
  const auto a = decoded(small, genome), b = decoded(large, grown);
  for (std::size_t i = 0; i < a.size(); ++i) RC_ASSERT(std::abs(a[i] - b[i]) < 1e-13);
}

RC_GTEST_PROP(Encoding, WithEveryCoefficientAnyNetworkIsEncodedExactly, ()) {
  const int psi = *rc::gen::inRange(1, 3), omega = *rc::gen::inRange(1, 4);
  const Mapping mapping = octopus_mapping(psi, omega, *rc::gen::inRange(1, 5));
  Cell cells = 0;
  for (const WeightArray& array : mapping.arrays) cells += cell_count(array.shape);
  const FrequencyEncoding encoding(mapping, cells);
  const auto weights = random_numbers(mapping.size.weight_count(), 5);
  const auto back = decoded(encoding, encoding.encode(weights));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    RC_ASSERT(std::abs(back[i] - weights[i]) < 1e-12);
  }
}

RC_GTEST_PROP(Encoding, EncodingADecodedGenomeGivesTheGenomeBackWhereEveryCellIsAWeight, ()) {
  const FrequencyEncoding encoding(octopus_mapping(2, 1, 5), *rc::gen::inRange<Cell>(1, 200));
  const auto genome = random_numbers(encoding.genome_size(), 6);
  const auto back = encoding.encode(decoded(encoding, genome));
  for (std::size_t i = 0; i < genome.size(); ++i) RC_ASSERT(std::abs(back[i] - genome[i]) < 1e-12);
}

TEST(Encoding, ResizingToTheSameSizeIsTheIdentity) {
  for (int omega = 1; omega <= 3; ++omega) {
    const Mapping mapping = octopus_mapping(2, omega, 6);
    const auto weights = random_numbers(mapping.size.weight_count(), 9);
    expect_golden(resized_network(weights, mapping, mapping, Scale::kNone), weights, "same size");
    const FrequencyEncoding encoding(mapping, 50);
    const auto genome = random_numbers(50, 2);
    EXPECT_EQ(decoded(encoding.resized(mapping, Scale::kAmplitude), genome),
              decoded(encoding, genome));
  }
}

TEST(Encoding, ScaleAmplitudeKeepsTheHeightOfASurface) {
  const FrequencyEncoding encoding(octopus_mapping(2, 3, 10), 3);  // the constant of each array
  const auto at = [&](Scale scale) {
    return decoded(encoding.resized(octopus_mapping(2, 3, 20), scale), {1.0, 1.0, 1.0})[0];
  };
  const double height = decoded(encoding, {1.0, 1.0, 1.0})[0];
  EXPECT_NEAR(at(Scale::kAmplitude), height, 1e-15);
  EXPECT_NEAR(at(Scale::kNone), height * 11.0 / 21.0, 1e-15);  // 1 / fan-in for omega3
}

TEST(Encoding, SigmaOfWeightRmsGivesWeightsOfThatSize) {
  for (int omega = 1; omega <= 3; ++omega) {
    const FrequencyEncoding encoding(octopus_mapping(2, omega, 10), 80);
    const auto sigma = encoding.sigma_of_weight_rms(0.3);
    double square = 0.0;
    const int samples = 400;
    for (int s = 0; s < samples; ++s) {
      auto genome = random_numbers(80, s);
      for (std::size_t i = 0; i < genome.size(); ++i) genome[i] *= sigma[i];
      for (const double w : decoded(encoding, genome)) square += w * w;
    }
    // 400 samples of 80 genes: the mean square is known to about 1 %.
    const auto count = static_cast<double>(samples * encoding.network_size().weight_count());
    EXPECT_NEAR(std::sqrt(square / count), 0.3, 0.015) << omega;
  }
}

// The paper's overview figure: 2 inputs, 4 neurons, three arrays with 3, 3 and 2 axes.
Mapping listed_mapping() {
  const NetworkSize size{.inputs = 2, .neurons = 4};
  Mapping mapping{size, {{{2, 2, 2}, {}}, {{2, 2, 4}, {}}, {{2, 2}, {}}}};
  for (int to = 0; to < 4; ++to) {
    for (int from = 0; from < 2; ++from) {
      mapping.arrays[0].weights.push_back({size.input_weight(to, from), to * 2 + from});
    }
    for (int from = 0; from < 4; ++from) {
      mapping.arrays[1].weights.push_back({size.recurrent_weight(to, from), to * 4 + from});
    }
    mapping.arrays[2].weights.push_back({size.bias_weight(to), to});
  }
  return mapping;
}

FrequencyEncoding orthonormal(const Mapping& mapping, Cell coefficients,
                              NetworkStep step = NetworkStep::kDense) {
  return FrequencyEncoding(mapping, coefficients, step, TransformScale::kOrthonormal);
}

TEST(Encoding, AnOrthonormalGenomeIsAsLongAsItsWeights) {
  const Mapping mapping = octopus_mapping(1, 1, 6);  // every cell is a weight
  const FrequencyEncoding encoding = orthonormal(mapping, mapping.size.weight_count());
  const auto genome = random_numbers(mapping.size.weight_count(), 3);
  double genes = 0.0, weights = 0.0;
  for (const double gene : genome) genes += gene * gene;
  for (const double weight : decoded(encoding, genome)) weights += weight * weight;
  EXPECT_NEAR(weights, genes, 1e-9 * genes);
}

TEST(Encoding, AnOrthonormalGenomeIsThePrintedOneWithTwoToTheHalfForEachAxis) {
  const FrequencyEncoding printed(listed_mapping(), 28), scaled = orthonormal(listed_mapping(), 28);
  const auto genome = random_numbers(28, 5);
  const auto weights = decoded(printed, genome);
  const auto back = scaled.encode(weights);
  std::set<long> halves;
  for (std::size_t i = 0; i < genome.size(); ++i) {
    const double power = 2 * std::log2(back[i] / genome[i]);
    EXPECT_NEAR(power, std::round(power), 1e-9);
    halves.insert(std::lround(power));
  }
  EXPECT_EQ(halves, (std::set<long>{0, 1, 2, 3}));  // axes along which a function varies
  const auto again = decoded(scaled, back);
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(again[i], weights[i], 1e-12);
}

TEST(Encoding, AnOrthonormalGenomeIsResizedAndSteppedAsThePrintedOneOfItsWeights) {
  const Mapping mapping = octopus_mapping(2, 1, 10), larger = octopus_mapping(2, 1, 14);
  const FrequencyEncoding printed(mapping, 20), scaled = orthonormal(mapping, 20);
  const auto genome = random_numbers(20, 8);
  const auto same = scaled.encode(decoded(printed, genome));
  const auto expected = decoded(printed.resized(larger, Scale::kNone), genome);
  const auto found = decoded(scaled.resized(larger, Scale::kNone), same);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
  EXPECT_EQ(decoded(orthonormal(mapping, 20, NetworkStep::kSpectral), same), decoded(scaled, same));
}

TEST(Encoding, DirectGenomesAreTheWeights) {
  const auto encoding = make_encoding("direct", octopus(1, 10), 0);
  EXPECT_EQ(encoding->genome_size(), 728);
  const auto genome = random_numbers(728, 1);
  EXPECT_EQ(decoded(*encoding, genome), genome);
  EXPECT_EQ(encoding->encode(genome), genome);
  EXPECT_EQ(make_encoding("direct", octopus(2, 10), 0)->genome_size(), 3680);
}

TEST(Encoding, BitsAreTheSameOnEveryTarget) {
  const FrequencyEncoding encoding(octopus_mapping(2, 3, 10), 20);
  const auto genome = random_numbers(20, 12);
  const auto expected = decoded(encoding, genome);
  on_every_target(
      [&](const std::string& target) { EXPECT_EQ(decoded(encoding, genome), expected) << target; });
}

TEST(Encoding, AUserMayListArrays) {
  const FrequencyEncoding encoding(listed_mapping(), 8);
  EXPECT_EQ(encoding.lengths(), (std::vector<Cell>{3, 3, 2}));
  const auto weights = decoded(encoding, {1, 0, 0, 2, 0, 0, 3, 0});
  EXPECT_DOUBLE_EQ(weights[0], 1 / std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(weights[8], 2 / 4.0);
  EXPECT_DOUBLE_EQ(weights[24], 3 / 2.0);
}

TEST(Encoding, AListedMappingMustPlaceEveryWeightExactlyOnce) {
  Mapping twice = listed_mapping();
  twice.arrays[2].weights[1].weight = twice.arrays[2].weights[0].weight;
  EXPECT_THROW(FrequencyEncoding(twice, 8), Error);
  Mapping missing = listed_mapping();
  missing.arrays[2].weights.pop_back();
  EXPECT_THROW(FrequencyEncoding(missing, 8), Error);
  Mapping outside = listed_mapping();
  outside.arrays[2].weights[0].cell = 4;
  EXPECT_THROW(FrequencyEncoding(outside, 8), Error);
  Mapping shared = listed_mapping();
  shared.arrays[2].weights[0].cell = shared.arrays[2].weights[1].cell;
  EXPECT_THROW(FrequencyEncoding(shared, 8), Error);
}

TEST(Encoding, BlocksMustPlaceEveryWeightExactlyOnceToo) {
  const Mapping mapping = octopus_mapping(2, 3, 2);
  EXPECT_NO_THROW(check_mapping(mapping));
  Mapping missing = mapping;
  missing.arrays[2].blocks.clear();
  EXPECT_THROW(check_mapping(missing), Error);
  Mapping twice = mapping;
  twice.arrays[2].blocks.push_back(twice.arrays[2].blocks[0]);
  EXPECT_THROW(check_mapping(twice), Error);
  Mapping shared = mapping;
  shared.arrays[0].blocks[0].from_cells[1] = shared.arrays[0].blocks[0].from_cells[0];
  EXPECT_THROW(check_mapping(shared), Error);
  Mapping outside = mapping;
  outside.arrays[0].blocks[0].to_cells[0] = cell_count(outside.arrays[0].shape);
  EXPECT_THROW(check_mapping(outside), Error);
  Mapping mixed = mapping;
  mixed.arrays[0].blocks[0].from_cells[0] = mixed.arrays[0].blocks[0].to_cells[1];
  EXPECT_THROW(check_mapping(mixed), Error);
  Mapping shorter = mapping;
  shorter.arrays[1].blocks[0].from_cells.pop_back();
  EXPECT_THROW(check_mapping(shorter), Error);
}

TEST(Encoding, BlocksAndListedWeightsGoTogether) {
  Mapping mapping = octopus_mapping(2, 3, 2);
  const FrequencyEncoding blocks(mapping, 12);
  const WeightBlock bias = mapping.arrays[2].blocks[0];
  mapping.arrays[2].blocks.clear();
  for (int to = 0; to < mapping.size.neurons; ++to) {
    mapping.arrays[2].weights.push_back({mapping.size.bias_weight(to), bias.to_cells[to]});
  }
  const auto genome = random_numbers(12, 4);
  EXPECT_EQ(decoded(FrequencyEncoding(mapping, 12), genome), decoded(blocks, genome));
}

TEST(Encoding, TooFewOrTooManyCoefficientsAreErrors) {
  const Mapping mapping = octopus_mapping(1, 2, 10);
  EXPECT_THROW(FrequencyEncoding(mapping, 0), Error);
  EXPECT_THROW(FrequencyEncoding(mapping, 777), Error);
  EXPECT_EQ(FrequencyEncoding(mapping, 776).lengths(), (std::vector<Cell>{704, 64, 8}));
  EXPECT_THROW(make_mapping("omega4", octopus(1, 10)), Error);
}

TEST(Encoding, SizesThatDoNotFitAreErrorsInAnyBuild) {
  const Geometry geometry{dense_grid({{"input", 2}}, 2), dense_grid({{"neuron", 3}}, 3)};
  for (const char* mapping : {"omega1", "direct"}) {
    const auto encoding = make_encoding(mapping, geometry, 5);
    std::vector<double> genome(encoding->genome_size()), weights(18), few(3);
    EXPECT_NO_THROW(encoding->decode(genome, weights));
    EXPECT_THROW(encoding->decode(few, weights), Error) << mapping;
    EXPECT_THROW(encoding->decode(genome, few), Error) << mapping;
    EXPECT_THROW(encoding->encode(few), Error) << mapping;
  }
}

TEST(Encoding, FewerCoefficientsThanArraysLeaveTheOthersZero) {
  const auto weights = decoded(FrequencyEncoding(octopus_mapping(2, 3, 2), 1), {5.0});
  EXPECT_NE(weights.front(), 0.0);
  EXPECT_EQ(weights.back(), 0.0);
}

}  // namespace
}  // namespace lowpass
