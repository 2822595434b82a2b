#include "lowpass/optimizer/search_keys.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/math.h"

namespace lowpass {
namespace {

constexpr int kMostIndividuals = 1'000'000;

/// An integer key that also takes 0.
Key population_key(int least, int multiple, const std::string& allowed, const std::string& rule) {
  Key key = integer_key("population", 0, 0, kMostIndividuals,
                        fmt::format("individuals a generation; 0: {}", rule));
  key.allowed = fmt::format("0, or {} from {} to {}", allowed, least, kMostIndividuals);
  key.accept = [=, in_range = key.accept](KeyValue& value) {
    if (!in_range(value)) return false;
    const std::int64_t number = std::get<std::int64_t>(value);
    return number == 0 || (number >= least && number % multiple == 0);
  };
  return young(std::move(key));
}

}  // namespace

Key population_key(int least, const std::string& rule) {
  return population_key(least, 1, "an integer", rule);
}

Key paired_population_key(const std::string& rule) {
  return population_key(2, 2, "an even number", rule);
}

Key rate_key(std::string name, double highest, std::string help) {
  return young(real_key(std::move(name), 0.0, 0.0, highest, std::move(help)));
}

int given_or(int value, int rule) { return value == 0 ? rule : value; }
double given_or(double value, double rule) { return value == 0.0 ? rule : value; }

int default_population(std::size_t dimension) {
  return 4 + static_cast<int>(std::floor(3.0 * log(static_cast<double>(dimension))));
}

int default_paired_population(std::size_t dimension) {
  return 2 * ((default_population(dimension) + 1) / 2);
}

}  // namespace lowpass
