// What networks cost in memory.

#include <gtest/gtest.h>

#include "lowpass/encoding/encoding.h"
#include "tests/encoding/live_memory.h"
#include "tests/support/random_numbers.h"

namespace lowpass {
namespace {

/// As many inputs as neurons, each on a line.
Geometry line(int units) {
  return {dense_grid({{"x", units}}, units), dense_grid({{"x", units}}, units)};
}

/// The most memory in use from the geometry to a stepped network: mapping, encoding, controller.
std::size_t peak_of_a_step(const Geometry& geometry, const char* mapping, Cell coefficients,
                           NetworkStep step) {
  const std::size_t before = live_bytes();
  reset_peak_bytes();
  const auto encoding = make_encoding(mapping, geometry, coefficients, step);
  const NetworkSize size = encoding->network_size();
  const Controller controller = encoding->controller(
      random_numbers(coefficients, 1), Topology::fully_recurrent(size), Activation::kLogistic);
  const std::vector<double> inputs(size.inputs, 0.5);
  std::vector<double> state(size.neurons, 0.0);
  controller.step(inputs, state);
  return peak_bytes() - before;
}

// The cells of units in mapping and plan (8 bytes each, and the copies while they are made), the
// cosines of axes, inputs, state and scratch: some 9 numbers a unit. A gene is a position, a term
// of the plan and a coefficient, and the order of Algorithm 1 keeps lists of a simplex.
constexpr double kBytesAUnit = 100.0, kBytesAGene = 150.0, kBytesBesides = 16384.0;

TEST(Memory, OfASpectralStepGrowsWithUnitsPlusCoefficientsNotWithWeights) {
  for (const char* mapping : {"omega1", "omega2", "omega3"}) {
    for (const int units : {64, 256, 1024, 4096}) {
      for (const Cell coefficients : {20, 210, 2000}) {
        const auto peak = static_cast<double>(
            peak_of_a_step(line(units), mapping, coefficients, NetworkStep::kSpectral));
        EXPECT_LE(peak, kBytesAUnit * 2 * units + kBytesAGene * static_cast<double>(coefficients) +
                            kBytesBesides)
            << mapping << ", " << units << " units, " << coefficients << " coefficients";
      }
    }
  }
}

TEST(Memory, OfTwoMillionWeightsIsAHundredthOfTheirOwn) {
  const Geometry geometry = line(1024);  // 2.1 million weights, 16.8 MB
  const std::size_t spectral = peak_of_a_step(geometry, "omega1", 210, NetworkStep::kSpectral);
  EXPECT_LT(spectral, 16'800'000u / 100);
}

// The values of the array and the weights read from them; then these and the controller's own.
TEST(Memory, OfADenseStepIsTwiceTheWeights) {
  const Geometry geometry = line(512);
  const auto weights = static_cast<double>(8 * NetworkSize{512, 512}.weight_count());
  const auto peak =
      static_cast<double>(peak_of_a_step(geometry, "omega1", 210, NetworkStep::kDense));
  EXPECT_LT(peak, 2.2 * weights);
}

}  // namespace
}  // namespace lowpass
