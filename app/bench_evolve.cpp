#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/clock.h"
#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/configuration.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/experiment/problem.h"

namespace lowpass::app {
namespace {

/// Where the time of an arena's lanes goes.
struct Shares {
  double arm = 0.0;      // the simulator: stepping, observing, acting, judging
  double network = 0.0;  // between what a controller sees and what it does
};

/// An arena that takes the time of another.
class TimedArena : public Arena {
 public:
  TimedArena(std::unique_ptr<Arena> arena, Shares& shares)
      : arena_(std::move(arena)), shares_(shares) {}

  int lanes() const override { return arena_->lanes(); }
  void start(int lane, int trial) override { arena_->start(lane, trial); }
  void observe(int lane, std::span<double> inputs) const override {
    const double began = seconds_now();
    arena_->observe(lane, inputs);
    seen_ = seconds_now();
    shares_.arm += seen_ - began;
  }
  void act(int lane, std::span<const double> outputs) override {
    const double began = seconds_now();
    shares_.network += began - seen_;
    arena_->act(lane, outputs);
    shares_.arm += seconds_now() - began;
  }
  void step() override {
    const double began = seconds_now();
    arena_->step();
    shares_.arm += seconds_now() - began;
  }
  bool finished(int lane) const override { return arena_->finished(lane); }
  Episode episode(int lane) const override { return arena_->episode(lane); }

 private:
  std::unique_ptr<Arena> arena_;
  Shares& shares_;
  mutable double seen_ = 0.0;
};

class TimedTask : public Task {
 public:
  TimedTask(const Task& task, Shares& shares) : task_(task), shares_(shares) {}
  Geometry geometry() const override { return task_.geometry(); }
  int trials() const override { return task_.trials(); }
  std::unique_ptr<Arena> make_arena() const override {
    return std::make_unique<TimedArena>(task_.make_arena(), shares_);
  }

 private:
  const Task& task_;
  Shares& shares_;
};

struct Row {
  std::string name;
  double evaluations_per_second;  // of one thread
  double arm, network;            // share of the time of one thread
  double search;                  // optimiser, decoding, records: share of the time of one thread
  double speed_up;                // two threads over one
  double machine;                 // the same for two runs of one thread each at once
};

/// Runs in a folder that is removed afterwards: records and checkpoints are part of the time.
double seconds_of_run(const Configuration& configuration, const Task& task, int threads,
                      const char* name = "a") {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("lowpass-bench-{}-{}", static_cast<long>(::getpid()), name);
  double seconds;
  {
    RunFolder folder(path, configuration, false, {});
    const double began = seconds_now();
    evolve(configuration, task, threads, folder,
           {.clock = seconds_now,
            .should_stop = [] { return false; },
            .on_generation = [](const GenerationRecord&) {}});
    seconds = seconds_now() - began;
  }
  std::filesystem::remove_all(path);
  return seconds;
}

/// What the machine itself gives two threads that have nothing to do with each other.
double seconds_of_two_runs_at_once(const Configuration& configuration, const Task& task) {
  const double began = seconds_now();
  std::thread other([&] { seconds_of_run(configuration, task, 1, "b"); });
  seconds_of_run(configuration, task, 1);
  other.join();
  return seconds_now() - began;
}

/// The time of ask, decode and tell alone: the same generations with no episodes.
double seconds_of_search(const Configuration& configuration) {
  const auto encoding = make_encoding(configuration, configuration.encoding.coefficients);
  const auto genes = static_cast<std::size_t>(encoding->genome_size());
  Snes search(
      Snes::start({std::vector<double>(genes, 0.0), initial_sigma(configuration, *encoding)},
                  configuration.run.seed),
      snes_rates(configuration, genes));
  const int lambda = search.rates().population_size;
  std::vector<double> weights(encoding->network_size().weight_count()), fitness(lambda);
  const Topology topology = network_topology(configuration);
  Population population;
  const double began = seconds_now();
  for (int done = 0; done + lambda <= configuration.budget.evaluations; done += lambda) {
    search.ask(population);
    for (int k = 0; k < lambda; ++k) {
      encoding->decode(population.genome(k), weights);
      const Controller controller(topology, weights, network_activation(configuration));
      fitness[k] = weights[0];
    }
    search.tell(population, fitness);
  }
  return seconds_now() - began;
}

Row measured(const std::string& name, const Configuration& configuration) {
  const auto task = make_task(configuration);
  const int repeats = 5;
  double one = 1e9, two = 1e9, at_once = 1e9;
  for (int i = 0; i < repeats; ++i) {  // interleaved, best of each
    one = std::min(one, seconds_of_run(configuration, *task, 1));
    two = std::min(two, seconds_of_run(configuration, *task, 2));
    at_once = std::min(at_once, seconds_of_two_runs_at_once(configuration, *task));
  }
  Shares shares;
  const double timed = seconds_of_run(configuration, TimedTask(*task, shares), 1);
  const double search = seconds_of_search(configuration);
  return {name,
          configuration.budget.evaluations / one,
          shares.arm / timed,
          shares.network / timed,
          search / timed,
          one / two,
          2 * one / at_once};
}

std::vector<Row> all_rows(int evaluations) {
  std::vector<Row> rows;
  const std::string budget = fmt::format("budget.evaluations={}", evaluations);
  const auto add = [&](const std::string& name, std::vector<std::string> settings) {
    settings.push_back(budget);
    rows.push_back(measured(name, load_configuration({}, settings)));
  };
  add("raw, omega3, C = 20", {});
  add("raw, direct", {"encoding.mapping=direct"});
  add("meta, omega1, C = 20", {"task.actions=meta", "encoding.mapping=omega1"});
  return rows;
}

}  // namespace

void run(const BenchEvolveOptions& options) {
  const std::vector<Row> rows = all_rows(options.evaluations);
  if (options.json) {
    JsonText list = JsonText::array();
    for (const Row& r : rows) {
      list.add(JsonText::object({{"setup", r.name},
                                 {"evaluations_per_second", r.evaluations_per_second},
                                 {"arm", r.arm},
                                 {"network", r.network},
                                 {"arm_and_network", r.arm + r.network},
                                 {"decode_and_search", r.search},
                                 {"two_threads_over_one", r.speed_up},
                                 {"two_runs_at_once_over_one", r.machine}}));
    }
    fmt::print("{}\n", JsonText::object({{"evolve", list}}).text());
    return;
  }
  fmt::print("{:<22} {:>12} {:>7} {:>8} {:>8} {:>14} {:>10}\n", "one thread", "evaluations/s",
             "arm", "network", "together", "decode+search", "2 threads");
  for (const Row& r : rows) {
    fmt::print("{:<22} {:>13.0f} {:>6.1f}% {:>7.1f}% {:>7.1f}% {:>13.2f}% {:>9.2f}x {:>9.2f}x\n",
               r.name, r.evaluations_per_second, 100 * r.arm, 100 * r.network,
               100 * (r.arm + r.network), 100 * r.search, r.speed_up, r.machine);
  }
}

}  // namespace lowpass::app
