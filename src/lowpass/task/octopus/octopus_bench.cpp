#include "lowpass/task/octopus/octopus_bench.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "lowpass/core/json_text.h"
#include "lowpass/core/random.h"
#include "lowpass/core/simd.h"
#include "lowpass/octopus/arm_batch.h"

namespace lowpass {
namespace {

constexpr int kSubsteps = 25;  // a step of 5.0 time units, the originals'

/// A batch of moving arms: each lane under its own random actions, new in every step.
class Swarm {
 public:
  Swarm(Physics physics, int compartments, int lanes, Precision precision)
      : batch_(physics, compartments, lanes, precision), actions_(batch_.action_size()) {
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

  const ArmBatch& batch() const { return batch_; }

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
void measure_slice(Measurement& m, double seconds, const std::function<double()>& clock) {
  const double start = clock();
  double elapsed = 0.0;
  long steps = 0;
  while (elapsed < seconds) {
    m.swarm.step();
    ++steps;
    elapsed = clock() - start;
  }
  m.best = std::max(m.best, static_cast<double>(steps * m.swarm.batch().lanes()) / elapsed);
}

/// One lane and all lanes of both models in both precisions at p = 10 and 20, in turns, so that all
/// meet the same conditions.
std::vector<Measurement> measure(const BenchRequest& request) {
  std::vector<Measurement> measurements;
  for (const Physics physics : {Physics::kC09, Physics::kM06}) {
    for (const int compartments : {10, 20}) {
      for (const Precision precision : {Precision::kDouble, Precision::kSingle}) {
        for (const int lanes : {1, ArmBatch::preferred_lanes(precision)}) {
          measurements.push_back({Swarm(physics, compartments, lanes, precision)});
        }
      }
    }
  }
  constexpr double kSlice = 0.001;  // seconds: short enough to fit between what else runs
  const int rounds =
      std::max(1, static_cast<int>(request.seconds / (kSlice * double(measurements.size()))));
  for (int round = 0; round < rounds; ++round) {
    for (Measurement& m : measurements) measure_slice(m, kSlice, request.clock);
  }
  return measurements;
}

/// One lane and all lanes of the same arm.
struct Row {
  Physics physics;
  int compartments;
  Precision precision;
  int lanes;
  double one_lane, all_lanes;
};

std::vector<Row> rows_of(const std::vector<Measurement>& measurements) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < measurements.size(); i += 2) {
    const ArmBatch& all = measurements[i + 1].swarm.batch();
    rows.push_back({all.physics(), all.compartments(), all.precision(), all.lanes(),
                    measurements[i].best, measurements[i + 1].best});
  }
  return rows;
}

void write_json(const std::vector<Row>& rows, std::ostream& out) {
  JsonText results = JsonText::array();
  for (const Row& row : rows) {
    results.add(JsonText::object({{"model", name(row.physics)},
                                  {"compartments", row.compartments},
                                  {"precision", precision_name(row.precision)},
                                  {"lanes", row.lanes},
                                  {"one_lane_steps_per_second", row.one_lane},
                                  {"all_lanes_steps_per_second", row.all_lanes},
                                  {"ratio", row.all_lanes / row.one_lane}}));
  }
  out << JsonText::object({{"benchmark", "octopus"},
                           {"simd", simd_target()},
                           {"step", 5.0},
                           {"results", results}})
             .text()
      << '\n';
}

void write_table(const std::vector<Row>& rows, std::ostream& out) {
  out << fmt::format("Arm steps of 5.0 time units per second on one core, SIMD {}\n",
                     simd_target());
  out << fmt::format("{:5} {:>3} {:9} {:>5} {:>12} {:>12} {:>6} {:>22}\n", "model", "p",
                     "precision", "lanes", "one lane", "all lanes", "ratio",
                     "ns a compartment step");
  for (const Row& row : rows) {
    out << fmt::format("{:5} {:>3} {:9} {:>5} {:>12.0f} {:>12.0f} {:>6.2f} {:>22.1f}\n",
                       name(row.physics), row.compartments, precision_name(row.precision),
                       row.lanes, row.one_lane, row.all_lanes, row.all_lanes / row.one_lane,
                       1e9 / (row.all_lanes * row.compartments));
  }
}

}  // namespace

void bench_arm(const BenchRequest& request) {
  const std::vector<Row> rows = rows_of(measure(request));
  request.as_json ? write_json(rows, request.out) : write_table(rows, request.out);
}

}  // namespace lowpass
