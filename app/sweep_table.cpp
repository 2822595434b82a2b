#include "app/sweep_table.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lowpass::app {
namespace {

using Line = std::vector<std::string>;

/// Columns as wide as what is in them, two spaces apart; keys stand left, numbers right.
std::string aligned(const std::vector<Line>& lines, std::size_t keys) {
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += i < keys ? fmt::format("{:<{}}", line[i], widths[i])
                       : fmt::format("{:>{}}", line[i], widths[i]);
      text += i + 1 < line.size() ? "  " : "\n";
    }
  }
  return text;
}

std::string quoted(const std::string& value) {
  if (value.find_first_of(",\"\n") == std::string::npos) return value;
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

std::string mean_text(const EvaluationsToTarget& e) {
  if (e.reached == 0) return "-";
  return fmt::format("{}{:.0f}", e.is_lower_bound ? ">= " : "", e.mean);
}

}  // namespace

SweepRow sweep_row(const SweepPoint& point, std::span<const RunSummary> runs, std::int64_t budget) {
  std::vector<std::optional<std::int64_t>> counts;
  Sample fitness;
  std::int64_t most = budget;
  for (const RunSummary& run : runs) {
    counts.push_back(run.evaluations_to_target);
    fitness.push_back(run.best_fitness);
    if (budget == 0) most = std::max(most, run.evaluations);
  }
  return {.point = point,
          .to_target = evaluations_to_target(counts, most),
          .mean_fitness = mean(fitness),
          .best_fitness = *std::max_element(fitness.begin(), fitness.end())};
}

std::string sweep_text(const std::vector<SweepRow>& rows) {
  const std::size_t keys = rows[0].point.keys.size();
  std::vector<Line> lines{rows[0].point.keys};
  for (const char* title : {"reached", "mean evaluations", "median", "mean fitness", "best"}) {
    lines[0].push_back(title);
  }
  for (const SweepRow& row : rows) {
    const EvaluationsToTarget& e = row.to_target;
    Line& line = lines.emplace_back(row.point.values);
    line.push_back(fmt::format("{}/{}", e.reached, e.runs));
    line.push_back(mean_text(e));
    line.push_back(e.median ? fmt::format("{:.0f}", *e.median) : "-");
    line.push_back(fmt::format("{:.6f}", row.mean_fitness));
    line.push_back(fmt::format("{:.6f}", row.best_fitness));
  }
  return aligned(lines, keys);
}

std::string sweep_csv(const std::vector<SweepRow>& rows) {
  std::string text = fmt::format(
      "{},runs,reached,mean_evaluations,mean_is_lower_bound,median_evaluations,"
      "mean_fitness,best_fitness\n",
      fmt::join(rows[0].point.keys, ","));
  for (const SweepRow& row : rows) {
    const EvaluationsToTarget& e = row.to_target;
    for (const std::string& value : row.point.values) text += quoted(value) + ",";
    text += fmt::format("{},{},{},{},{},{},{}\n", e.runs, e.reached, e.mean, e.is_lower_bound,
                        e.median ? fmt::format("{}", *e.median) : "", row.mean_fitness,
                        row.best_fitness);
  }
  return text;
}

JsonText sweep_json(const std::vector<SweepRow>& rows) {
  JsonText all = JsonText::array();
  for (const SweepRow& row : rows) {
    const EvaluationsToTarget& e = row.to_target;
    JsonText keys = JsonText::object({});
    for (std::size_t i = 0; i < row.point.keys.size(); ++i) {
      keys.add(row.point.keys[i], row.point.values[i]);
    }
    all.add(JsonText::object({{"name", row.point.name},
                              {"keys", keys},
                              {"runs", e.runs},
                              {"reached", e.reached},
                              {"mean_evaluations", e.mean},
                              {"mean_is_lower_bound", e.is_lower_bound},
                              {"median_evaluations", e.median},
                              {"mean_fitness", row.mean_fitness},
                              {"best_fitness", row.best_fitness}}));
  }
  return all;
}

}  // namespace lowpass::app
