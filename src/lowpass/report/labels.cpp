#include "lowpass/report/labels.h"

#include <cmath>

#include <fmt/format.h>

namespace lowpass {
namespace {

/// Of a moment of something that lasts `duration`: about a hundredth of it.
int decimals(double duration) { return duration >= 5 ? 1 : duration >= 0.5 ? 2 : 3; }

std::string with_unit(const std::string& number, const std::string& unit) {
  return fmt::format("t = {}{}{}", number, unit.empty() ? "" : " ", unit);
}

}  // namespace

std::string time_label(double time, double duration, const std::string& unit) {
  std::string number = fmt::format("{:.{}f}", time, decimals(duration));
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return with_unit(number, unit);
}

std::string clock_label(double time, double duration, const std::string& unit) {
  const int digits = duration >= 50 ? 0 : decimals(duration);
  const double unit_of_digit = digits == 0 ? 1 : digits == 1 ? 0.1 : digits == 2 ? 0.01 : 0.001;
  // Down, as clocks do; a step of time that is no binary fraction may be short by a rounding.
  const double shown = std::floor(time / unit_of_digit + 1e-6) * unit_of_digit;
  return with_unit(fmt::format("{:.{}f}", shown, digits), unit);
}

std::string outcome_label(const Recording& recording) {
  const double fitness = recording.fitness;
  return fmt::format("fitness {:.{}f}{}{}", fitness, std::abs(fitness) < 1000 ? 3 : 0,
                     recording.outcome.empty() ? "" : ", ", recording.outcome);
}

}  // namespace lowpass
