#include "lowpass/experiment/stored_controller.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

/// A controller as a run would save it, with random genes. `coefficients` has no meaning for
/// direct.
GenomeFile saved(const std::string& mapping, const std::string& actions, int compartments = 10,
                 int coefficients = 20) {
  GenomeFile file;
  file.actions = actions;
  file.mapping = mapping;
  file.compartments = compartments;
  const Geometry geometry = stored_geometry(file, "test", compartments);
  const auto genes = make_encoding(mapping, geometry, coefficients)->genome_size();
  file.genome = uniform_numbers(5, static_cast<std::size_t>(genes), -1, 1);
  return file;
}

void expect_same_task(const ReachingOptions& a, const ReachingOptions& b) {
  EXPECT_EQ(a.compartments, b.compartments);
  EXPECT_EQ(a.actions, b.actions);
  EXPECT_EQ(a.control_step, b.control_step);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.goal.x, b.goal.x);
  EXPECT_EQ(a.goal.y, b.goal.y);
  EXPECT_EQ(a.starts, b.starts);
  EXPECT_EQ(a.score, b.score);
}

std::string complaint(const GenomeFile& file) {
  try {
    stored_encoding(file, "best.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    return error.what();
  }
  return "";
}

// ---- the task that a controller was evolved for -------------------------------------------------

TEST(StoredReaching, AFileThatSaysNothingOfItsTaskMeansPresetPaper) {
  for (const int p : {3, 10, 20}) {
    expect_same_task(stored_reaching(saved("omega3", "raw", p), "test", {}),
                     paper_reaching(Actions::kRaw, p));
    expect_same_task(stored_reaching(saved("omega1", "meta", p), "test", {}),
                     paper_reaching(Actions::kMeta, p));
  }
}

TEST(StoredReaching, WhatTheFileSaysOfItsTaskIsTakenAsItIs) {
  GenomeFile file = saved("omega3", "raw");
  file.control_step = 0.4;
  file.steps = 77;
  file.goal = {1.25, -2.5};
  file.starts = {0.5, 1.5};
  const ReachingOptions options = stored_reaching(file, "test", 10);
  EXPECT_EQ(options.control_step, 0.4);
  EXPECT_EQ(options.steps, 77);
  EXPECT_EQ(options.goal.x, 1.25);
  EXPECT_EQ(options.goal.y, -2.5);
  EXPECT_EQ(options.starts, (std::vector{0.5, 1.5}));
}

TEST(StoredReaching, ThePresetResizesToThePresetOfTheOtherLengthExactly) {
  for (const int from : {5, 10, 20}) {
    for (int to = 3; to <= 20; ++to) {
      GenomeFile file = saved("omega3", "raw", from);
      expect_same_task(stored_reaching(file, "test", to), paper_reaching(Actions::kRaw, to));
      // Also when the file spells the preset out.
      const ReachingOptions paper = paper_reaching(Actions::kRaw, from);
      file.steps = paper.steps;
      file.goal = {paper.goal.x, paper.goal.y};
      expect_same_task(stored_reaching(file, "test", to), paper_reaching(Actions::kRaw, to));
    }
  }
}

TEST(StoredReaching, AnotherGoalScalesWithTheArmAndTheTimeAboveTenCompartments) {
  GenomeFile file = saved("omega3", "raw");
  file.control_step = 0.6;
  file.steps = 100;
  file.goal = {6.0, 5.0};
  file.starts = {0.25};
  const ReachingOptions twice = stored_reaching(file, "test", 20);
  EXPECT_EQ(twice.compartments, 20);
  EXPECT_EQ(twice.steps, 200);
  EXPECT_EQ(twice.goal.x, 12.0);
  EXPECT_EQ(twice.goal.y, 10.0);
  EXPECT_EQ(twice.control_step, 0.6);
  EXPECT_EQ(twice.starts, (std::vector{0.25}));
  const ReachingOptions half = stored_reaching(file, "test", 5);
  EXPECT_EQ(half.steps, 100);
  EXPECT_EQ(half.goal.x, 3.0);
  EXPECT_EQ(half.goal.y, 2.5);
}

// ---- its weights at its own and at another size
// --------------------------------------------------

TEST(StoredWeights, AtItsOwnLengthAControllerIsJustDecodedWhateverTheScale) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved(mapping, actions, 6);
      const auto encoding = stored_encoding(file, "test");
      Weights expected(encoding->network_size());
      encoding->decode(file.genome, expected.values);
      EXPECT_EQ(stored_weights(file, "test", {}).values, expected.values);
      const ResizeOptions same{
          .compartments = 6, .scale = Scale::kAmplitude, .direct_mapping = "omega2"};
      EXPECT_EQ(stored_weights(file, "test", same).values, expected.values);
    }
  }
}

TEST(StoredWeights, AnArmOfAnotherLengthGetsANetworkOfItsSize) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved(mapping, actions);
      for (const int p : {3, 7, 20}) {
        const Weights weights = stored_weights(
            file, "test", {.compartments = p, .scale = Scale::kNone, .direct_mapping = {}});
        EXPECT_EQ(weights.size.inputs, 8 * p + 2);
        EXPECT_EQ(weights.size.neurons, actions == "raw" ? 3 * p + 2 : 8);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(weights.values.size()), weights.size.weight_count());
      }
    }
  }
}

TEST(StoredWeights, UnscaledAConstantShrinksWithTheRootOfTheArrayAmplitudeKeepsIt) {
  GenomeFile file = saved("omega1", "meta", 10, 1);
  file.genome = {std::sqrt(728.0)};  // 728 cells: every weight is 1
  const auto weight = [&](Scale scale) {
    return stored_weights(file, "test", {.compartments = 20, .scale = scale, .direct_mapping = {}})
        .values[0];
  };
  EXPECT_NEAR(weight(Scale::kNone), std::sqrt(728.0 / (8 * 171)), 1e-15);
  EXPECT_NEAR(weight(Scale::kAmplitude), 1.0, 1e-15);
}

TEST(StoredWeights, DirectNetworksResizeThroughOmega1ForMetaAndOmega3ForRawUnlessToldOtherwise) {
  for (const std::string actions : {"raw", "meta"}) {
    const GenomeFile file = saved("direct", actions, 5);
    const auto resized = [&](std::optional<std::string> mapping) {
      return stored_weights(
                 file, "test",
                 {.compartments = 8, .scale = Scale::kNone, .direct_mapping = std::move(mapping)})
          .values;
    };
    EXPECT_EQ(resized({}), resized(actions == "raw" ? "omega3" : "omega1"));
    EXPECT_NE(resized({}), resized("omega2"));
    EXPECT_NE(resized("omega1"), resized("omega3"));
  }
}

/// Weights from each (compartment, variable) of the old arm and its place on the new one, at equal
/// relative position: how alike they are, from -1 to 1.
double resemblance(const Weights& a, int p_a, const Weights& b, int p_b) {
  double ab = 0, aa = 0, bb = 0;
  for (int n = 0; n < 8; ++n) {
    for (int j = 0; j < p_a; ++j) {
      for (int v = 0; v < 8; ++v) {
        const double x = a.input(n, 8 * j + v), y = b.input(n, 8 * (j * p_b / p_a) + v);
        ab += x * y, aa += x * x, bb += y * y;
      }
    }
  }
  return ab / std::sqrt(aa * bb);
}

TEST(StoredWeights, ADirectNetworkKeepsItsPatternThroughOmega2AndLosesItThroughOmega1) {
  // Weights that vary smoothly along the arm and wildly between variables.
  GenomeFile file = saved("direct", "meta");
  const std::vector<double> of_variable = uniform_numbers(8, 64, -1, 1);
  const NetworkSize size{82, 8};
  for (int n = 0; n < 8; ++n) {
    for (int x = 0; x < 82; ++x) {
      file.genome[size.input_weight(n, x)] =
          of_variable[8 * n + x % 8] * (1.0 + 0.5 * std::cos(0.3 * (x / 8)));
    }
  }
  const Weights own = stored_weights(file, "test", {});
  const auto at_20 = [&](const std::string& mapping) {
    return stored_weights(file, "test",
                          {.compartments = 20, .scale = Scale::kNone, .direct_mapping = mapping});
  };
  EXPECT_GT(resemblance(own, 10, at_20("omega2"), 20), 0.9);
  EXPECT_LT(resemblance(own, 10, at_20("omega1"), 20), 0.6);
}

// ---- files that do not fit ----------------------------------------------------------------------

TEST(StoredController, AGenomeThatDoesNotFitItsMappingIsAnErrorThatSaysWhatFits) {
  GenomeFile direct = saved("direct", "meta");
  direct.genome.pop_back();
  EXPECT_EQ(
      complaint(direct),
      "best.json: genome of 727 genes: expected 728 for direct, meta actions, 10 compartments");
  GenomeFile long_genome = saved("omega1", "meta");
  long_genome.genome.assign(729, 0.0);
  EXPECT_EQ(complaint(long_genome),
            "best.json: genome of 729 genes: expected 1 to 728 for omega1, meta actions, 10 "
            "compartments");
  long_genome.genome.pop_back();
  EXPECT_EQ(complaint(long_genome), "");
}

TEST(StoredController, AnUnknownTaskOrALengthOutOfRangeIsAnErrorThatNamesIt) {
  GenomeFile file = saved("omega3", "raw");
  file.task = "maze";
  EXPECT_EQ(complaint(file), "best.json: task = \"maze\": expected octopus");
  file = saved("omega3", "raw");
  file.compartments = 70;
  EXPECT_EQ(complaint(file), "best.json: compartments = 70: expected 1 to 69");
}

TEST(StoredController, HasTheActivationOfTheFile) {
  GenomeFile file = saved("omega3", "raw");
  EXPECT_EQ(stored_controller(file, "test", {}).activation(), Activation::kLogistic);
  file.activation = "tanh";
  EXPECT_EQ(stored_controller(file, "test", {}).activation(), Activation::kTanh);
}

TEST(StoredController, IsSteppedAsItWasEvolved) {
  for (const std::optional<int> compartments : {std::optional<int>(), std::optional<int>(7)}) {
    GenomeFile file = saved("omega3", "raw");
    const Controller dense = stored_controller(file, "test", {.compartments = compartments});
    file.step = "spectral";
    const Controller spectral = stored_controller(file, "test", {.compartments = compartments});
    const auto inputs = uniform_numbers(1, static_cast<std::size_t>(dense.size().inputs), -1, 1);
    std::vector<double> a(dense.size().neurons, 0.0), b = a;
    dense.step(inputs, a);
    spectral.step(inputs, b);
    EXPECT_NE(a, b);  // in rounding
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-14);
    EXPECT_EQ(stored_weights(file, "test", {}).values,
              stored_weights(saved("omega3", "raw"), "test", {}).values);
  }
}

TEST(StoredController, ADirectGenomeHasNoSpectrumToBeSteppedThrough) {
  GenomeFile file = saved("direct", "raw");
  file.step = "spectral";
  EXPECT_EQ(complaint(file), "best.json: step = \"spectral\": expected dense for direct");
}

}  // namespace
}  // namespace lowpass
