#include "lowpass/task/poles/poles_simulation.h"

#include <cmath>
#include <ostream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/json_value.h"
#include "lowpass/task/poles/cart_batch.h"

namespace lowpass {
namespace {

/// Radians. Beyond it sine and cosine lose digits.
constexpr double kMaxAngle = 1e6;

std::vector<double> read_start(const JsonValue& place, const CartModel& model) {
  place.require_size(model.state_size(), model.poles == 1 ? "numbers (x, x', θ1, θ1')"
                                                          : "numbers (x, x', θ1, θ1', θ2, θ2')");
  return place.numbers();
}

bool is_sound(const std::vector<double>& state) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    const bool is_angle = i >= 2 && i % 2 == 0;
    if (!std::isfinite(state[i]) || (is_angle && std::abs(state[i]) > kMaxAngle)) return false;
  }
  return true;
}

std::vector<std::vector<double>> states_of(const JsonValue& file, const CartModel& model) {
  const JsonValue start = file.at("start");
  CartBatch cart(model, 1);
  cart.load(0, read_start(start, model));
  std::vector<std::vector<double>> states;
  for (const double action : file.at("actions").numbers()) {
    cart.set_force(0, force_of_action(action, kMinForce));
    cart.step();
    if (!is_sound(cart.state(0))) start.expected("one from which numbers stay finite");
    states.push_back(cart.state(0));
  }
  return states;
}

void write_json(const std::vector<std::vector<double>>& states, std::ostream& out) {
  out << "{\"states\":[";
  const char* separator = "";
  for (const auto& state : states) {
    out << fmt::format("{}[{:.17g}]", separator, fmt::join(state, ","));
    separator = ",";
  }
  out << "]}\n";
}

void write_table(const std::vector<std::vector<double>>& states, int poles, std::ostream& out) {
  out << fmt::format("{:>6} {:>12} {:>12} {:>12} {:>12}", "step", "x", "x'", "θ1", "θ1'");
  if (poles == 2) out << fmt::format(" {:>12} {:>12}", "θ2", "θ2'");
  int step = 0;
  for (const auto& state : states) {
    out << fmt::format("\n{:>6} {:>12.6f}", ++step, fmt::join(state, " "));
  }
  out << '\n';
}

}  // namespace

std::string simulate_poles(const std::string& text, const std::string& place, bool as_json,
                           std::ostream& out) {
  const JsonValue file = JsonValue::parse(text, place);
  file.at("task").text_of({"poles"});
  const CartModel model{.poles = static_cast<int>(file.at("poles").integer(1, kMaxPoles))};
  const auto states = states_of(file, model);
  as_json ? write_json(states, out) : write_table(states, model.poles, out);
  return "";
}

}  // namespace lowpass
