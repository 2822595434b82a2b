#include "lowpass/experiment/generalization.h"

#include <bit>
#include <cstdint>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/random_arm.h"

namespace lowpass {
namespace {

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// `count` random individuals of a short run, and the files that it would save.
struct Saved {
  ReachingOptions options;
  std::unique_ptr<Encoding> encoding;
  std::vector<double> genomes;
  std::vector<GenomeFile> files;
};

Saved saved(const std::string& mapping, const std::string& actions, int compartments, int count) {
  Saved result;
  result.options = paper_reaching(actions == "raw" ? Actions::kRaw : Actions::kMeta, compartments);
  result.options.steps = 40;
  result.encoding = make_encoding(
      mapping, octopus_geometry(result.options.actions, result.options.compartments), 20);
  const auto genes = static_cast<std::size_t>(result.encoding->genome_size());
  result.genomes = uniform_numbers(11, count * genes, -2, 2);
  for (int i = 0; i < count; ++i) {
    const auto first = result.genomes.begin() + static_cast<std::ptrdiff_t>(i * genes);
    GenomeFile file;
    file.actions = actions;
    file.mapping = mapping;
    file.compartments = compartments;
    file.genome.assign(first, first + static_cast<std::ptrdiff_t>(genes));
    file.steps = 40;
    result.files.push_back(file);
  }
  return result;
}

TEST(EvaluateStored, WithoutOptionsASavedControllerHasTheFitnessBitsOfItsRun) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const Saved run = saved(mapping, actions, 6, 5);
      const OctopusReaching task(run.options);
      Evaluator evaluator(task, Topology::fully_recurrent(run.encoding->network_size()),
                          Activation::kLogistic, 2);
      const Evaluation expected = evaluator.evaluate(*run.encoding, run.genomes);
      for (int i = 0; i < 5; ++i) {
        const Evaluation stored = evaluate_stored(run.files[i], "test", {});
        ASSERT_EQ(stored.fitness.size(), 1U);
        ASSERT_EQ(stored.episodes.size(), 3U);
        EXPECT_EQ(bits(stored.fitness[0]), bits(expected.fitness[i])) << mapping << " " << actions;
        for (int t = 0; t < 3; ++t) {
          EXPECT_EQ(bits(stored.episodes[t].fitness), bits(expected.episodes[3 * i + t].fitness));
          EXPECT_EQ(stored.episodes[t].steps, expected.episodes[3 * i + t].steps);
        }
      }
    }
  }
}

TEST(EvaluateStored, ThroughItsFileAControllerKeepsItsFitnessBits) {
  const Saved run = saved("omega3", "raw", 10, 1);
  GenomeFile file = run.files[0];
  file.steps = {};  // the whole of preset paper
  const OctopusReaching task(paper_reaching(Actions::kRaw, 10));
  Evaluator evaluator(task, Topology::fully_recurrent(run.encoding->network_size()),
                      Activation::kLogistic, 1);
  EXPECT_EQ(bits(evaluate_stored(file, "test", {}).fitness[0]),
            bits(evaluator.evaluate(*run.encoding, run.genomes).fitness[0]));
}

TEST(EvaluateStored, OtherStartsReplaceTheTrainedOnes) {
  const GenomeFile file = saved("omega3", "raw", 6, 1).files[0];
  const Evaluation trained = evaluate_stored(file, "test", {});
  TrialOptions options;
  options.starts = {std::numbers::pi / 2, -std::numbers::pi / 2};
  const Evaluation swapped = evaluate_stored(file, "test", options);
  ASSERT_EQ(swapped.episodes.size(), 2U);
  EXPECT_EQ(bits(swapped.episodes[0].fitness), bits(trained.episodes[2].fitness));
  EXPECT_EQ(bits(swapped.episodes[1].fitness), bits(trained.episodes[0].fitness));
  EXPECT_EQ(untrained_starts(), (std::vector{-std::numbers::pi / 4, std::numbers::pi / 4}));
}

TEST(EvaluateStored, ByClosestApproachNoEpisodeThatCameNearerScoresLess) {
  const Saved run = saved("omega3", "raw", 6, 5);
  TrialOptions closest;
  closest.score = Score::kClosest;
  for (const GenomeFile& file : run.files) {
    const Evaluation by_end = evaluate_stored(file, "test", {});
    const Evaluation by_closest = evaluate_stored(file, "test", closest);
    for (int t = 0; t < 3; ++t) {
      EXPECT_GE(by_closest.episodes[t].fitness, by_end.episodes[t].fitness);
    }
  }
}

TEST(LengthTest, GivesOneFitnessInTheUnitIntervalForEachOfEighteenLengths) {
  for (const std::string mapping : {"omega1", "omega2", "omega3", "direct"}) {
    for (const std::string actions : {"raw", "meta"}) {
      const GenomeFile file = saved(mapping, actions, 10, 1).files[0];
      const std::vector<double> fitness = length_test(file, "test", {});
      ASSERT_EQ(fitness.size(), 18U);
      for (const double f : fitness) {
        EXPECT_GE(f, 0.0);
        EXPECT_LE(f, 1.0);
      }
      // The controller's own length is among them, by closest approach.
      TrialOptions own;
      own.score = Score::kClosest;
      EXPECT_EQ(bits(fitness[10 - kShortestTestArm]),
                bits(evaluate_stored(file, "test", own).fitness[0]));
    }
  }
}

TEST(LengthTest, BothResizesOfADirectNetworkAgreeAtItsOwnLengthAndDifferElsewhere) {
  const GenomeFile file = saved("direct", "meta", 10, 1).files[0];
  const std::vector<double> omega1 = length_test(file, "test", {});
  const std::vector<double> omega2 = length_test(file, "test", "omega2");
  ASSERT_EQ(omega1.size(), 18U);
  ASSERT_EQ(omega2.size(), 18U);
  EXPECT_EQ(bits(omega1[7]), bits(omega2[7]));
  EXPECT_NE(omega1, omega2);
  EXPECT_EQ(omega1, length_test(file, "test", "omega1"));
}

}  // namespace
}  // namespace lowpass
