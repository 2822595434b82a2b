#include <cmath>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/experiment/run.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/task/environment/environment_task.h"

namespace lowpass {
namespace {

/// Two observations, one action, two episodes.
Configuration configuration_of() {
  return load_configuration(
      {}, std::vector<std::string>{
              "task.name=environment", "task.id=toy", "task.episodes=2", "task.normalize=true",
              R"(task.geometry={"inputs":{"axes":[["x",2]]},"neurons":{"axes":[["y",1]]}})",
              "encoding.coefficients=3", "budget.evaluations=80"});
}

/// A made-up world: fitness falls with the distance from 1, and observations follow the genes.
Evaluation played(const Population& population) {
  std::vector<Episode> episodes;
  std::vector<InputMoments> seen;
  for (std::size_t i = 0; i < population.size(); ++i) {
    const auto genome = population.genome(i);
    double distance = 0.0;
    for (const double gene : genome) distance += std::abs(gene - 1.0);
    episodes.push_back({.fitness = -distance});
    episodes.push_back({.fitness = -2.0 * distance});
    InputMoments moments;
    add(moments, std::vector{genome[0], genome[1]});
    add(moments, std::vector{genome[1], genome[2]});
    seen.push_back(moments);
  }
  Evaluation evaluation = scored(std::move(episodes), {false, false});
  evaluation.observations = std::move(seen);
  return evaluation;
}

void step(lowpass::Run& run) { run.tell(played(run.ask())); }

TEST(OutsideRun, ResumedFromItsBytesGoesOnAsIfItHadNotStopped) {
  lowpass::Run whole(configuration_of()), first(configuration_of());
  step(first);
  step(first);
  lowpass::Run resumed(configuration_of(), state_from_bytes(state_bytes(first.state())));
  while (!whole.is_finished()) step(whole);
  while (!resumed.is_finished()) step(resumed);
  EXPECT_EQ(resumed.summary().digest, whole.summary().digest);
  EXPECT_EQ(state_bytes(resumed.state()), state_bytes(whole.state()));
}

TEST(OutsideRun, NormalisationIsThatOfTheGenerationsBefore) {
  lowpass::Run run(configuration_of());
  EXPECT_TRUE(run.normalization().empty());
  InputMoments all;
  const Evaluation evaluation = played(run.ask());
  for (const InputMoments& seen : evaluation.observations) merge(all, seen);
  EXPECT_TRUE(run.normalization().empty());  // frozen until the generation is told
  run.tell(evaluation);
  EXPECT_EQ(run.normalization(), normalization_of(all));
}

TEST(OutsideRun, ItsControllersKeepHowTheyWereScored) {
  const Configuration configuration = configuration_of();
  lowpass::Run run(configuration);
  std::vector<Normalization> of_generation;
  while (!run.is_finished()) {
    of_generation.push_back(run.normalization());
    step(run);
  }
  const std::uint32_t best = run.state().outside->best_generation;
  const GenomeFile file = best_controller(configuration, run.state());
  EXPECT_EQ(file.normalization, of_generation[best]);
  EXPECT_EQ(file.seeds, episode_seeds(1, best, 2));
  const GenomeFile last = last_controller(configuration, run.state());
  EXPECT_EQ(last.normalization, of_generation.back());
  const GenomeFile read = genome_file_from_text(genome_file_text(last), "test");
  EXPECT_EQ(read.normalization, last.normalization);
  EXPECT_EQ(read.seeds, last.seeds);
}

TEST(OutsideRun, AStateOfAnotherNumberOfInputsIsRefused) {
  lowpass::Run run(configuration_of());
  step(run);
  RunState state = run.state();
  state.outside->observations.mean.push_back(0.0);
  EXPECT_THROW(lowpass::Run(configuration_of(), state), Error);
}

TEST(OutsideRun, EpisodesThatFailRankLastAndAreCounted) {
  lowpass::Run run(configuration_of());
  Evaluation evaluation = played(run.ask());
  evaluation.episodes[0] = {.fitness = NAN, .diverged = true};
  const double second = evaluation.fitness[1];
  evaluation = scored(evaluation.episodes, {false, false});
  EXPECT_TRUE(std::isnan(evaluation.fitness[0]));
  EXPECT_EQ(evaluation.fitness[1], second);
  EXPECT_EQ(run.tell(evaluation).diverged, 1);
  EXPECT_EQ(run.summary().diverged, 1);
}

TEST(GenomeFile, ANormalisationOfAnotherLengthIsRefused) {
  lowpass::Run run(configuration_of());
  step(run);
  step(run);
  GenomeFile file = last_controller(configuration_of(), run.state());
  file.normalization.scale.push_back(1.0);
  EXPECT_THROW(genome_file_from_text(genome_file_text(file), "test"), Error);
}

}  // namespace
}  // namespace lowpass
