#include "lowpass/paper/reading.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/configuration/configuration.h"
#include "lowpass/configuration/problem.h"

namespace lowpass {
namespace {

struct World {
  const char* environment;
  double goal_x, goal_y;
};

/// Environments with targets. The RL-Library's, whose program takes a target from its caller, with
/// every stock target; those of 2009 with their own, and two with the one that a comment calls
/// easy; and the goal of preset `paper`, to compare with.
constexpr World kWorlds[] = {
    {"library", 6.0, 5.0},  {"library", 6.0, -2.0}, {"library", -2.1, -5.2}, {"library", 7.8, -1.0},
    {"library", -0.4, 3.2}, {"library", 9.0, -1.0}, {"library", 3.5, -3.0},  {"2009-1", -2.1, -5.2},
    {"2009-2", 7.8, -1.0},  {"2009-2", 6.0, -2.0},  {"2009-3", -0.4, 3.2},   {"2009-3", 6.0, -2.0}};

struct Time {
  double control_step;
  int steps;
};

/// "1 s" as one unit of the simulator, T half of the 500 at 20 compartments or near it; or as one
/// step of the competition's program, 5 units.
constexpr Time kTimes[] = {{1.0, 250}, {1.0, 200}, {1.0, 300}, {5.0, 100}};

struct StepSize {
  double coefficients, weights;
};

/// Common, or apart: the one genome that the paper prints has magnitudes of 2 to 10.
constexpr StepSize kStepSizes[] = {{1.0, 1.0}, {3.0, 1.0}, {10.0, 1.0}};

std::vector<Reading> all_readings() {
  std::vector<Reading> all;
  for (const World& world : kWorlds) {
    for (const char* touch : {"any", "last"}) {
      for (const Time& time : kTimes) {
        for (const StepSize& sigma : kStepSizes) {
          for (const char* activation : {"logistic", "tanh"}) {
            all.push_back({world.environment, world.goal_x, world.goal_y, touch, time.control_step,
                           time.steps, sigma.coefficients, sigma.weights, activation});
          }
        }
      }
    }
  }
  return all;
}

}  // namespace

std::string Reading::name() const {
  return fmt::format("{}_{}_{}_{}_{}x{}_{}-{}_{}", environment, goal_x, goal_y, touch, control_step,
                     steps, sigma0, direct_sigma0, activation);
}

std::string Reading::settings(const Setup& setup) const {
  return fmt::format(
      "task.environment={} task.goal=[{},{}] task.touch={} task.control_step={} task.steps={} "
      "network.activation={} optimizer.sigma0={}",
      environment, goal_x, goal_y, touch, control_step, steps, activation,
      setup.mapping == "direct" ? direct_sigma0 : sigma0);
}

bool Reading::is_void() const {
  // A trial, not a run: a run would be refused.
  const Configuration preset = load_configuration({}, {});
  const std::vector<std::string> settings = {"task.environment=" + environment,
                                             fmt::format("task.goal=[{},{}]", goal_x, goal_y),
                                             "task.touch=" + touch};
  const auto task = make_task(changed_configuration(preset, settings));
  bool has_void = false;
  for (int i = 0; i < task->trials(); ++i) has_void = has_void || task->is_void(i);
  return has_void;
}

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = all_readings();
  return all;
}

const Reading* find_reading(const std::string& name) {
  const auto found = std::find_if(readings().begin(), readings().end(),
                                  [&](const Reading& reading) { return reading.name() == name; });
  return found == readings().end() ? nullptr : &*found;
}

const Reading& default_reading() { return *find_reading("2009-2_7.8_-1_any_1x250_10-1_logistic"); }

const Reading& scanned_reading() { return *find_reading("library_3.5_-3_any_1x250_3-1_logistic"); }

}  // namespace lowpass
