#include "lowpass/evaluation/evaluator.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

std::vector<bool> voids_of(const Task& task) {
  std::vector<bool> voids;
  for (int trial = 0; trial < task.trials(); ++trial) voids.push_back(task.is_void(trial));
  return voids;
}

}  // namespace

/// Hands out first, first + 1, ..., last - 1, then -1.
class Evaluator::Queue {
 public:
  Queue(int first, int last) : next_(first), last_(last) {}
  int take() {
    const int next = next_.fetch_add(1, std::memory_order_relaxed);
    return next < last_ ? next : -1;
  }

 private:
  std::atomic<int> next_;
  int last_;
};

Evaluator::Evaluator(const Task& task, const Topology& topology, Activations activations,
                     int threads)
    : task_(task), topology_(topology), activations_(activations) {
  if (task.trials() < 1) throw Error(ErrorKind::kUsage, "trials of a task: 0: expected 1 or more");
  use_threads(threads);
}

void Evaluator::use_threads(int threads) {
  if (pool_ && pool_->threads() == threads) return;
  pool_.emplace(threads);
  while (static_cast<int>(workers_.size()) < pool_->threads()) {
    Worker worker;
    worker.arena = task_.make_arena();
    const int lanes = worker.arena->lanes();
    worker.inputs.assign(lanes, std::vector<double>(topology_.size.inputs));
    worker.states.assign(lanes, std::vector<double>(topology_.size.neurons));
    worker.outputs.assign(lanes, std::vector<double>(topology_.outputs));
    worker.episode.assign(lanes, -1);
    workers_.push_back(std::move(worker));
  }
}

std::vector<std::optional<Controller>> Evaluator::decoded(const Encoding& encoding,
                                                          std::span<const double> genomes,
                                                          int first, int last) {
  const auto genes = static_cast<std::size_t>(encoding.genome_size());
  std::vector<std::optional<Controller>> controllers(genomes.size() / genes);
  Queue queue(first, last);
  pool_->run([&](int) {
    for (int i = queue.take(); i >= 0; i = queue.take()) {
      controllers[i] = encoding.controller(genomes.subspan(i * genes, genes), topology_,
                                           activations_, task_.precision());
    }
  });
  return controllers;
}

Evaluation Evaluator::evaluate(const Encoding& encoding, std::span<const double> genomes) {
  const auto genes = static_cast<std::size_t>(encoding.genome_size());
  if (encoding.network_size() != topology_.size) {
    throw Error(ErrorKind::kUsage, "encoding: of other networks than the evaluator's");
  }
  const int trials = task_.trials();
  const int individuals = static_cast<int>(genomes.size() / genes);
  require_size("genomes", genomes.size(), static_cast<std::size_t>(individuals) * genes);
  std::vector<Episode> episodes(static_cast<std::size_t>(individuals) * trials);
  const auto part = exchange_ ? exchange_->part(static_cast<int>(episodes.size()))
                              : EpisodeExchange::Part{0, static_cast<int>(episodes.size())};
  const auto controllers =
      decoded(encoding, genomes, part.first / trials, (part.last + trials - 1) / trials);
  std::vector<const Controller*> pointers;
  for (const auto& controller : controllers)
    pointers.push_back(controller ? &*controller : nullptr);
  Queue queue(part.first, part.last);
  pool_->run([&](int worker) { run_episodes(workers_[worker], pointers, queue, episodes); });
  if (exchange_) exchange_->complete(episodes);
  return scored(std::move(episodes), voids_of(task_));
}

Evaluation Evaluator::evaluate(std::span<const Controller> controllers) {
  std::vector<Episode> episodes(controllers.size() * task_.trials());
  std::vector<const Controller*> pointers;
  for (const Controller& controller : controllers) {
    if (controller.size() != topology_.size) {
      throw Error(ErrorKind::kUsage, "controller: of another size than the evaluator's networks");
    }
    pointers.push_back(&controller);
  }
  Queue queue(0, static_cast<int>(episodes.size()));
  pool_->run([&](int worker) { run_episodes(workers_[worker], pointers, queue, episodes); });
  return scored(std::move(episodes), voids_of(task_));
}

Evaluation scored(std::vector<Episode> episodes, const std::vector<bool>& voids) {
  const auto trials = voids.size();
  const auto counted = std::count(voids.begin(), voids.end(), false);
  Evaluation evaluation{.fitness = {}, .episodes = std::move(episodes), .diverged = 0};
  for (std::size_t i = 0; i < evaluation.episodes.size(); i += trials) {
    double sum = 0.0;
    for (std::size_t t = 0; t < trials; ++t) {
      if (!voids[t]) sum += evaluation.episodes[i + t].fitness;
      evaluation.diverged += evaluation.episodes[i + t].diverged ? 1 : 0;
    }
    // An infinite score is none either: it would stay the best for ever.
    evaluation.fitness.push_back(
        std::isfinite(sum) && counted > 0 ? sum / static_cast<double>(counted) : NAN);
  }
  return evaluation;
}

void Evaluator::run_episodes(Worker& worker, const std::vector<const Controller*>& controllers,
                             Queue& queue, std::span<Episode> results) const {
  const int lanes = worker.arena->lanes();
  for (int lane = 0; lane < lanes; ++lane) start_next(worker, lane, queue);
  const auto is_running = [](int episode) { return episode >= 0; };
  while (std::any_of(worker.episode.begin(), worker.episode.end(), is_running)) {
    step_controllers(worker, controllers);
    worker.arena->step();
    for (int lane = 0; lane < lanes; ++lane) {
      if (worker.episode[lane] < 0 || !worker.arena->finished(lane)) continue;
      results[worker.episode[lane]] = worker.arena->episode(lane);
      start_next(worker, lane, queue);
    }
  }
}

void Evaluator::start_next(Worker& worker, int lane, Queue& queue) const {
  worker.episode[lane] = queue.take();
  if (worker.episode[lane] < 0) return;
  worker.arena->start(lane, worker.episode[lane] % task_.trials());
  std::fill(worker.states[lane].begin(), worker.states[lane].end(), 0.0);
}

void Evaluator::step_controllers(Worker& worker,
                                 const std::vector<const Controller*>& controllers) const {
  worker.batch.clear();
  const int lanes = worker.arena->lanes(), trials = task_.trials();
  for (int lane = 0; lane < lanes; ++lane) {
    if (worker.episode[lane] < 0) continue;
    worker.arena->observe(lane, worker.inputs[lane]);
    worker.batch.push_back({controllers[worker.episode[lane] / trials], worker.inputs[lane],
                            worker.states[lane], worker.outputs[lane]});
  }
  step(worker.batch);
  for (int lane = 0; lane < lanes; ++lane) {
    if (worker.episode[lane] >= 0) worker.arena->act(lane, worker.outputs[lane]);
  }
}

}  // namespace lowpass
