#include "lowpass/configuration/problem.h"

#include <gtest/gtest.h>

#include "lowpass/task/octopus/octopus_task.h"

namespace lowpass {
namespace {

Configuration configured(const std::vector<std::string>& settings) {
  return load_configuration(std::nullopt, settings);
}

TEST(Problem, TheTaskIsTheOneConfigured) {
  const ReachingOptions options = reaching_options(
      configured({"task.actions=meta", "task.compartments=7", "task.control_step=0.4",
                  "task.steps=9", "task.goal=[1,-2]", "task.starts=[0.5, -0.5]"})
          .task.keys);
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
  const Configuration configuration = configured({"task.preset=paper", "task.compartments=4"});
  const Geometry made = make_task(configuration)->geometry();
  const Geometry configured = task_geometry(configuration);
  EXPECT_EQ(made.inputs.cell_of_unit, configured.inputs.cell_of_unit);
  EXPECT_EQ(made.neurons.cell_of_unit, configured.neurons.cell_of_unit);
  EXPECT_EQ(make_task(configuration)->trials(), 3);
}

TEST(Problem, TheEncodingHasTheCoefficientsOrTheWeights) {
  EXPECT_EQ(make_encoding(configured({}), 20)->genome_size(), 20);
  EXPECT_EQ(make_encoding(configured({}), 20)->network_size().weight_count(), 3680);
  EXPECT_EQ(make_encoding(configured({"encoding.mapping=direct"}), 20)->genome_size(), 3680);
  EXPECT_EQ(initial_genome_size(configured({"encoding.mapping=direct"})), 3680);
  EXPECT_EQ(initial_genome_size(configured({})), 20);
  EXPECT_EQ(coefficient_limit(configured({})), 4026);
  EXPECT_EQ(coefficient_limit(configured({"encoding.mapping=direct"})), 3680);
}

TEST(Problem, EveryCoefficientUpToTheLimitHasAPlace) {
  for (const std::string mapping : {"omega1", "omega2", "omega3"}) {
    const Configuration c =
        configured({"encoding.mapping=" + mapping, "task.preset=paper", "task.compartments=3"});
    EXPECT_EQ(make_encoding(c, coefficient_limit(c))->genome_size(), coefficient_limit(c));
    EXPECT_ANY_THROW(make_encoding(c, coefficient_limit(c) + 1));
  }
}

TEST(Problem, TheInitialStepSizeIsANumberOrFollowsFromTheWeights) {
  const Configuration number = configured({"optimizer.sigma0=2"});
  EXPECT_EQ(initial_sigma(number, *make_encoding(number, 12)), std::vector<double>(12, 2.0));
  const Configuration rms = configured({"optimizer.sigma0=weight-rms", "optimizer.weight_rms=0.5"});
  const auto encoding = make_encoding(rms, 12);
  EXPECT_EQ(initial_sigma(rms, *encoding), encoding->sigma_of_weight_rms(0.5));
}

TEST(Problem, TheNetworkIsTheOneConfigured) {
  EXPECT_EQ(network_activations(configured({})), Activations(Activation::kLogistic));
  EXPECT_EQ(network_activations(configured({"network.activation=tanh"})),
            Activations(Activation::kTanh));
  EXPECT_EQ(network_activations(configured({"network.activation=tanh", "network.output=linear"})),
            Activations(Activation::kTanh, Activation::kLinear));
  EXPECT_EQ(network_topology(configured({})).size, (NetworkSize{82, 32}));
  EXPECT_EQ(network_topology(configured({})).layers, std::vector<int>{32});
  const Topology elman = network_topology(configured({"network.kind=elman", "network.hidden=5"}));
  EXPECT_EQ(elman.size, (NetworkSize{82, 37}));
  EXPECT_EQ(elman.layers, (std::vector<int>{5, 32}));
  EXPECT_EQ(elman.outputs, 32);
}

TEST(Problem, AGeneOfADirectGenomeIsALinkThatExists) {
  // Inputs to 5 hidden neurons, those to themselves and to 32 outputs, and a bias each.
  EXPECT_EQ(initial_genome_size(
                configured({"network.kind=elman", "network.hidden=5", "encoding.mapping=direct"})),
            82 * 5 + 5 * 5 + 5 * 32 + 37);
}

TEST(Problem, TheSearchIsTheOneConfiguredAndItsSegmentsAreTheChromosomes) {
  const auto population = [](const std::vector<std::string>& settings) {
    const Configuration c = configured(settings);
    return make_search(c, *make_encoding(c, 20))->population_size();
  };
  EXPECT_EQ(population({}), 16);
  EXPECT_EQ(population({"optimizer.preset=schaul"}), 12);
  EXPECT_EQ(population({"optimizer.name=cma-es"}), 12);
  EXPECT_EQ(make_encoding(configured({}), 20)->lengths(), (std::vector<Cell>{7, 7, 6}));
  const Configuration c = configured({"encoding.coefficients=1"});
  EXPECT_EQ(make_search(c, *make_encoding(c, 1))->population_size(), 8);
}

}  // namespace
}  // namespace lowpass
