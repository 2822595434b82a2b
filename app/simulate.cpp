#include <cmath>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/octopus/simulation.h"

namespace lowpass::app {
namespace {

/// Numbers that read back to the same bits; null, as in recorded traces, where there is none.
std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null";
}

void check(const std::ostream& out) {
  if (!out) throw Error(ErrorKind::kFailure, "standard output cannot be written");
}

/// Tells once, on stderr, where a run went wrong; its states follow as they are.
class DivergenceNote {
 public:
  void look_at(std::int64_t step, const ArmState& state) {
    if (told_ || is_sound(state)) return;
    told_ = true;
    fmt::print(stderr, "lowpass: the arm has diverged at or before step {}\n", step);
  }

 private:
  bool told_ = false;
};

void print_json(const Simulation& simulation, std::ostream& out) {
  out << fmt::format("{{\"steps\":[{}],\"states\":[", fmt::join(simulation.steps, ","));
  DivergenceNote note;
  const char* separator = "";
  run(simulation, [&](std::int64_t step, const ArmState& state) {
    note.look_at(step, state);
    out << separator << '[';
    for (std::size_t i = 0; i < state.values.size(); ++i) {
      out << (i == 0 ? "" : ",") << json_number(state.values[i]);
    }
    out << ']';
    separator = ",\n";
    check(out);
  });
  out << "]}\n";
}

/// Base and tip of the arm, a line each step.
void print_table(const Simulation& simulation, std::ostream& out) {
  const int p = simulation.arm.compartments();
  const double duration = 0.2 * simulation.substeps;
  out << fmt::format(
      "# {}, {} compartments, steps of {:g} time units; the tip is the midpoint of the "
      "last nodes\n",
      name(simulation.arm.physics), p, duration);
  out << fmt::format("{:>10} {:>12} {:>11} {:>11} {:>11} {:>11}\n", "step", "time", "theta",
                     "omega", "tip x", "tip y");
  DivergenceNote note;
  run(simulation, [&](std::int64_t step, const ArmState& state) {
    note.look_at(step, state);
    const double* upper = &state.values[2 + 4 * (p - 1)];
    const double* lower = &state.values[2 + 4 * (2 * p - 1)];
    out << fmt::format("{:>10} {:>12.6g} {:>11.6f} {:>11.6f} {:>11.6f} {:>11.6f}\n", step,
                       static_cast<double>(step) * duration, state.theta(), state.omega(),
                       0.5 * (upper[0] + lower[0]), 0.5 * (upper[1] + lower[1]));
    check(out);
  });
}

}  // namespace

void run(const SimulateOptions& options) {
  const std::string name = options.file == "-" ? "standard input" : options.file;
  const Simulation simulation = read_simulation(read_file(options.file), name);
  options.json ? print_json(simulation, std::cout) : print_table(simulation, std::cout);
  std::cout.flush();
  check(std::cout);
}

}  // namespace lowpass::app
