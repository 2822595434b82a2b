// A task of one's own, with the whole program around it: a pendulum standing on its head must not
// fall. It feels angle and speed through two rows of 9 cells, and a row of 9 muscles pulls it from
// left to right; the 252 weights between them are decoded from 20 genes.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "lowpass/core/math.h"
#include "lowpass/program.h"
#include "lowpass/task/task_list.h"

using namespace lowpass;

constexpr int kCells = 9;
constexpr double kStarts[] = {-0.4, -0.1, 0.2, 0.5};  // angles, radians; 0 is upright

/// One pendulum: an arena with a single lane.
struct Pendulum : Arena {
  explicit Pendulum(int limit, double start = 0) : steps(limit), angle(start) {}
  int lanes() const override { return 1; }
  void start(int, int trial) override { *this = Pendulum(steps, kStarts[trial]); }
  void observe(int, std::span<double> inputs) const override {
    for (int i = 0; i < kCells; ++i) {  // cell i feels best what is near its place in [-1, 1]
      const double place = 2.0 * i / (kCells - 1) - 1;
      inputs[i] = std::max(0.0, 1 - 4 * std::abs(angle - place));
      inputs[kCells + i] = std::max(0.0, 1 - 4 * std::abs(speed / 3 - place));
    }
  }
  void act(int, std::span<const double> outputs) override {
    torque = 0.0;
    for (int i = 0; i < kCells; ++i) torque += outputs[i] * (i - kCells / 2);
  }
  void step() override {
    speed += 0.05 * (4 * lowpass::sin(angle) + torque);  // not std::sin: same bits everywhere
    angle += 0.05 * speed;
    result.fitness += std::max(0.0, 1 - std::abs(angle)) / steps;
    result.succeeded = ++result.steps == steps;
  }
  bool finished(int) const override { return result.steps == steps || std::abs(angle) > 1; }
  Episode episode(int) const override { return result; }
  Moment moment(int) const override {  // the numbers that the scene below asks for
    const double x = lowpass::sin(angle), y = lowpass::cos(angle);
    return {{0, 0, x, y, x, y}, {std::min(1.0, std::abs(torque) / 5)}, {angle, torque}};
  }

  int steps;
  double angle, speed = 0, torque = 0;
  Episode result;
};

struct Balancing : Task {
  explicit Balancing(int limit) : steps(limit) {}
  Geometry geometry() const override {
    return {.inputs = dense_grid({{"place", kCells}, {"quantity", 2}}, 2 * kCells),
            .neurons = dense_grid({{"place", kCells}}, kCells)};
  }
  int trials() const override { return std::size(kStarts); }
  std::unique_ptr<Arena> make_arena() const override { return std::make_unique<Pendulum>(steps); }
  Scene scene() const override {
    ScenePart rod{.kind = ScenePart::Kind::kLine, .role = "rod", .points = 2};
    rod.line = Tint::kInk, rod.width = 0.05;
    ScenePart bob{.kind = ScenePart::Kind::kCircle, .role = "bob", .radius = 0.1};
    bob.fill = Tint::kGrey, bob.quantity = 0;
    return {{{"torque", Tint::kOrange}}, {rod, bob}, {"angle", "torque"}, 0.05, "s"};
  }

  int steps;
};

std::unique_ptr<Task> balancing(const KeyValues& keys) {
  return std::make_unique<Balancing>(keys.integer("steps"));
}

int main(int argc, char** argv) {
  add_task({.name = "pendulum",
            .help = "keep a pendulum on its head",
            .keys = {integer_key("steps", 200, 1, 100000, "control steps of an episode")},
            .make = balancing});
  return run_program(argc, argv);
}
