#include "lowpass/task/octopus/octopus_simulation.h"

#include <cmath>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/octopus/simulation.h"

namespace lowpass {
namespace {

/// Numbers that read back to the same bits; null, as in recorded traces, where there is none.
std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null";
}

/// Nobody reads the rest of a broken pipe.
void check(const std::ostream& out) {
  if (!out) throw Error(ErrorKind::kFailure, "standard output cannot be written");
}

/// Where a run went wrong, if it did; its states follow as they are.
class DivergenceNote {
 public:
  void look_at(std::int64_t step, const ArmState& state) {
    if (!text_.empty() || is_sound(state)) return;
    text_ = fmt::format("the arm has diverged at or before step {}", step);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string write_json(const Simulation& simulation, std::ostream& out) {
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
  return note.text();
}

/// Base and tip of the arm, a line each step.
std::string write_table(const Simulation& simulation, std::ostream& out) {
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
  return note.text();
}

}  // namespace

std::string simulate_arm(const std::string& text, const std::string& place, bool as_json,
                         std::ostream& out) {
  const Simulation simulation = read_simulation(text, place);
  return as_json ? write_json(simulation, out) : write_table(simulation, out);
}

}  // namespace lowpass
