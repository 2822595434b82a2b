// What was inferred, as text.

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/paper/inference.h"
#include "lowpass/report/text_table.h"

namespace lowpass {

std::string terms_csv(const std::vector<ReadingResult>& results) {
  std::string csv = "reading,stage,term,published,observed,log_likelihood,agrees\n";
  for (const ReadingResult& result : results) {
    if (result.stage < 0) continue;
    const std::string& stage = ladder()[static_cast<std::size_t>(result.stage)].name;
    for (const LikelihoodTerm& term : result.terms) {
      csv += fmt::format("{},{},{},{},{},{},{}\n", result.reading.name(), stage, term.name,
                         term.published, term.observed, term.log_likelihood,
                         term.agrees ? "yes" : "no");
    }
  }
  return csv;
}

std::string inference_text(const std::vector<ReadingResult>& results) {
  std::vector<const ReadingResult*> ranked;
  for (const ReadingResult& result : results) {
    if (result.stage >= 0) ranked.push_back(&result);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const ReadingResult* a, const ReadingResult* b) {
                     if (a->stage != b->stage) return a->stage > b->stage;
                     return a->log_likelihood > b->log_likelihood;
                   });
  constexpr std::size_t kShown = 20;
  ranked.resize(std::min(kShown, ranked.size()));
  std::vector<std::vector<std::string>> rows = {
      {"reading", "stage", "ln L", "posterior", "6, 7, 8"}};
  for (const ReadingResult* result : ranked) {
    std::string verdicts;
    for (const Claim& claim : result->held_back) {
      verdicts += (verdicts.empty() ? "" : ", ") + verdict_text(claim.verdict);
    }
    rows.push_back({result->reading.name(), ladder()[static_cast<std::size_t>(result->stage)].name,
                    fmt::format("{:.1f}", result->log_likelihood),
                    fmt::format("{:.3f}", result->posterior), verdicts});
  }
  return text_table(rows, {46, 7, 7, 9, 22}, 0);
}

}  // namespace lowpass
