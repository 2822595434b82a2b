#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

/// Controllers of a toy task whose first output is above `above` have this fitness instead.
struct ToyGap {
  double fitness = 0.0, above = 1.0;
};

/// A task without physics, for tests of what stands around tasks: four inputs, four neurons,
/// episodes of `steps` steps, two trials that show other inputs. Fitness is higher the nearer the
/// outputs come to 1, 0, 1, 0.
class ToyTask : public Task {
 public:
  explicit ToyTask(int steps = 3, bool always_diverges = false, ToyGap gap = {})
      : steps_(steps), always_diverges_(always_diverges), gap_(gap) {}

  Geometry geometry() const override {
    return {dense_grid({{"place", 4}}, 4), dense_grid({{"place", 4}}, 4)};
  }
  int trials() const override { return 2; }
  std::unique_ptr<Arena> make_arena() const override { return std::make_unique<ToyArena>(*this); }

 private:
  class ToyArena : public Arena {
   public:
    explicit ToyArena(const ToyTask& task) : task_(task) {}
    int lanes() const override { return 1; }
    void start(int, int trial) override {
      trial_ = trial;
      episode_ = {};
    }
    void observe(int, std::span<double> inputs) const override {
      for (int i = 0; i < 4; ++i) inputs[i] = trial_ == 0 ? 0.25 * i : 1.0 - 0.25 * i;
    }
    void act(int, std::span<const double> outputs) override {
      double error = 0.0;
      for (int i = 0; i < 4; ++i) error += std::abs(outputs[i] - (i % 2 == 0 ? 1.0 : 0.0));
      episode_.fitness = outputs[0] > task_.gap_.above ? task_.gap_.fitness : 1.0 - error / 4.0;
    }
    void step() override {
      ++episode_.steps;
      if (task_.always_diverges_)
        episode_ = {.fitness = 0.0, .steps = episode_.steps, .diverged = true};
    }
    bool finished(int) const override {
      return episode_.diverged || episode_.steps >= task_.steps_;
    }
    Episode episode(int) const override { return episode_; }

   private:
    const ToyTask& task_;
    int trial_ = 0;
    Episode episode_;
  };

  int steps_;
  bool always_diverges_;
  ToyGap gap_;
};

/// A run of some 15 generations on it.
inline Configuration toy_configuration() {
  if (!find_task("toy")) {
    add_task({.name = "toy", .help = "a task without physics", .make = [](const KeyValues&) {
                return std::make_unique<ToyTask>();
              }});
  }
  const std::vector<std::string> settings{"task.name=toy", "encoding.mapping=omega1",
                                          "encoding.coefficients=6", "budget.evaluations=200",
                                          "budget.target=0.6"};
  return load_configuration({}, settings);
}

}  // namespace lowpass
