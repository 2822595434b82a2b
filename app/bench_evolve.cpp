#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "app/clock.h"
#include "app/step_progress.h"
#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/evolve.h"
#include "lowpass/configuration/problem.h"

namespace lowpass::app {
namespace {

/// What a look at the clock takes.
double seconds_of_a_look() {
  constexpr int kLooks = 20000;
  double least = 1.0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const double began = seconds_now();
    for (int i = 1; i < kLooks; ++i) seconds_now();
    least = std::min(least, (seconds_now() - began) / kLooks);
  }
  return least;
}

/// Where the time of an arena's lanes goes. A look at the clock takes a twentieth of what a lane
/// takes for a step in single precision, and there are four: they are left out.
struct Shares {
  double task = 0.0;     // the simulator: stepping, observing, acting, judging
  double network = 0.0;  // between what a controller sees and what it does
  double looks = 0.0;    // at the clock
  double look = seconds_of_a_look();
};

/// An arena that takes the time of another.
class TimedArena : public Arena {
 public:
  TimedArena(std::unique_ptr<Arena> arena, Shares& shares)
      : arena_(std::move(arena)), shares_(shares) {}

  int lanes() const override { return arena_->lanes(); }
  void start(int lane, int trial) override { arena_->start(lane, trial); }
  void observe(int lane, std::span<double> inputs) const override {
    seen_ = now();
    arena_->observe(lane, inputs);
    count(shares_.task);
  }
  void act(int lane, std::span<const double> outputs) override {
    count(shares_.network);  // those of all lanes are stepped before the first of them acts
    arena_->act(lane, outputs);
    count(shares_.task);
  }
  void step() override {
    seen_ = now();
    arena_->step();
    count(shares_.task);
  }
  bool finished(int lane) const override { return arena_->finished(lane); }
  Episode episode(int lane) const override { return arena_->episode(lane); }

 private:
  double now() const {
    shares_.looks += shares_.look;
    return seconds_now();
  }
  /// The time since the last look is the share's. (From look to look, one of them has passed.)
  void count(double& share) const {
    const double before = std::exchange(seen_, now());
    share += seen_ - before - shares_.look;
  }

  std::unique_ptr<Arena> arena_;
  Shares& shares_;
  mutable double seen_ = 0.0;  // the last look
};

class TimedTask : public Task {
 public:
  TimedTask(const Task& task, Shares& shares) : task_(task), shares_(shares) {}
  Geometry geometry() const override { return task_.geometry(); }
  int trials() const override { return task_.trials(); }
  Precision precision() const override { return task_.precision(); }
  std::unique_ptr<Arena> make_arena() const override {
    return std::make_unique<TimedArena>(task_.make_arena(), shares_);
  }

 private:
  const Task& task_;
  Shares& shares_;
};

/// A run to be measured, and what was measured. Times are the best of several.
struct SpeedSetup {
  std::string name;
  Configuration configuration;
  std::unique_ptr<Task> task;
  double one = 1e9, two = 1e9, at_once = 1e9;  // seconds: 1 thread, 2 threads, 2 runs of 1 thread
};

struct SpeedRow {
  std::string name, precision;
  double evaluations_per_second;  // of one thread
  double task, network;           // share of the time of one thread
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
  const auto search = make_search(configuration, *encoding);
  SearchState state =
      search->start({std::vector<double>(genes, 0.0), initial_sigma(configuration, *encoding)},
                    configuration.run.seed);
  const int lambda = search->population_size();
  std::vector<double> weights(encoding->network_size().weight_count()), fitness(lambda);
  const Topology topology = network_topology(configuration);
  Population population;
  const double began = seconds_now();
  for (int done = 0; done + lambda <= configuration.budget.evaluations; done += lambda) {
    search->ask(state, population);
    for (int k = 0; k < lambda; ++k) {
      encoding->decode(population.genome(k), weights);
      const Controller controller(topology, weights, network_activations(configuration));
      fitness[k] = weights[0];
    }
    search->tell(state, population, fitness);
  }
  return seconds_now() - began;
}

SpeedSetup speed_setup(const std::string& name, const std::vector<std::string>& settings) {
  Configuration configuration = load_configuration({}, settings);
  auto task = make_task(configuration);
  return {name, std::move(configuration), std::move(task)};
}

void time_once(SpeedSetup& s) {
  s.one = std::min(s.one, seconds_of_run(s.configuration, *s.task, 1));
  s.two = std::min(s.two, seconds_of_run(s.configuration, *s.task, 2));
  s.at_once = std::min(s.at_once, seconds_of_two_runs_at_once(s.configuration, *s.task));
}

SpeedRow row_of(const SpeedSetup& s) {
  Shares shares;
  const double run = seconds_of_run(s.configuration, TimedTask(*s.task, shares), 1);
  const double timed = run - shares.looks;
  return {s.name,
          precision_name(s.task->precision()),
          s.configuration.budget.evaluations / s.one,
          shares.task / timed,
          shares.network / timed,
          seconds_of_search(s.configuration) / timed,
          s.one / s.two,
          2 * s.one / s.at_once};
}

/// The precisions to measure in, as settings: all that the task has, unless one was asked for.
std::vector<std::string> precision_settings(const BenchEvolveOptions& options) {
  const TaskEntry& entry = task_named(options.task, options.task, ErrorKind::kUsage);
  const std::string key = "task.precision";
  std::vector<std::string> settings;
  for (const Key& k : entry.keys) {
    if ("task." + k.name != key) continue;
    for (const std::string& choice : k.choices) settings.push_back(key + "=" + choice);
  }
  const auto asks = [&](const std::string& setting) { return setting.starts_with(key); };
  const bool is_asked = std::any_of(options.settings.begin(), options.settings.end(), asks);
  // A setting that says nothing new.
  if (settings.empty() || is_asked) settings = {"task.name=" + options.task};
  return settings;
}

/// The task as configured, and the same with a gene a weight, in every precision.
std::vector<SpeedSetup> speed_setups(const BenchEvolveOptions& options) {
  std::vector<SpeedSetup> setups;
  for (const std::string& precision : precision_settings(options)) {
    std::vector<std::string> settings = {"task.name=" + options.task, precision};
    settings.insert(settings.end(), options.settings.begin(), options.settings.end());
    // To the end of the budget: a run that stops early would count evaluations it did not make.
    settings.push_back("budget.stop_at_target=false");
    settings.push_back(fmt::format("budget.evaluations={}", options.evaluations));
    setups.push_back(speed_setup("", settings));
    const auto& encoding = setups.back().configuration.encoding;
    setups.back().name =
        fmt::format("{}, {}, C = {}", options.task, encoding.mapping, encoding.coefficients);
    settings.push_back("encoding.mapping=direct");
    setups.push_back(speed_setup(options.task + ", direct", settings));
  }
  return setups;
}

/// In turns, so that all meet the same conditions.
std::vector<SpeedRow> speed_rows(const BenchEvolveOptions& options) {
  std::vector<SpeedSetup> setups = speed_setups(options);
  const int repeats = 5;
  StepProgress progress("bench evolve", repeats, "rounds");
  for (int i = 0; i < repeats; ++i) {
    progress.show(i, seconds_now());
    for (SpeedSetup& s : setups) time_once(s);
  }
  progress.finish(seconds_now());
  std::vector<SpeedRow> rows;
  for (const SpeedSetup& s : setups) rows.push_back(row_of(s));
  return rows;
}

}  // namespace

void run(const BenchEvolveOptions& options) {
  const std::vector<SpeedRow> rows = speed_rows(options);
  if (options.json) {
    JsonText list = JsonText::array();
    for (const SpeedRow& r : rows) {
      list.add(JsonText::object({{"setup", r.name},
                                 {"precision", r.precision},
                                 {"evaluations_per_second", r.evaluations_per_second},
                                 {"task", r.task},
                                 {"network", r.network},
                                 {"task_and_network", r.task + r.network},
                                 {"decode_and_search", r.search},
                                 {"two_threads_over_one", r.speed_up},
                                 {"two_runs_at_once_over_one", r.machine}}));
    }
    fmt::print("{}\n", JsonText::object({{"evolve", list}}).text());
    return;
  }
  fmt::print("{:<22} {:<9} {:>12} {:>7} {:>8} {:>8} {:>14} {:>10}\n", "one thread", "precision",
             "evaluations/s", "task", "network", "together", "decode+search", "2 threads");
  for (const SpeedRow& r : rows) {
    fmt::print(
        "{:<22} {:<9} {:>13.0f} {:>6.1f}% {:>7.1f}% {:>7.1f}% {:>13.2f}% {:>9.2f}x {:>9.2f}x\n",
        r.name, r.precision, r.evaluations_per_second, 100 * r.task, 100 * r.network,
        100 * (r.task + r.network), 100 * r.search, r.speed_up, r.machine);
  }
}

}  // namespace lowpass::app
