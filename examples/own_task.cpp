// A task of one's own: a pendulum standing on its head must not fall. It feels its angle and its
// speed through two rows of 9 cells, and a row of 9 muscles pulls it from left to right. SNES
// searches the 30 genes that the 252 weights of its network are decoded from.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "lowpass/core/math.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/optimizer/snes.h"

using namespace lowpass;

constexpr int kCells = 9, kSteps = 200;
constexpr double kStarts[] = {-0.4, -0.1, 0.2, 0.5};  // angles, radians; 0 is upright

/// One pendulum: an arena with a single lane.
class Pendulum : public Arena {
 public:
  explicit Pendulum(double angle = 0) : angle_(angle) {}

  int lanes() const override { return 1; }
  void start(int, int trial) override { *this = Pendulum(kStarts[trial]); }
  void observe(int, std::span<double> inputs) const override {
    for (int i = 0; i < kCells; ++i) {  // cell i feels best what is near its place in [-1, 1]
      const double place = 2.0 * i / (kCells - 1) - 1;
      inputs[i] = std::max(0.0, 1 - 4 * std::abs(angle_ - place));
      inputs[kCells + i] = std::max(0.0, 1 - 4 * std::abs(speed_ / 3 - place));
    }
  }
  void act(int, std::span<const double> outputs) override {
    torque_ = 0.0;
    for (int i = 0; i < kCells; ++i) torque_ += outputs[i] * (i - kCells / 2);
  }
  void step() override {
    speed_ += 0.05 * (4 * lowpass::sin(angle_) + torque_);  // not std::sin: same bits everywhere
    angle_ += 0.05 * speed_;
    ++episode_.steps;
    episode_.fitness += std::max(0.0, 1 - std::abs(angle_)) / kSteps;
  }
  bool finished(int) const override { return episode_.steps == kSteps || std::abs(angle_) > 1; }
  Episode episode(int) const override { return episode_; }

 private:
  double angle_, speed_ = 0, torque_ = 0;
  Episode episode_;
};

class Balancing : public Task {
 public:
  Geometry geometry() const override {
    return {.inputs = dense_grid({{"place", kCells}, {"quantity", 2}}, 2 * kCells),
            .neurons = dense_grid({{"place", kCells}}, kCells)};
  }
  int trials() const override { return std::size(kStarts); }
  std::unique_ptr<Arena> make_arena() const override { return std::make_unique<Pendulum>(); }
};

int main() {
  const Balancing task;
  const auto encoding = make_encoding("omega3", task.geometry(), 30);
  Evaluator evaluator(task, Topology::fully_recurrent(encoding->network_size()),
                      Activation::kLogistic, /*threads=*/2);
  Snes snes(Snes::start({std::vector(30, 0.0), encoding->sigma_of_weight_rms(1.0)}, /*seed=*/1),
            SnesRates::schaul(30));
  for (int generation = 1; generation <= 40; ++generation) {
    const Population population = snes.ask();
    snes.tell(population, evaluator.evaluate(*encoding, population.genomes).fitness);
    if (generation % 8 == 0) std::printf("%2d: %.3f\n", generation, snes.state().best_fitness);
  }
  const Evaluation best = evaluator.evaluate(*encoding, snes.state().best_genome);
  for (int trial = 0; trial < task.trials(); ++trial) {
    std::printf("from %4.1f upright for %d steps\n", kStarts[trial], best.episodes[trial].steps);
  }
}
