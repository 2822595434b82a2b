#include "app/server/run_columns.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace lowpass::app {
namespace {

constexpr int kColumns = 11;
constexpr std::string_view kNames[kColumns] = {
    "generation", "evaluations", "coefficients", "diverged",   "best",      "mean",
    "worst",      "best_so_far", "sigma_least",  "sigma_mean", "sigma_most"};

/// The numbers of one line: {"key":number,...}. A general JSON parser is ten times slower, and the
/// log of a large sweep has a hundred thousand lines. False: not such a line.
bool parse_line(std::string_view line, double (&values)[kColumns]) {
  std::fill(std::begin(values), std::end(values), std::numeric_limits<double>::quiet_NaN());
  const char* at = line.data();
  const char* const end = at + line.size();
  const auto take = [&](char wanted) { return at < end && *at == wanted && (++at, true); };
  if (!take('{')) return false;
  do {
    if (!take('"')) return false;
    const char* const name = at;
    while (at < end && *at != '"') ++at;
    const std::string_view key(name, static_cast<std::size_t>(at - name));
    if (!take('"') || !take(':')) return false;
    double value = 0.0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) return false;
    at = next;
    for (int i = 0; i < kColumns; ++i) {
      if (key == kNames[i]) values[i] = value;
    }
  } while (take(','));
  if (!take('}') || at != end) return false;
  // Counts must be counts; what else is missing (an older file) is drawn as a gap.
  const auto is_count = [](double v) { return v >= 0 && v < 4e9; };
  return is_count(values[0]) && is_count(values[1]) && !std::isnan(values[4]);
}

std::uint32_t count_of(double value) {
  return value >= 0 && value < 4e9 ? static_cast<std::uint32_t>(value) : 0;
}

}  // namespace

std::size_t RunColumns::append_lines(std::string_view text, int& unreadable) {
  std::size_t begin = 0;
  double v[kColumns];
  for (std::size_t stop = text.find('\n'); stop != std::string_view::npos;
       begin = stop + 1, stop = text.find('\n', begin)) {
    if (!parse_line(text.substr(begin, stop - begin), v)) {
      ++unreadable;
      continue;
    }
    std::vector<std::uint32_t>* counts[] = {&generation, &evaluations, &coefficients, &diverged};
    std::vector<float>* numbers[] = {&best,        &mean,       &worst,     &best_so_far,
                                     &sigma_least, &sigma_mean, &sigma_most};
    for (int i = 0; i < 4; ++i) counts[i]->push_back(count_of(v[i]));
    for (int i = 0; i < 7; ++i) numbers[i]->push_back(static_cast<float>(v[4 + i]));
  }
  return begin;
}

std::vector<std::size_t> thinned(const RunColumns& columns) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::uint32_t g = columns.generation[i];
    const int octave = std::bit_width(g) - 1;
    if (i + 1 == columns.size() || g % (1u << std::max(0, octave - 5)) == 0) kept.push_back(i);
  }
  return kept;
}

}  // namespace lowpass::app
