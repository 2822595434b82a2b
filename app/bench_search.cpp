#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/search_trial.h"
#include "app/step_progress.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/simd.h"

namespace lowpass::app {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorKind::kUsage, message); }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// A search with keys of its own, as in "cma-es:active=false:population=20".
struct Contender {
  std::string text, name;
  KeyValues keys;
};

/// The value of a key as its type has it; the text itself where that does not fit, which the search
/// then refuses.
KeyValue key_value(const Key& key, const std::string& text) {
  char* end = nullptr;
  if (key.type == "boolean" && (text == "true" || text == "false")) return text == "true";
  if (key.type == "integer") {
    const std::int64_t number = std::strtoll(text.c_str(), &end, 10);
    if (!text.empty() && *end == '\0') return number;
  }
  if (key.type == "real") {
    const double number = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0') return number;
  }
  return text;
}

Contender contender(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const SearchEntry* entry = find_search(parts.front());
  if (!entry) make_search(parts.front(), {}, {.dimension = 1});  // says what is wrong
  Contender result{text, parts.front(), {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string::npos) fail(fmt::format("--searches {}: expected key=value", text));
    const std::string name = parts[i].substr(0, equals), value = parts[i].substr(equals + 1);
    const auto key = std::find_if(entry->keys.begin(), entry->keys.end(),
                                  [&](const Key& k) { return k.name == name; });
    result.keys.set(name, key == entry->keys.end() ? KeyValue(value) : key_value(*key, value));
  }
  return result;
}

const TestFunction& function_named(const std::string& name) {
  std::string names;
  for (const TestFunction& function : kTestFunctions) {
    if (function.name == name) return function;
    names += (names.empty() ? "" : ", ") + std::string(function.name);
  }
  fail(fmt::format("--functions {}: expected some of {}", name, names));
}

struct SearchRow {
  std::string search, function;
  std::size_t dimension;
  int runs, solved;
  double median_evaluations;  ///< of the runs that came to the target; NaN if none did
  double median_early_best;
  double microseconds_per_generation;  ///< ask and tell, in the fastest run
  double generations_per_second;       ///< the function included
};

SearchRow measured(const Contender& contender, const TestFunction& function, std::size_t dimension,
                   const BenchSearchOptions& options) {
  const auto search = make_search(contender.name, contender.keys, {.dimension = dimension});
  std::vector<double> evaluations, early;
  double fastest = std::numeric_limits<double>::infinity(), rate = 0.0;
  for (int seed = 1; seed <= options.runs; ++seed) {
    const Trial trial = run_trial(*search, dimension, function, static_cast<std::uint64_t>(seed),
                                  options.evaluations);
    if (std::isfinite(trial.evaluations)) evaluations.push_back(trial.evaluations);
    early.push_back(trial.early_best);
    if (trial.generations == 0) continue;
    fastest = std::min(fastest, trial.seconds / trial.generations);
    rate = std::max(rate, trial.generations / (trial.seconds + trial.evaluation_seconds));
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  return {contender.text,
          function.name,
          dimension,
          options.runs,
          static_cast<int>(evaluations.size()),
          evaluations.empty() ? none : median(evaluations),
          median(early),
          1e6 * fastest,
          rate};
}

JsonText json(const SearchRow& row) {
  return JsonText::object({{"search", row.search},
                           {"function", row.function},
                           {"dimension", row.dimension},
                           {"runs", row.runs},
                           {"solved", row.solved},
                           {"median_evaluations", row.median_evaluations},
                           {"median_best_of_10000", row.median_early_best},
                           {"microseconds_per_generation", row.microseconds_per_generation},
                           {"generations_per_second", row.generations_per_second}});
}

constexpr const char* kTableLine = "{:28} {:>10} {:>5} {:>7} {:>12} {:>12} {:>15}\n";

void print(const SearchRow& row) {
  fmt::print(kTableLine, row.search, row.function, row.dimension,
             fmt::format("{}/{}", row.solved, row.runs),
             row.solved ? fmt::format("{}", row.median_evaluations) : "-",
             fmt::format("{:.3g}", row.median_early_best),
             fmt::format("{:.1f}", row.microseconds_per_generation));
}

}  // namespace

void run(const BenchSearchOptions& options) {
  std::vector<Contender> contenders;
  for (const std::string& text : options.searches) contenders.push_back(contender(text));
  if (contenders.empty()) {
    for (const SearchEntry& entry : searches()) contenders.push_back({entry.name, entry.name, {}});
  }
  JsonText rows = JsonText::array();
  if (!options.json) {
    fmt::print("Evaluations to {:g} and overhead of ask + tell, one thread, SIMD {}\n", kTarget,
               simd_target());
    fmt::print(kTableLine, "search", "function", "d", "solved", "median", "best of 1e4",
               "us/generation");
  }
  const std::size_t cells =
      contenders.size() * options.functions.size() * options.dimensions.size();
  StepProgress progress("bench search", static_cast<int>(cells), "cells");
  int done = 0;
  for (const Contender& contender : contenders) {
    for (const std::string& function : options.functions) {
      for (const int dimension : options.dimensions) {
        progress.show(done++, seconds_now());
        const SearchRow row = measured(contender, function_named(function),
                                       static_cast<std::size_t>(dimension), options);
        progress.clear();
        options.json ? (void)rows.add(json(row)) : print(row);
      }
    }
  }
  progress.finish(seconds_now());
  if (options.json) {
    fmt::print("{}\n", JsonText::object({{"benchmark", "search"},
                                         {"simd", simd_target()},
                                         {"evaluations", options.evaluations},
                                         {"rows", rows}})
                           .text());
  }
}

}  // namespace lowpass::app
