#include "app/sweep_forecast.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace lowpass::app {

SweepForecast::SweepForecast(std::span<const SweepRun> runs) {
  std::map<std::uint64_t, std::size_t> settings;
  for (const SweepRun& run : runs) {
    Configuration configuration = run.configuration;
    configuration.run.seed = 0;
    const auto [place, is_new] =
        settings.try_emplace(configuration_hash(configuration), settings.size());
    runs_.push_back({.setting = place->second,
                     .expected = static_cast<double>(expected_evaluations(run.configuration))});
  }
  settings_.resize(settings.size());
  order_.resize(runs.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(runs_[b].expected, runs[a].configuration.run.seed) <
           std::pair(runs_[a].expected, runs[b].configuration.run.seed);
  });
}

void SweepForecast::note(const SweepUpdate& update, double now) {
  Run& run = runs_[update.run];
  const auto evaluations = static_cast<double>(update.evaluations);
  if (run.is_running) {
    for (Measured* measured : {&settings_[run.setting], &all_}) {
      measured->seconds += now - run.seen;
      measured->evaluations += evaluations - run.evaluations;
    }
  } else if (!update.is_finished) {  // what it did before is no measure of this machine
    run.is_running = true;
    workers_ = std::max(workers_, ++running_);
  }
  run.evaluations = evaluations;
  run.seen = now;
  if (!update.is_finished) return;
  for (Measured* measured : {&settings_[run.setting], &all_}) {
    measured->ended += evaluations;
    measured->ended_expected += run.expected;
  }
  if (run.is_running) --running_;
  run.is_running = false;
  run.is_finished = true;
}

double SweepForecast::expected_end(const Run& run) const {
  if (run.is_finished) return run.evaluations;
  const Measured& own = settings_[run.setting];
  const Measured& ended = own.ended_expected > 0 ? own : all_;
  const double share = ended.ended_expected > 0 ? ended.ended / ended.ended_expected : 1.0;
  // One that has more than expected is taken to go on for a quarter of what it has.
  const double end = share * run.expected;
  return run.evaluations < end ? end
                               : std::min(1.25 * run.evaluations, std::max(end, run.expected));
}

double SweepForecast::seconds_per_evaluation(std::size_t setting) const {
  const Measured& own = settings_[setting];
  const Measured& measured = own.evaluations > 0 ? own : all_;
  return measured.seconds / measured.evaluations;
}

double SweepForecast::part() const {
  double done = 0, expected = 0;
  for (const Run& run : runs_) {
    done += run.evaluations;
    expected += std::max(run.evaluations, expected_end(run));
  }
  return expected > 0 ? std::min(1.0, done / expected) : 0.0;
}

double SweepForecast::evaluations_here() const { return all_.evaluations; }

std::optional<double> SweepForecast::seconds_left() const {
  if (all_.evaluations <= 0 || workers_ == 0) return {};
  std::vector<double> loads, waiting;  // of the workers; of the runs that none has yet
  for (const std::size_t i : order_) {
    const Run& run = runs_[i];
    if (run.is_finished) continue;
    const double left = std::max(0.0, expected_end(run) - run.evaluations);
    (run.is_running ? loads : waiting).push_back(left * seconds_per_evaluation(run.setting));
  }
  loads.resize(std::max(loads.size(), workers_), 0.0);
  for (const double seconds : waiting) *std::min_element(loads.begin(), loads.end()) += seconds;
  return *std::max_element(loads.begin(), loads.end());
}

}  // namespace lowpass::app
