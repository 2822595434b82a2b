#include "app/sweep_forecast.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace lowpass::app {
namespace {

/// Three numbers of coefficients, two lengths of episodes, five seeds: runs of 600 evaluations.
std::vector<SweepRun> six_settings(int seeds = 5) {
  std::vector<SweepRun> runs;
  for (const int coefficients : {10, 20, 40}) {
    for (const int steps : {100, 200}) {
      for (int seed = 1; seed <= seeds; ++seed) {
        const std::vector<std::string> settings{
            "encoding.coefficients=" + std::to_string(coefficients),
            "task.steps=" + std::to_string(steps), "budget.evaluations=600",
            "run.seed=" + std::to_string(seed)};
        runs.push_back({.configuration = load_configuration({}, settings), .folder = {}});
      }
    }
  }
  return runs;
}

/// A made-up machine: each second every worker does `speed(run)` evaluations of its run, of which
/// `length(run)` are its whole. Calls `look(seconds so far)` after each second; returns the end.
template <class Speed, class Length, class Look>
int simulate(const std::vector<SweepRun>& runs, std::size_t workers, Speed speed, Length length,
             SweepForecast& forecast, Look look) {
  std::vector<std::size_t> order(runs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return runs[a].configuration.run.seed < runs[b].configuration.run.seed;
  });
  std::vector<int> done(runs.size(), 0);
  std::vector<std::size_t> running;
  std::size_t next = 0;
  int seconds = 0;
  for (;; ++seconds) {
    while (running.size() < workers && next < order.size()) {
      running.push_back(order[next++]);
      forecast.note({running.back(), 0, 0, 0.0, false}, seconds);
    }
    if (running.empty()) return seconds;
    for (const std::size_t run : running) {
      done[run] = std::min(length(run), done[run] + speed(run));
      forecast.note({run, 0, done[run], 0.0, done[run] == length(run)}, seconds + 1);
    }
    std::erase_if(running, [&](std::size_t run) { return done[run] == length(run); });
    look(seconds + 1);
  }
}

struct Look {
  int at;
  double left;
};

/// The forecasts between a tenth and nine tenths of the time are within 30 %.
void expect_good(const std::vector<Look>& looks, int end) {
  int checked = 0;
  for (const Look& look : looks) {
    if (look.at < 0.1 * end || look.at > 0.9 * end) continue;
    EXPECT_NEAR(look.left, end - look.at, 0.3 * (end - look.at)) << look.at << " of " << end;
    ++checked;
  }
  EXPECT_GT(checked, 10);
}

TEST(SweepForecast, IsWithinThirtyPercentOnceATenthIsDone) {
  const std::vector<SweepRun> runs = six_settings();
  for (const std::size_t workers : {2, 3, 4, 8}) {
    SweepForecast forecast(runs);
    std::vector<Look> looks;
    const auto speed = [&](std::size_t run) {
      return runs[run].configuration.task.keys.integer("steps") == 100 ? 20 : 10;
    };
    const int end = simulate(
        runs, workers, speed, [](std::size_t) { return 600; }, forecast,
        [&](int now) {
          looks.push_back({now, forecast.seconds_left().value_or(-1)});
        });
    EXPECT_EQ(forecast.seconds_left(), 0.0);
    EXPECT_EQ(forecast.part(), 1.0);
    expect_good(looks, end);
  }
}

TEST(SweepForecast, LearnsFromRunsThatEndEarly) {
  const std::vector<SweepRun> runs = six_settings(20);
  SweepForecast forecast(runs);
  std::vector<Look> looks;
  const auto length = [](std::size_t run) { return run % 2 == 0 ? 90 : 150; };
  const int end = simulate(
      runs, 4, [](std::size_t) { return 10; }, length, forecast,
      [&](int now) {
        looks.push_back({now, forecast.seconds_left().value_or(-1)});
      });
  expect_good(looks, end);
}

TEST(SweepForecast, WhatWasDoneBeforeIsNoMeasureOfThisMachine) {
  const std::vector<SweepRun> runs = six_settings(1);
  SweepForecast forecast(runs);
  for (std::size_t run = 0; run < 5; ++run) forecast.note({run, 0, 600, 0.0, true}, 0.0);
  EXPECT_FALSE(forecast.seconds_left());
  forecast.note({5, 0, 300, 0.0, false}, 1.0);
  EXPECT_FALSE(forecast.seconds_left());
  forecast.note({5, 0, 400, 0.0, false}, 3.0);
  EXPECT_EQ(forecast.seconds_left(), 4.0);
  EXPECT_EQ(forecast.evaluations_here(), 100.0);
}

}  // namespace
}  // namespace lowpass::app
