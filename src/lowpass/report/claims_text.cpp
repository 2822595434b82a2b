#include "lowpass/report/claims_text.h"

#include <fmt/format.h>

#include "lowpass/core/json_text.h"
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

std::string claim_text(const Claim& claim) {
  std::string text = fmt::format("Claim {}: {}. {}\n", claim.name, claim.title,
                                 upper_case(verdict_text(claim.verdict)));
  text += paragraph("The paper: " + claim.statement, kColumns, 2);
  text += paragraph("Rule: " + claim.rule, kColumns, 2);
  text += "\n";
  std::vector<std::vector<std::string>> rows = {
      {"measure", "paper", "ours [95 % interval]", "part"}};
  for (const Measure& measure : claim.measures) {
    rows.push_back(
        {what_and_note(measure), measure.published, measure.ours, part_verdict(measure)});
  }
  text += text_table(rows, {42, 11, 24, 13}, 2);
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

JsonText measure_json(const Measure& measure) {
  JsonText interval, verdict;
  if (measure.interval) interval = std::vector{measure.interval->low, measure.interval->high};
  if (measure.verdict) verdict = verdict_text(*measure.verdict);
  return JsonText::object({{"what", measure.what},
                           {"published", measure.published},
                           {"ours", measure.ours},
                           {"value", measure.value},
                           {"interval", interval},
                           {"bound", bound_name(measure.bound)},
                           {"verdict", verdict},
                           {"note", measure.note}});
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
  text += "| measure | paper | ours, 95 % interval | part | note |\n|---|---|---|---|---|\n";
  for (const Measure& measure : claim.measures) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", cell(measure.what), cell(measure.published),
                        cell(measure.ours), part_verdict(measure), cell(measure.note));
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
