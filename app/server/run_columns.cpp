#include "app/server/run_columns.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace lowpass::app {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

constexpr int kColumns = 8, kCounts = 4;
constexpr std::string_view kNames[kColumns] = {"generation", "evaluations", "coefficients",
                                               "diverged",   "best",        "mean",
                                               "worst",      "best_so_far"};

/// One line: the columns by their place in kNames, everything else as it comes.
struct Line {
  double values[kColumns];
  std::vector<std::pair<std::string_view, double>> signals;
};

/// The place of a name. Logs have their keys in one order, so the next is where it is looked for
/// first.
int column_of(std::string_view key, int expected) {
  if (expected < kColumns && key == kNames[expected]) return expected;
  for (int i = 0; i < kColumns; ++i) {
    if (key == kNames[i]) return i;
  }
  return -1;
}

/// A number, or null: of what is not finite.
bool take_number(const char*& at, const char* end, double& value) {
  constexpr std::string_view kNull = "null";
  if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(kNull)) {
    at += kNull.size();
    value = kMissing;
    return true;
  }
  const auto [next, error] = std::from_chars(at, end, value);
  at = next;
  return error == std::errc();
}

/// The numbers of one line: {"key":number,...}. A general JSON parser is ten times slower, and the
/// log of a large sweep has a hundred thousand lines. False: not such a line.
bool parse_line(std::string_view text, Line& line) {
  std::fill(std::begin(line.values), std::end(line.values), kMissing);
  line.signals.clear();
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto take = [&](char wanted) { return at < end && *at == wanted && (++at, true); };
  int expected = 0;
  if (!take('{')) return false;
  do {
    if (!take('"')) return false;
    const char* const name = at;
    while (at < end && *at != '"') ++at;
    const std::string_view key(name, static_cast<std::size_t>(at - name));
    double value = 0.0;
    if (!take('"') || !take(':') || !take_number(at, end, value)) return false;
    const int column = column_of(key, expected);
    if (column < 0) {
      line.signals.emplace_back(key, value);
    } else {
      line.values[column] = value;
      expected = column + 1;
    }
  } while (take(','));
  if (!take('}') || at != end) return false;
  // Counts must be counts; what else is missing (an older file) is drawn as a gap.
  const auto is_count = [](double v) { return v >= 0 && v < 4e9; };
  return is_count(line.values[0]) && is_count(line.values[1]) && !std::isnan(line.values[4]);
}

std::uint32_t count_of(double value) {
  return value >= 0 && value < 4e9 ? static_cast<std::uint32_t>(value) : 0;
}

}  // namespace

void RunColumns::append_signal(std::string_view name, double value) {
  auto found = std::ranges::find(signals, name, &Signal::name);
  if (found == signals.end()) {
    if (signals.size() == kMostSignals) return;
    found = signals.insert(found, {std::string(name), {}});
  }
  found->values.resize(size(), static_cast<float>(kMissing));
  found->values.back() = static_cast<float>(value);
}

std::size_t RunColumns::append_lines(std::string_view text, int& unreadable) {
  std::size_t begin = 0;
  Line line;
  for (std::size_t stop = text.find('\n'); stop != std::string_view::npos;
       begin = stop + 1, stop = text.find('\n', begin)) {
    if (!parse_line(text.substr(begin, stop - begin), line)) {
      ++unreadable;
      continue;
    }
    std::vector<std::uint32_t>* counts[] = {&generation, &evaluations, &coefficients, &diverged};
    std::vector<float>* numbers[] = {&best, &mean, &worst, &best_so_far};
    for (int i = 0; i < kCounts; ++i) counts[i]->push_back(count_of(line.values[i]));
    for (int i = kCounts; i < kColumns; ++i) {
      numbers[i - kCounts]->push_back(static_cast<float>(line.values[i]));
    }
    for (const auto& [name, value] : line.signals) append_signal(name, value);
  }
  for (Signal& signal : signals) signal.values.resize(size(), static_cast<float>(kMissing));
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
