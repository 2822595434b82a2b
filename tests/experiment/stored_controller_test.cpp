#include "lowpass/experiment/stored_controller.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

Configuration with(const std::vector<std::string>& settings) {
  return load_configuration(std::nullopt, settings);
}

/// A controller as a run would save it, with random genes. `coefficients` has no meaning for
/// direct.
GenomeFile saved(const std::string& mapping, const std::string& actions, int compartments = 10,
                 int coefficients = 20) {
  GenomeFile file;
  file.configuration =
      with({"encoding.mapping=" + mapping, "task.actions=" + actions, "task.preset=paper",
            "task.compartments=" + std::to_string(compartments)});
  const auto genes = make_encoding(file.configuration, coefficients)->genome_size();
  file.genome = uniform_numbers(5, static_cast<std::size_t>(genes), -1, 1);
  return file;
}

Configuration at(const GenomeFile& file, int compartments) {
  return configuration_under(file, {.size = compartments});
}

/// What reading the file's text complains about.
std::string complaint(const std::string& text) {
  try {
    genome_file_from_text(text, "best.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    return error.what();
  }
  return "";
}

// ---- under other conditions ---------------------------------------------------------------------

TEST(ConfigurationUnder, TheSameConditionsAreTheConfigurationItself) {
  const GenomeFile file = saved("omega3", "raw", 7);
  EXPECT_EQ(configuration_text(configuration_under(file, {})),
            configuration_text(file.configuration));
  EXPECT_EQ(configuration_text(at(file, 7)), configuration_text(file.configuration));
}

TEST(ConfigurationUnder, SettingsChangeKeysOfTheTaskAlone) {
  const GenomeFile file = saved("omega3", "raw", 7);
  const Configuration then = configuration_under(file, {.settings = {"task.goal=[1,2]"}});
  EXPECT_EQ(then.task.keys.numbers("goal"), (std::vector{1.0, 2.0}));
  EXPECT_EQ(then.task.keys.integer("steps"), 250);
  EXPECT_THROW(configuration_under(file, {.settings = {"network.activation=tanh"}}), Error);
  EXPECT_THROW(configuration_under(file, {.settings = {"task.name=poles"}}), Error);
}

TEST(ConfigurationUnder, ASizeThatTheTaskDoesNotHaveIsRefused) {
  const auto why = [](const GenomeFile& file, int size) -> std::string {
    try {
      configuration_under(file, {.size = size});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why(saved("omega3", "raw"), 0), "--size 0: expected an integer from 1 to 1000");
  EXPECT_NE(why(saved("omega3", "raw"), 70).find("expected an integer from 1 to 69"),
            std::string::npos);
  GenomeFile poles;
  poles.configuration = with({"task.name=poles"});
  EXPECT_EQ(why(poles, 3), "--size 3: the task poles has no size");
}

// ---- its weights at its own and at another size
// --------------------------------------------------

TEST(StoredWeights, AtItsOwnLengthAControllerIsJustDecodedWhateverTheScale) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved(mapping, actions, 6);
      const auto encoding = stored_encoding(file);
      Weights expected(encoding->network_size());
      encoding->decode(file.genome, expected.values);
      EXPECT_EQ(stored_weights(file, file.configuration).values, expected.values);
      const Resizing resizing{.scale = Scale::kAmplitude, .direct_mapping = "omega2"};
      EXPECT_EQ(stored_weights(file, at(file, 6), resizing).values, expected.values);
    }
  }
}

TEST(StoredWeights, AnArmOfAnotherLengthGetsANetworkOfItsSize) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved(mapping, actions);
      for (const int p : {3, 7, 20}) {
        const Weights weights = stored_weights(file, at(file, p));
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
    return stored_weights(file, at(file, 20), {.scale = scale}).values[0];
  };
  EXPECT_NEAR(weight(Scale::kNone), std::sqrt(728.0 / (8 * 171)), 1e-15);
  EXPECT_NEAR(weight(Scale::kAmplitude), 1.0, 1e-15);
}

TEST(StoredWeights, DirectNetworksResizeThroughOmega1ForMetaAndOmega3ForRawUnlessToldOtherwise) {
  for (const std::string actions : {"raw", "meta"}) {
    const GenomeFile file = saved("direct", actions, 5);
    const auto resized = [&](std::optional<std::string> mapping) {
      return stored_weights(file, at(file, 8), {.direct_mapping = std::move(mapping)}).values;
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
  const Weights own = stored_weights(file, file.configuration);
  const auto at_20 = [&](const std::string& mapping) {
    return stored_weights(file, at(file, 20), {.direct_mapping = mapping});
  };
  EXPECT_GT(resemblance(own, 10, at_20("omega2"), 20), 0.9);
  EXPECT_LT(resemblance(own, 10, at_20("omega1"), 20), 0.6);
}

// ---- files --------------------------------------------------------------------------------------

TEST(GenomeFile, ReadsBackWhatWasWritten) {
  GenomeFile file;
  file.configuration = with({"task.name=poles", "task.velocities=false", "network.kind=elman",
                             "network.hidden=3", "network.output=tanh", "encoding.mapping=direct"});
  file.genome = uniform_numbers(1, coefficient_limit(file.configuration), -1, 1);
  file.fitness = 12.5;
  const GenomeFile read = genome_file_from_text(genome_file_text(file), "best.json");
  EXPECT_EQ(genome_file_text(read), genome_file_text(file));
  EXPECT_EQ(read.genome, file.genome);
  EXPECT_EQ(read.fitness, 12.5);
  EXPECT_EQ(configuration_text(read.configuration), configuration_text(file.configuration));
}

/// A file as version 1 had it.
std::string version_1(const std::string& keys, std::size_t genes) {
  std::string genome;
  for (std::size_t i = 0; i < genes; ++i) genome += i == 0 ? "0.5" : ",0.5";
  return R"({"format":"lowpass-genome","version":1,"task":"octopus",)" + keys + R"(,"genome":[)" +
         genome + "]}";
}

TEST(GenomeFile, OfVersion1ThatSaysNothingOfItsTaskMeansPresetPaper) {
  for (const int p : {3, 10, 20}) {
    const std::string keys =
        R"("actions":"meta","mapping":"omega1","compartments":)" + std::to_string(p);
    const GenomeFile file = genome_file_from_text(version_1(keys, 5), "best.json");
    EXPECT_EQ(configuration_text(file.configuration),
              configuration_text(
                  with({"task.actions=meta", "encoding.mapping=omega1", "encoding.coefficients=5",
                        "task.preset=paper", "task.compartments=" + std::to_string(p)})));
  }
}

TEST(GenomeFile, OfVersion1IsTakenAtItsWord) {
  const GenomeFile file = genome_file_from_text(
      version_1(R"("actions":"raw","mapping":"omega3","activation":"tanh","step":"spectral",)"
                R"("control_step":0.4,"steps":77,"goal":[1.25,-2.5],"starts":[0.5,1.5])",
                20),
      "best.json");
  const KeyValues& keys = file.configuration.task.keys;
  EXPECT_EQ(keys.real("control_step"), 0.4);
  EXPECT_EQ(keys.integer("steps"), 77);
  EXPECT_EQ(keys.numbers("goal"), (std::vector{1.25, -2.5}));
  EXPECT_EQ(keys.numbers("starts"), (std::vector{0.5, 1.5}));
  EXPECT_EQ(file.configuration.network.activation, "tanh");
  EXPECT_EQ(file.configuration.network.step, "spectral");
}

TEST(GenomeFile, AGenomeThatDoesNotFitItsMappingIsAnErrorThatSaysWhatFits) {
  const std::string meta = R"("actions":"meta","mapping":)";
  EXPECT_EQ(complaint(version_1(meta + R"("direct")", 727)),
            "best.json: genome of 727 genes: expected 728 for direct with 82 inputs and 8 neurons");
  EXPECT_EQ(complaint(version_1(meta + R"("omega1")", 729)),
            "best.json: genome of 729 genes: expected 1 to 728 for omega1 with 82 inputs and 8 "
            "neurons");
  EXPECT_EQ(complaint(version_1(meta + R"("omega1")", 728)), "");
}

TEST(GenomeFile, AnUnknownTaskOrALengthOutOfRangeIsAnErrorThatNamesIt) {
  EXPECT_TRUE(
      complaint(R"({"format":"lowpass-genome","version":1,"task":"maze",)"
                R"("mapping":"omega1","genome":[1]})")
          .starts_with("best.json: task = \"maze\": unknown task (there are octopus, poles"));
  EXPECT_NE(complaint(version_1(R"("mapping":"omega3","compartments":70)", 5))
                .find("best.json: compartments = 70: expected an integer from 1 to 69"),
            std::string::npos);
  EXPECT_EQ(complaint(version_1(R"("mapping":"omega3","actions":"both")", 5)),
            "best.json: actions = \"both\": expected raw or meta");
}

TEST(GenomeFile, ADirectGenomeHasNoSpectrumToBeSteppedThrough) {
  EXPECT_NE(complaint(version_1(R"("actions":"meta","mapping":"direct","step":"spectral")", 728))
                .find("expected dense"),
            std::string::npos);
}

// ---- stepped ------------------------------------------------------------------------------------

TEST(StoredController, HasTheActivationOfTheFile) {
  GenomeFile file = saved("omega3", "raw");
  const auto activations = [&] {
    return stored_controller(file, file.configuration).activations();
  };
  EXPECT_EQ(activations(), Activations(Activation::kLogistic));
  file.configuration.network.activation = "tanh";
  EXPECT_EQ(activations(), Activations(Activation::kTanh));
}

TEST(StoredController, IsSteppedAsItWasEvolved) {
  for (const int compartments : {10, 7}) {
    GenomeFile file = saved("omega3", "raw");
    const Controller dense = stored_controller(file, at(file, compartments));
    file.configuration.network.step = "spectral";
    const Controller spectral = stored_controller(file, at(file, compartments));
    const auto inputs = uniform_numbers(1, static_cast<std::size_t>(dense.size().inputs), -1, 1);
    std::vector<double> a(dense.size().neurons, 0.0), b = a;
    dense.step(inputs, a);
    spectral.step(inputs, b);
    EXPECT_NE(a, b);  // in rounding
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-14);
    const GenomeFile other = saved("omega3", "raw");
    EXPECT_EQ(stored_weights(file, file.configuration).values,
              stored_weights(other, other.configuration).values);
  }
}

TEST(StoredController, WithHiddenNeuronsIsTakenToAnotherSizeToo) {
  GenomeFile file;
  file.configuration =
      with({"network.kind=elman", "network.hidden=4", "task.preset=paper", "task.compartments=5"});
  file.genome = uniform_numbers(5, 20, -1, 1);
  const Controller longer = stored_controller(file, at(file, 8));
  EXPECT_EQ(longer.size(), (NetworkSize{66, 30}));
  EXPECT_EQ(longer.outputs(), 26);
}

}  // namespace
}  // namespace lowpass
