#include "lowpass/evaluation/evaluator.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

namespace lowpass {

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

std::vector<std::optional<Controller>> Evaluator::decoded(const Encoding& encoding,
                                                          std::span<const double> genomes,
                                                          int first, int last) {
  const auto genes = static_cast<std::size_t>(encoding.genome_size());
  std::vector<std::optional<Controller>> controllers(genomes.size() / genes);
  Queue queue(first, last);
  pool_.run([&](int) {
    for (int i = queue.take(); i >= 0; i = queue.take()) {
      controllers[i] =
          encoding.controller(genomes.subspan(i * genes, genes), topology_, activation_);
    }
  });
  return controllers;
}

Evaluation Evaluator::evaluate(const Encoding& encoding, std::span<const double> genomes) {
  assert(encoding.network_size() == topology_.size);
  const int trials = task_.trials();
  const int individuals = static_cast<int>(genomes.size() / encoding.genome_size());
  std::vector<Episode> episodes(static_cast<std::size_t>(individuals) * trials);
  const auto part = exchange_ ? exchange_->part(static_cast<int>(episodes.size()))
                              : EpisodeExchange::Part{0, static_cast<int>(episodes.size())};
  const auto controllers =
      decoded(encoding, genomes, part.first / trials, (part.last + trials - 1) / trials);
  std::vector<const Controller*> pointers;
  for (const auto& controller : controllers)
    pointers.push_back(controller ? &*controller : nullptr);
  Queue queue(part.first, part.last);
  pool_.run([&](int worker) { run_episodes(workers_[worker], pointers, queue, episodes); });
  if (exchange_) exchange_->complete(episodes);
  return scored(std::move(episodes));
}

Evaluation Evaluator::evaluate(std::span<const Controller> controllers) {
  std::vector<Episode> episodes(controllers.size() * task_.trials());
  std::vector<const Controller*> pointers;
  for (const Controller& controller : controllers) pointers.push_back(&controller);
  Queue queue(0, static_cast<int>(episodes.size()));
  pool_.run([&](int worker) { run_episodes(workers_[worker], pointers, queue, episodes); });
  return scored(std::move(episodes));
}

Evaluation Evaluator::scored(std::vector<Episode> episodes) const {
  const int trials = task_.trials();
  Evaluation evaluation{.fitness = {}, .episodes = std::move(episodes), .diverged = 0};
  for (std::size_t i = 0; i < evaluation.episodes.size(); i += trials) {
    double sum = 0.0;
    for (int t = 0; t < trials; ++t) {
      sum += evaluation.episodes[i + t].fitness;
      evaluation.diverged += evaluation.episodes[i + t].diverged ? 1 : 0;
    }
    evaluation.fitness.push_back(sum / trials);
  }
  return evaluation;
}

void Evaluator::run_episodes(Worker& worker, const std::vector<const Controller*>& controllers,
                             Queue& queue, std::span<Episode> results) const {
  const int lanes = worker.arena->lanes();
  const int trials = task_.trials();
  for (int lane = 0; lane < lanes; ++lane) start_next(worker, lane, queue);
  const auto is_running = [](int episode) { return episode >= 0; };
  while (std::any_of(worker.episode.begin(), worker.episode.end(), is_running)) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (worker.episode[lane] < 0) continue;
      step_controller(worker, lane, *controllers[worker.episode[lane] / trials]);
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
