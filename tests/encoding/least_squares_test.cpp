#include "lowpass/encoding/least_squares.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lowpass/encoding/encoding.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "tests/support/random_numbers.h"

namespace lowpass {
namespace {

double distance(const Encoding& encoding, const std::vector<double>& weights) {
  std::vector<double> back(weights.size());
  encoding.decode(encoding.encode(weights), back);
  double sum = 0.0;
  for (std::size_t i = 0; i < back.size(); ++i) {
    sum += (back[i] - weights[i]) * (back[i] - weights[i]);
  }
  return std::sqrt(sum);
}

/// Every cell of omega1 holds a weight; omega2 and omega3 have cells that hold none.
TEST(LeastSquares, MoreCoefficientsAreNeverWorse) {
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    for (const NetworkKind kind : {NetworkKind::kRecurrent, NetworkKind::kElman}) {
      for (const std::uint64_t seed : {1, 2, 3}) {
        Geometry geometry = octopus_geometry(Actions::kRaw, 4);
        if (kind == NetworkKind::kElman) geometry.hidden = dense_grid({{"hidden", 5}}, 5);
        double before = INFINITY;
        for (const Cell coefficients : {1, 5, 20, 21, 50, 80, 160, 320}) {
          const auto encoding =
              make_encoding(mapping, geometry, coefficients, NetworkStep::kDense, kind);
          auto weights = random_numbers(encoding->network_size().weight_count(), seed);
          drop_missing(network_topology(kind, geometry).exists, weights);
          const double now = distance(*encoding, weights);
          // 1e-12: sums of a thousand squares round.
          EXPECT_LE(now, before * (1 + 1e-12)) << mapping << ' ' << coefficients;
          before = now;
        }
      }
    }
  }
}

TEST(LeastSquares, WhatIsLeftIsOrthogonalToEveryGene) {
  const auto encoding = make_encoding("omega3", octopus_geometry(Actions::kRaw, 3), 30);
  const auto weights = random_numbers(encoding->network_size().weight_count(), 4);
  std::vector<double> left(weights.size()), one(weights.size());
  encoding->decode(encoding->encode(weights), left);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= weights[i];
  for (int gene = 0; gene < 30; ++gene) {
    std::vector<double> genome(30, 0.0);
    genome[gene] = 1.0;
    encoding->decode(genome, one);
    double product = 0.0;
    for (std::size_t i = 0; i < left.size(); ++i) product += left[i] * one[i];
    EXPECT_NEAR(product, 0.0, 1e-11) << gene;  // of a norm of about 10: the sum rounds
  }
}

TEST(LeastSquares, AGenomeComesBackFromItsNetwork) {
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    const auto encoding = make_encoding(mapping, octopus_geometry(Actions::kRaw, 10), 50);
    const auto genome = random_numbers(50, 5);
    std::vector<double> weights(encoding->network_size().weight_count());
    encoding->decode(genome, weights);
    const auto back = encoding->encode(weights);
    for (std::size_t i = 0; i < genome.size(); ++i) EXPECT_NEAR(back[i], genome[i], 1e-9);
  }
}

}  // namespace
}  // namespace lowpass
