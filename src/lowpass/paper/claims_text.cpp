#include "lowpass/paper/claims_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/json_text.h"
#include "lowpass/report/axis.h"
#include "lowpass/report/text_table.h"

namespace lowpass {
namespace {

constexpr int kColumns = 100;

std::string upper_case(std::string text) {
  for (char& c : text) c = 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

/// "" where a measure decides nothing.
std::string part_verdict(const Measure& measure) {
  return measure.verdict ? verdict_text(*measure.verdict) : "";
}

/// A note stands below its measure, in the same column.
std::string what_and_note(const Measure& measure) {
  return measure.note.empty() ? measure.what : fmt::format("{} ({})", measure.what, measure.note);
}

/// What 20 runs would give in 95 % of the cases, where the paper has a number to compare.
std::string prediction_text(const Measure& measure) {
  if (!measure.prediction) return "";
  const auto [low, high] = *measure.prediction;
  const int decimals = std::max(std::abs(low), std::abs(high)) >= 100 ? 0 : 2;
  return fmt::format("[{}, {}]", number_label(low, decimals), number_label(high, decimals));
}

/// "Direction: holds. Magnitude: does not hold. Test: valid. Depends on: goal."
std::string judgement(const Claim& claim) {
  std::string text;
  if (claim.direction) text += fmt::format("Direction: {}. ", verdict_text(*claim.direction));
  if (claim.magnitude) text += fmt::format("Magnitude: {}. ", verdict_text(*claim.magnitude));
  text += fmt::format("Test: {}.", claim.validity);
  if (!claim.depends.empty()) text += fmt::format(" Depends on: {}.", claim.depends);
  if (claim.earlier) {
    text += fmt::format(" Earlier rule: {}. {}", verdict_text(*claim.earlier), claim.earlier_rule);
  }
  return text;
}

std::string claim_text(const Claim& claim) {
  std::string text = fmt::format("Claim {}: {}. {}\n", claim.name, claim.title,
                                 upper_case(verdict_text(claim.verdict)));
  text += paragraph("The paper: " + claim.statement, kColumns, 2);
  text += paragraph("Rule: " + claim.rule, kColumns, 2);
  text += paragraph(judgement(claim), kColumns, 2);
  text += "\n";
  std::vector<std::vector<std::string>> rows = {
      {"measure", "paper", "ours [95 % interval]", "20 runs give", "part"}};
  for (const Measure& measure : claim.measures) {
    rows.push_back({what_and_note(measure), measure.published, measure.ours,
                    prediction_text(measure), part_verdict(measure)});
  }
  text += text_table(rows, {34, 10, 21, 12, 13}, 2);
  return text + "\n" + paragraph(claim.reason, kColumns, 2);
}

const char* bound_name(Bound bound) {
  switch (bound) {
    case Bound::kExact:
      return "exact";
    case Bound::kAtLeast:
      return "at least";
    case Bound::kAtMost:
      return "at most";
    case Bound::kUnknown:
      return "unknown";
  }
  return "";
}

JsonText verdict_json(const std::optional<Verdict>& verdict) {
  return verdict ? JsonText(verdict_text(*verdict)) : JsonText();
}

JsonText measure_json(const Measure& measure) {
  JsonText interval, verdict, prediction;
  if (measure.prediction) {
    prediction = std::vector{measure.prediction->low, measure.prediction->high};
  }
  if (measure.interval) interval = std::vector{measure.interval->low, measure.interval->high};
  if (measure.verdict) verdict = verdict_text(*measure.verdict);
  return JsonText::object({{"what", measure.what},
                           {"published", measure.published},
                           {"ours", measure.ours},
                           {"value", measure.value},
                           {"interval", interval},
                           {"bound", bound_name(measure.bound)},
                           {"verdict", verdict},
                           {"note", measure.note},
                           {"direction", verdict_json(measure.direction)},
                           {"magnitude", verdict_json(measure.magnitude)},
                           {"earlier", verdict_json(measure.earlier)},
                           {"prediction", prediction},
                           {"rank_p", measure.rank_p}});
}

/// A cell of a table: a bar would end it.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

std::string claim_markdown(const Claim& claim) {
  std::string text =
      fmt::format("### Claim {}: {} — {}\n\n{}\n\n*Rule.* {}\n\n", claim.name, claim.title,
                  verdict_text(claim.verdict), claim.statement, claim.rule);
  text += judgement(claim) + "\n\n";
  text +=
      "| measure | paper | ours, 95 % interval | 20 runs would give | part | note |\n"
      "|---|---|---|---|---|---|\n";
  for (const Measure& measure : claim.measures) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(measure.what),
                        cell(measure.published), cell(measure.ours), prediction_text(measure),
                        part_verdict(measure), cell(measure.note));
  }
  return text + fmt::format("\n{}\n", claim.reason);
}

}  // namespace

std::string claims_text(std::span<const Claim> claims) {
  std::string text;
  for (const Claim& claim : claims) {
    if (!text.empty()) text += '\n';
    text += claim_text(claim);
  }
  return text;
}

std::string claims_overview(std::span<const Claim> claims) {
  std::vector<std::vector<std::string>> rows;
  for (const Claim& claim : claims) {
    rows.push_back({claim.name, verdict_text(claim.verdict), claim.title});
  }
  return text_table(rows, {2, 13, kColumns - 19}, 0);
}

std::string claims_json(std::span<const Claim> claims) {
  JsonText list = JsonText::array();
  for (const Claim& claim : claims) {
    JsonText measures = JsonText::array();
    for (const Measure& measure : claim.measures) measures.add(measure_json(measure));
    list.add(JsonText::object({{"number", claim.number},
                               {"name", claim.name},
                               {"title", claim.title},
                               {"verdict", verdict_text(claim.verdict)},
                               {"direction", verdict_json(claim.direction)},
                               {"magnitude", verdict_json(claim.magnitude)},
                               {"earlier", verdict_json(claim.earlier)},
                               {"validity", claim.validity},
                               {"depends", claim.depends},
                               {"statement", claim.statement},
                               {"rule", claim.rule},
                               {"reason", claim.reason},
                               {"measures", measures}}));
  }
  return JsonText::object({{"format", "lowpass-claims"}, {"version", 1}, {"claims", list}}).text() +
         "\n";
}

std::string claims_markdown(std::span<const Claim> claims) {
  std::string text;
  for (const Claim& claim : claims) {
    if (!text.empty()) text += '\n';
    text += claim_markdown(claim);
  }
  return text;
}

}  // namespace lowpass
