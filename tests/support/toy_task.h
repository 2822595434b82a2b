#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "lowpass/experiment/configuration.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// A task without physics, for tests of what stands around tasks: four inputs, four neurons,
/// episodes of `steps` steps, two trials that show other inputs. Fitness is higher the nearer the
/// outputs come to 1, 0, 1, 0.
class ToyTask : public Task {
 public:
  explicit ToyTask(int steps = 3, bool always_diverges = false)
      : steps_(steps), always_diverges_(always_diverges) {}

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
      episode_.fitness = 1.0 - error / 4.0;
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
};

/// A run of some 15 generations on it.
inline Configuration toy_configuration() {
  Configuration c = load_configuration({}, {});
  c.encoding.mapping = "omega1";
  c.encoding.coefficients = 6;
  c.budget.evaluations = 200;
  c.budget.target = 0.6;
  return c;
}

}  // namespace lowpass
