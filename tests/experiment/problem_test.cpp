#include "lowpass/experiment/problem.h"

#include <gtest/gtest.h>

namespace lowpass {
namespace {

Configuration with(const std::vector<std::string>& settings) {
  return load_configuration(std::nullopt, settings);
}

TEST(Problem, TheTaskIsTheOneConfigured) {
  const ReachingOptions options =
      reaching_options(with({"task.actions=meta", "task.compartments=7", "task.control_step=0.4",
                             "task.steps=9", "task.goal=[1,-2]", "task.starts=[0.5, -0.5]"}));
  EXPECT_EQ(options.actions, Actions::kMeta);
  EXPECT_EQ(options.compartments, 7);
  EXPECT_EQ(options.control_step, 0.4);
  EXPECT_EQ(options.steps, 9);
  EXPECT_EQ(options.goal.x, 1.0);
  EXPECT_EQ(options.goal.y, -2.0);
  EXPECT_EQ(options.starts, (std::vector{0.5, -0.5}));
  EXPECT_EQ(options.score, Score::kFinal);
}

TEST(Problem, TheTasksGeometryIsThatOfItsConfiguration) {
  const Configuration configuration = with({"task.compartments=4"});
  const Geometry made = make_task(configuration)->geometry();
  const Geometry configured = task_geometry(configuration);
  EXPECT_EQ(made.inputs.cell_of_unit, configured.inputs.cell_of_unit);
  EXPECT_EQ(made.neurons.cell_of_unit, configured.neurons.cell_of_unit);
  EXPECT_EQ(make_task(configuration)->trials(), 3);
}

TEST(Problem, TheEncodingHasTheCoefficientsOrTheWeights) {
  EXPECT_EQ(make_encoding(with({}), 20)->genome_size(), 20);
  EXPECT_EQ(make_encoding(with({}), 20)->network_size().weight_count(), 3680);
  EXPECT_EQ(make_encoding(with({"encoding.mapping=direct"}), 20)->genome_size(), 3680);
  EXPECT_EQ(initial_genome_size(with({"encoding.mapping=direct"})), 3680);
  EXPECT_EQ(initial_genome_size(with({})), 20);
  EXPECT_EQ(coefficient_limit(with({})), 4026);
  EXPECT_EQ(coefficient_limit(with({"encoding.mapping=direct"})), 3680);
}

TEST(Problem, EveryCoefficientUpToTheLimitHasAPlace) {
  for (const std::string mapping : {"omega1", "omega2", "omega3"}) {
    const Configuration c = with({"encoding.mapping=" + mapping, "task.compartments=3"});
    EXPECT_EQ(make_encoding(c, coefficient_limit(c))->genome_size(), coefficient_limit(c));
    EXPECT_ANY_THROW(make_encoding(c, coefficient_limit(c) + 1));
  }
}

TEST(Problem, TheInitialStepSizeIsANumberOrFollowsFromTheWeights) {
  const Configuration number = with({"optimizer.sigma0=2"});
  EXPECT_EQ(initial_sigma(number, *make_encoding(number, 12)), std::vector<double>(12, 2.0));
  const Configuration rms = with({"optimizer.sigma0=weight-rms", "optimizer.weight_rms=0.5"});
  const auto encoding = make_encoding(rms, 12);
  EXPECT_EQ(initial_sigma(rms, *encoding), encoding->sigma_of_weight_rms(0.5));
}

TEST(Problem, TheNetworkAndTheRatesAreTheOnesConfigured) {
  EXPECT_EQ(network_activation(with({})), Activation::kLogistic);
  EXPECT_EQ(network_activation(with({"network.activation=tanh"})), Activation::kTanh);
  EXPECT_EQ(network_topology(with({})).size, (NetworkSize{82, 32}));
  EXPECT_EQ(network_topology(with({})).layers, std::vector<int>{32});
  EXPECT_EQ(snes_rates(with({}), 20).population_size, 16);
  EXPECT_EQ(snes_rates(with({"optimizer.preset=schaul"}), 20).population_size, 12);
}

}  // namespace
}  // namespace lowpass
