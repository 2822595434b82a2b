#include "lowpass/experiment/generalization.h"

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include "lowpass/configuration/problem.h"
#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// `count` random individuals of a short run, and the files that it would save.
struct Saved {
  Configuration configuration;
  std::unique_ptr<Encoding> encoding;
  std::vector<double> genomes;
  std::vector<GenomeFile> files;
};

Saved saved(const std::vector<std::string>& settings, int count) {
  Saved result;
  result.configuration = load_configuration({}, settings);
  result.encoding = make_encoding(result.configuration, initial_genome_size(result.configuration));
  const auto genes = static_cast<std::size_t>(result.encoding->genome_size());
  result.genomes = uniform_numbers(11, count * genes, -2, 2);
  for (int i = 0; i < count; ++i) {
    const auto first = result.genomes.begin() + static_cast<std::ptrdiff_t>(i * genes);
    result.files.push_back({.configuration = result.configuration,
                            .genome = {first, first + static_cast<std::ptrdiff_t>(genes)}});
  }
  return result;
}

Saved saved_arm(const std::string& mapping, const std::string& actions, int compartments,
                int count) {
  return saved({"task.actions=" + actions, "task.preset=paper",
                "task.compartments=" + std::to_string(compartments), "task.steps=40",
                "encoding.mapping=" + mapping},
               count);
}

void expect_bits_of_the_run(const Saved& run) {
  const auto task = make_task(run.configuration);
  Evaluator evaluator(*task, network_topology(run.configuration),
                      network_activations(run.configuration), 2);
  const Evaluation expected = evaluator.evaluate(*run.encoding, run.genomes);
  const int trials = task->trials();
  for (std::size_t i = 0; i < run.files.size(); ++i) {
    // Through the text of its file.
    const GenomeFile file = genome_file_from_text(genome_file_text(run.files[i]), "test");
    const Evaluation stored = evaluate_stored(file, file.configuration);
    ASSERT_EQ(stored.fitness.size(), 1U);
    EXPECT_EQ(bits(stored.fitness[0]), bits(expected.fitness[i]));
    for (int t = 0; t < trials; ++t) {
      const Episode& episode = expected.episodes[trials * i + t];
      EXPECT_EQ(bits(stored.episodes[t].fitness), bits(episode.fitness));
      EXPECT_EQ(stored.episodes[t].steps, episode.steps);
    }
  }
}

TEST(EvaluateStored, ASavedControllerHasTheFitnessBitsOfItsRun) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      expect_bits_of_the_run(saved_arm(mapping, actions, 6, 5));
    }
  }
}

TEST(EvaluateStored, SoHasOneWithHiddenNeuronsAndOneOfAnotherTask) {
  for (const std::string kind : {"recurrent", "feed-forward", "elman", "jordan"}) {
    expect_bits_of_the_run(
        saved({"task.preset=paper", "task.compartments=4", "task.steps=30", "network.kind=" + kind,
               "network.hidden=5", "network.output=linear"},
              3));
    expect_bits_of_the_run(saved({"task.name=poles", "task.poles=2", "task.steps=200",
                                  "network.kind=" + kind, "network.hidden=2"},
                                 3));
  }
}

TEST(EvaluateStored, OtherStartsReplaceTheTrainedOnes) {
  const GenomeFile file = saved_arm("omega3", "raw", 6, 1).files[0];
  const Evaluation trained = evaluate_stored(file, file.configuration);
  const Evaluation swapped = evaluate_stored(
      file, configuration_under(file, {.settings = {"task.starts=[1.5707963267948966, "
                                                    "-1.5707963267948966]"}}));
  ASSERT_EQ(swapped.episodes.size(), 2U);
  EXPECT_EQ(bits(swapped.episodes[0].fitness), bits(trained.episodes[2].fitness));
  EXPECT_EQ(bits(swapped.episodes[1].fitness), bits(trained.episodes[0].fitness));
}

TEST(EvaluateStored, ByClosestApproachNoEpisodeThatCameNearerScoresLess) {
  for (const GenomeFile& file : saved_arm("omega3", "raw", 6, 5).files) {
    const Evaluation by_end = evaluate_stored(file, file.configuration);
    const Evaluation by_closest =
        evaluate_stored(file, configuration_under(file, {.settings = {"task.score=closest"}}));
    for (int t = 0; t < 3; ++t) {
      EXPECT_GE(by_closest.episodes[t].fitness, by_end.episodes[t].fitness);
    }
  }
}

TEST(Generalization, OfAnArmIsStartsAndEighteenLengthsThroughEachMapping) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved_arm(mapping, actions, 10, 1).files[0];
      const std::vector<TestResult> results = generalization(file);
      // Its own length is the same through any mapping.
      const std::size_t ways = mapping == "direct" ? 2 : 1;
      ASSERT_EQ(results.size(), 3 + 17 * ways);
      EXPECT_EQ(results[0].evaluation.episodes.size(), 2u);
      for (const TestResult& result : results) {
        EXPECT_GE(result.evaluation.fitness[0], 0.0);
        EXPECT_LE(result.evaluation.fitness[0], 1.0);
      }
    }
  }
}

TEST(Generalization, OfPolesIsAStartAfterTheOtherOfThe625) {
  const GenomeFile file = saved({"task.name=poles"}, 1).files[0];
  const std::vector<TestResult> results = generalization(file);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].name, "625 starts");
  EXPECT_EQ(results[0].evaluation.episodes.size(), 625u);
}

}  // namespace
}  // namespace lowpass
