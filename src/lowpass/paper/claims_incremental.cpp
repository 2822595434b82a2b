// Claim 6: coefficients are added in the course of a run ([FDE12] §4.4, Figure "Incremental
// Coefficient Search").

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/claim_list.h"
#include "lowpass/paper/stages.h"

namespace lowpass {
namespace {

/// "C = 30" is taken to mean: within one addition of coefficients.
constexpr double kStep = 10.0;

/// Every run numbered: a resample of these numbers is a resample of whole runs, whose stages belong
/// together.
Sample run_numbers(std::span<const RunRecord> runs) {
  Sample numbers;
  for (std::size_t i = 0; i < runs.size(); ++i) numbers.push_back(static_cast<double>(i));
  return numbers;
}

Sample no_values(std::span<const RunRecord>) { return {}; }

/// The stages that every run came through, so that all numbers of coefficients are compared by the
/// same runs.
std::vector<StageColumn> common_stages(std::span<const RunRecord> runs) {
  std::vector<StageColumn> columns = stage_columns(runs);
  std::erase_if(columns,
                [&](const StageColumn& column) { return column.best.size() != runs.size(); });
  return columns;
}

Sample drawn(const StageColumn& column, const Sample& numbers) {
  Sample values;
  for (const double number : numbers)
    values.push_back(column.best[static_cast<std::size_t>(number)]);
  return values;
}

/// The number of coefficients with the highest score; of equal ones the smallest.
Statistic best_stage(std::vector<StageColumn> columns, double (*score)(const Sample&)) {
  return [columns = std::move(columns), score](std::span<const Sample> groups) {
    double best = 0, coefficients = 0;
    for (const StageColumn& column : columns) {
      const double value = score(drawn(column, groups[0]));
      if (coefficients > 0 && value <= best) continue;
      best = value;
      coefficients = static_cast<double>(column.coefficients);
    }
    return coefficients;
  };
}

double median_score(const Sample& sample) { return median(sample); }
double narrowness(const Sample& sample) { return -box_summary(sample).interquartile_range(); }

/// Best fitness with so many coefficients, of the runs that came so far.
RunValues stage_best(std::int64_t coefficients) {
  return [coefficients](std::span<const RunRecord> runs) {
    for (const StageColumn& column : stage_columns(runs)) {
      if (column.coefficients == coefficients) return column.best;
    }
    return Sample{};
  };
}

Measure stage_measure(const Evidence& evidence, const std::string& what,
                      const std::string& published, double (*score)(const Sample&)) {
  const std::vector<StageColumn> columns = common_stages(evidence.of(incremental_setup()));
  Quantity quantity{.what = what,
                    .published = published,
                    .setups = {incremental_setup()},
                    .values = no_values,
                    .decimals = 0,
                    .test = within(std::stod(published), kStep + 0.5),
                    .published_value = std::stod(published)};
  if (!columns.empty()) {
    quantity.values = run_numbers;
    quantity.statistic = best_stage(columns, score);
    quantity.note = fmt::format("of {} to {} coefficients, which every run came through",
                                columns.front().coefficients, columns.back().coefficients);
  }
  return measured(evidence, quantity);
}

/// Whether the spread falls from 10 to 40 coefficients.
Measure spread_measure(const Evidence& evidence) {
  const std::vector<StageColumn> columns = common_stages(evidence.of(incremental_setup()));
  const auto at = [&](std::int64_t coefficients) {
    return std::find_if(columns.begin(), columns.end(), [=](const StageColumn& column) {
      return column.coefficients == coefficients;
    });
  };
  Quantity quantity{.what = "interquartile range, C = 10 − C = 40",
                    .published = "> 0",
                    .setups = {incremental_setup()},
                    .values = no_values,
                    .test = more_than(0.0)};
  if (at(10) != columns.end() && at(40) != columns.end()) {
    quantity.values = run_numbers;
    quantity.statistic = [ten = *at(10), forty = *at(40)](std::span<const Sample> groups) {
      return narrowness(drawn(forty, groups[0])) - narrowness(drawn(ten, groups[0]));
    };
  }
  return measured(evidence, quantity);
}

/// The best number of coefficients; with a margin, what it would be if smaller improvements of
/// fitness did not count: the paper does not say whether they do.
Quantity best_number(double margin) {
  Quantity quantity{.what = "best number of coefficients, median",
                    .published = "30",
                    .setups = {incremental_setup()},
                    .values = [=](auto runs) { return stopping_coefficients(runs, margin); },
                    .statistic = median_of,
                    .decimals = 0};
  if (margin > 0) {
    quantity.note = fmt::format("if improvements of {} and less did not count", margin);
  } else {
    quantity.test = within(30.0, kStep + 0.5);
    quantity.published_value = 30.0;
  }
  return quantity;
}

Claim incremental_words() {
  Claim claim;
  claim.title = "Growing finds the number of coefficients";
  claim.statement =
      "Ψ2Ω3, 10 coefficients more every 6000 evaluations: a median fitness of 0.86 with 10, with "
      "very high variance; the median improves to a peak at 30, the variance narrows to a minimum "
      "at 40; the median of the best number of coefficients is 30.";
  claim.rule = fmt::format(
      "A stage's fitness is the best of its generations; a run's best number of coefficients that "
      "of the last stage to exceed all before. Spread is the interquartile range. A part holds if "
      "its 95 % interval lies within ±{:.2f} of 0.86, or within ±10 of the number of "
      "coefficients, or above 0 for the spread at 10 less that at 40; it does not hold if the "
      "interval lies outside.",
      kSimilarFitness);
  return claim;
}

}  // namespace

Claim claim_incremental(const Evidence& evidence) {
  Claim claim = incremental_words();
  claim.depends = "what counts as an improvement";
  claim.measures = {
      measured(evidence, {.what = "median fitness with 10 coefficients",
                          .published = "0.86",
                          .setups = {incremental_setup()},
                          .values = stage_best(10),
                          .statistic = median_of,
                          .test = within(0.86, kSimilarFitness),
                          .published_value = 0.86}),
      spread_measure(evidence),
      stage_measure(evidence, "coefficients with the highest median", "30", median_score),
      stage_measure(evidence, "coefficients with the least spread", "40", narrowness),
      measured(evidence, best_number(0.0)),
      measured(evidence, best_number(0.01)),
      measured(evidence, best_number(0.05))};
  return claim;
}

}  // namespace lowpass
