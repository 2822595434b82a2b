#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/random.h"
#include "lowpass/core/simd.h"
#include "lowpass/octopus/arm_batch.h"

namespace lowpass::app {
namespace {

constexpr int kSubsteps = 25;  // a step of 5.0 time units, the originals'

/// A batch of moving arms: each lane under its own random actions, new in every step.
class Swarm {
 public:
  Swarm(Physics physics, int compartments, int lanes)
      : batch_(physics, compartments, lanes), actions_(batch_.action_size()) {
    const ArmModel model(default_arm(physics, compartments));
    for (int lane = 0; lane < lanes; ++lane) batch_.load(lane, model, model.start());
  }

  void step() {
    for (int lane = 0; lane < batch_.lanes(); ++lane) {
      fill_uniforms(
          {.stream = Stream::kTask, .generation = step_, .individual = std::uint32_t(lane)},
          actions_);
      batch_.set_actions(lane, actions_);
    }
    batch_.step(kSubsteps);
    ++step_;
  }

  int lanes() const { return batch_.lanes(); }
  int compartments() const { return batch_.compartments(); }
  Physics physics() const { return batch_.physics(); }

 private:
  ArmBatch batch_;
  std::vector<double> actions_;
  std::uint32_t step_ = 0;
};

struct Measurement {
  Swarm swarm;
  double best = 0;  ///< arm steps per second, in the best slice
};

/// Runs one short slice. The best of many slices is what the machine can do; slower ones met
/// whatever else it runs.
void measure_slice(Measurement& m, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::chrono::duration<double> elapsed{};
  long steps = 0;
  while (elapsed.count() < seconds) {
    m.swarm.step();
    ++steps;
    elapsed = Clock::now() - start;
  }
  m.best = std::max(m.best, static_cast<double>(steps * m.swarm.lanes()) / elapsed.count());
}

/// One lane and all lanes of both models at p = 10 and 20, in turns, so that all meet the same
/// conditions.
std::vector<Measurement> measure(double seconds) {
  std::vector<Measurement> measurements;
  for (const Physics physics : {Physics::kC09, Physics::kM06}) {
    for (const int compartments : {10, 20}) {
      for (const int lanes : {1, ArmBatch::preferred_lanes()}) {
        measurements.push_back({Swarm(physics, compartments, lanes)});
      }
    }
  }
  constexpr double kSlice = 0.001;  // seconds: short enough to fit between what else runs
  const int rounds =
      std::max(1, static_cast<int>(seconds / (kSlice * double(measurements.size()))));
  for (int round = 0; round < rounds; ++round) {
    for (Measurement& m : measurements) measure_slice(m, kSlice);
  }
  return measurements;
}

/// One lane and all lanes of the same arm.
struct Row {
  Physics physics;
  int compartments, lanes;
  double one_lane, all_lanes;
};

std::vector<Row> rows_of(const std::vector<Measurement>& measurements) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < measurements.size(); i += 2) {
    const Measurement &one = measurements[i], &all = measurements[i + 1];
    rows.push_back(
        {one.swarm.physics(), one.swarm.compartments(), all.swarm.lanes(), one.best, all.best});
  }
  return rows;
}

void print_json(const std::vector<Row>& rows) {
  JsonText results = JsonText::array();
  for (const Row& row : rows) {
    results.add(JsonText::object({{"model", name(row.physics)},
                                  {"compartments", row.compartments},
                                  {"lanes", row.lanes},
                                  {"one_lane_steps_per_second", row.one_lane},
                                  {"all_lanes_steps_per_second", row.all_lanes},
                                  {"ratio", row.all_lanes / row.one_lane}}));
  }
  fmt::print(
      "{}\n",
      JsonText::object(
          {{"benchmark", "octopus"}, {"simd", simd_target()}, {"step", 5.0}, {"results", results}})
          .text());
}

void print_table(const std::vector<Row>& rows) {
  fmt::print("Arm steps of 5.0 time units per second on one core, SIMD {}\n", simd_target());
  fmt::print("{:5} {:>3} {:>12} {:>12} {:>6} {:>22}\n", "model", "p", "one lane",
             fmt::format("{} lanes", rows.front().lanes), "ratio", "ns a compartment step");
  for (const Row& row : rows) {
    fmt::print("{:5} {:>3} {:>12.0f} {:>12.0f} {:>6.2f} {:>22.1f}\n", name(row.physics),
               row.compartments, row.one_lane, row.all_lanes, row.all_lanes / row.one_lane,
               1e9 / (row.all_lanes * row.compartments));
  }
}

}  // namespace

void run(const BenchOctopusOptions& options) {
  const std::vector<Row> rows = rows_of(measure(options.seconds));
  options.json ? print_json(rows) : print_table(rows);
}

}  // namespace lowpass::app
