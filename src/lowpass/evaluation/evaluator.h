#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lowpass/core/thread_pool.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/evaluation/episode_exchange.h"
#include "lowpass/network/controller.h"
#include "lowpass/network/normalization.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// The score of a population.
struct Evaluation {
  /// Of each individual: the mean over its trials but void ones; NaN if there are no others.
  std::vector<double> fitness;
  std::vector<Episode> episodes;  ///< individual-major, a row of trials each
  int diverged = 0;               ///< episodes that diverged
  /// What each individual observed, where observations are normalised.
  std::vector<InputMoments> observations = {};
};

/// The score of episodes, individual-major with a trial of each for every entry of `voids`, which
/// says whether the trial counts for nothing.
Evaluation scored(std::vector<Episode> episodes, const std::vector<bool>& voids);

/// Genomes to fitness: the one place where work is divided.
///
/// Population x trials is a queue of independent episodes. Every thread drives an arena of a few
/// lanes; a lane whose episode ends takes the next one from the queue. An episode's result depends
/// on its controller and trial alone, so fitness is the same for any number of threads and lanes.
/// With several ranks each has an equal part of the queue, and all learn every result.
class Evaluator {
 public:
  /// `task` outlives the evaluator.
  Evaluator(const Task& task, const Topology& topology, Activations activations, int threads);

  /// From now on genomes are scored together with the other ranks, each of which calls evaluate
  /// with the same genomes. `exchange` outlives the evaluator.
  void share(EpisodeExchange& exchange) { exchange_ = &exchange; }

  /// Decodes and scores genomes, rows of encoding.genome_size() numbers.
  Evaluation evaluate(const Encoding& encoding, std::span<const double> genomes);

  /// Scores networks.
  Evaluation evaluate(std::span<const Controller> controllers);

  int threads() const { return pool_->threads(); }
  /// From now on as many threads. Throws Error (kFailure) if the system has no room for so many.
  void use_threads(int threads);

 private:
  /// One thread's own: an arena, and for each of its lanes what the controller reads, keeps and
  /// says.
  struct Worker {
    std::unique_ptr<Arena> arena;
    std::vector<std::vector<double>> inputs, states, outputs;
    std::vector<int> episode;           // that a lane runs, or -1
    std::vector<ControllerLane> batch;  // the lanes that run one
  };
  class Queue;

  /// The controllers of individuals first .. last - 1, the others unset.
  std::vector<std::optional<Controller>> decoded(const Encoding& encoding,
                                                 std::span<const double> genomes, int first,
                                                 int last);
  void run_episodes(Worker& worker, const std::vector<const Controller*>& controllers, Queue& queue,
                    std::span<Episode> results) const;
  void start_next(Worker& worker, int lane, Queue& queue) const;
  void step_controllers(Worker& worker, const std::vector<const Controller*>& controllers) const;

  const Task& task_;
  Topology topology_;
  Activations activations_;
  std::optional<ThreadPool> pool_;
  std::vector<Worker> workers_;
  EpisodeExchange* exchange_ = nullptr;
};

}  // namespace lowpass
