#include "app/server/run_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/server/answer_text.h"

namespace lowpass::app {
namespace {

/// Twenty points of the best fitness so far: a glance at the run.
std::string glance_text(const RunColumns& columns) {
  constexpr std::size_t kPoints = 20;
  const std::size_t count = std::min(kPoints, columns.size());
  return numbers_text(count, [&](std::size_t i) {
    const std::size_t at = count < 2 ? 0 : i * (columns.size() - 1) / (count - 1);
    return std::round(1e4 * columns.best_so_far[at]) / 1e4;
  });
}

}  // namespace

std::string summary_text(const RunEntry& run) {
  const RunColumns& c = run.columns;
  const bool has_any = c.size() > 0;
  const double evaluations = has_any ? c.evaluations.back() : 0;
  const double budget = value_at(run.manifest, "/configuration/budget/evaluations", 0.0);
  const double target = value_at(run.manifest, "/configuration/budget/target", 0.75);
  double to_target = value_at(run.manifest, "/result/evaluations_to_target", NAN);
  // While a run goes on: the generation in which the target was reached, which is as exact as the
  // log is.
  if (std::isnan(to_target) && run.state != "finished" && has_any) {
    const auto first = std::find_if(c.best_so_far.begin(), c.best_so_far.end(),
                                    [&](float best) { return best >= target; });
    if (first != c.best_so_far.end()) to_target = c.evaluations[first - c.best_so_far.begin()];
  }
  const double eta = run.state == "running" && run.rate > 0 && budget > 0
                         ? std::max(0.0, budget - evaluations) / run.rate
                         : NAN;
  const auto diverged = std::accumulate(c.diverged.begin(), c.diverged.end(), std::uint64_t{0});
  return fmt::format(
      "{{\"path\":{},\"group\":{},\"setup\":{},\"title\":{},\"seed\":{},\"state\":\"{}\","
      "\"generation\":{},\"evaluations\":{},\"budget\":{},\"best\":{},\"target\":{},"
      "\"to_target\":{},\"rate\":{},\"eta\":{},\"diverged\":{},\"coefficients\":{},"
      "\"updated\":{:.1f},\"started\":{},\"problem\":{},\"glance\":{}}}",
      json_string(run.path), json_string(run.group), json_string(run.setup.name),
      json_string(run.title), value_at<std::uint64_t>(run.manifest, "/seed", 0), run.state,
      has_any ? c.generation.back() : 0, evaluations, budget,
      has_any ? number_text(c.best_so_far.back()) : "null", number_text(target),
      number_text(to_target), number_text(run.rate), number_text(eta), diverged,
      has_any ? c.coefficients.back() : 0, run.updated,
      json_string(value_at<std::string>(run.manifest, "/started", "")),
      run.problem.empty() ? "null" : json_string(run.problem), glance_text(c));
}

std::string columns_text(const RunColumns& c, const std::vector<std::size_t>& at) {
  const auto pick = [&](const auto& column) {
    return numbers_text(at.size(), [&](std::size_t i) { return column[at[i]]; });
  };
  std::string signals;
  for (const RunColumns::Signal& signal : c.signals) {
    signals += fmt::format("{}{}:{}", signals.empty() ? "" : ",", json_string(signal.name),
                           pick(signal.values));
  }
  return fmt::format(
      "{{\"generation\":{},\"evaluations\":{},\"coefficients\":{},\"diverged\":{},\"best\":{},"
      "\"mean\":{},\"worst\":{},\"best_so_far\":{},\"signals\":{{{}}}}}",
      pick(c.generation), pick(c.evaluations), pick(c.coefficients), pick(c.diverged), pick(c.best),
      pick(c.mean), pick(c.worst), pick(c.best_so_far), signals);
}

}  // namespace lowpass::app
