#include "lowpass/evaluation/evaluator.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <optional>

namespace lowpass {

/// Hands out 0, 1, ..., count - 1, then -1.
class Evaluator::Queue {
 public:
  explicit Queue(int count) : count_(count) {}
  int take() {
    const int next = next_.fetch_add(1, std::memory_order_relaxed);
    return next < count_ ? next : -1;
  }

 private:
  std::atomic<int> next_ = 0;
  int count_;
};

Evaluator::Evaluator(const Task& task, const Topology& topology, Activation activation, int threads)
    : task_(task), topology_(topology), activation_(activation), pool_(threads) {
  for (int i = 0; i < pool_.threads(); ++i) {
    Worker worker;
    worker.arena = task.make_arena();
    const int lanes = worker.arena->lanes();
    worker.inputs.assign(lanes, std::vector<double>(topology.size.inputs));
    worker.states.assign(lanes, std::vector<double>(topology.size.neurons));
    worker.outputs.resize(topology.size.neurons);
    worker.episode.assign(lanes, -1);
    workers_.push_back(std::move(worker));
  }
}

Evaluation Evaluator::evaluate(const Encoding& encoding, std::span<const double> genomes) {
  assert(encoding.network_size() == topology_.size);
  const auto genes = static_cast<std::size_t>(encoding.genome_size());
  std::vector<std::optional<Controller>> decoded(genomes.size() / genes);
  Queue queue(static_cast<int>(decoded.size()));
  pool_.run([&](int) {
    for (int i = queue.take(); i >= 0; i = queue.take()) {
      decoded[i] = encoding.controller(genomes.subspan(i * genes, genes), topology_, activation_);
    }
  });
  std::vector<Controller> controllers;
  controllers.reserve(decoded.size());
  for (auto& controller : decoded) controllers.push_back(std::move(*controller));
  return evaluate(controllers);
}

Evaluation Evaluator::evaluate(std::span<const Controller> controllers) {
  const int trials = task_.trials();
  Evaluation evaluation;
  evaluation.episodes.resize(controllers.size() * trials);
  Queue queue(static_cast<int>(evaluation.episodes.size()));
  pool_.run(
      [&](int worker) { run_episodes(workers_[worker], controllers, queue, evaluation.episodes); });
  for (std::size_t i = 0; i < controllers.size(); ++i) {
    double sum = 0.0;
    for (int t = 0; t < trials; ++t) {
      const Episode& episode = evaluation.episodes[i * trials + t];
      sum += episode.fitness;
      evaluation.diverged += episode.diverged ? 1 : 0;
    }
    evaluation.fitness.push_back(sum / trials);
  }
  return evaluation;
}

void Evaluator::run_episodes(Worker& worker, std::span<const Controller> controllers, Queue& queue,
                             std::span<Episode> results) const {
  const int lanes = worker.arena->lanes();
  const int trials = task_.trials();
  for (int lane = 0; lane < lanes; ++lane) start_next(worker, lane, queue);
  const auto is_running = [](int episode) { return episode >= 0; };
  while (std::any_of(worker.episode.begin(), worker.episode.end(), is_running)) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (worker.episode[lane] < 0) continue;
      step_controller(worker, lane, controllers[worker.episode[lane] / trials]);
    }
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

void Evaluator::step_controller(Worker& worker, int lane, const Controller& controller) const {
  worker.arena->observe(lane, worker.inputs[lane]);
  controller.step(worker.inputs[lane], worker.states[lane]);
  for (std::size_t n = 0; n < worker.outputs.size(); ++n) {
    worker.outputs[n] = controller.output(worker.states[lane][n]);
  }
  worker.arena->act(lane, worker.outputs);
}

}  // namespace lowpass
