#include "lowpass/paper/claims_text.h"

#include <sstream>

#include <gtest/gtest.h>

#include "lowpass/core/json_value.h"
#include "lowpass/paper/claim_parts.h"
#include "lowpass/report/text_table.h"
#include "tests/paper/run_examples.h"

namespace lowpass {
namespace {

std::vector<Claim> example_claims() {
  std::vector<RunRecord> runs;
  for (const char* actions : {"meta", "raw"}) {
    for (const char* mapping : {"omega1", "omega2", "omega3"}) {
      for (const auto& setup : indirect_setups(actions, mapping)) add_runs(runs, {.setup = setup});
    }
    add_runs(runs, {.setup = direct_setup(actions)});
  }
  return judged_claims(RunTable(runs), {.bootstrap = {.resamples = 100}});
}

TEST(TextTable, WrapsAtBlanksAndKeepsWhatBelongsTogether) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("with C = 20 in 95 % of", 8), (Lines{"with", "C = 20", "in 95 %", "of"}));
  EXPECT_EQ(wrapped("incomprehensibilities", 5), (Lines{"incomprehensibilities"}));
  EXPECT_EQ(wrapped("", 5), Lines{});
  EXPECT_EQ(text_width("Ψ2Ω3 ≥ −1"), 9);
}

TEST(TextTable, ColumnsAlign) {
  EXPECT_EQ(text_table({{"Ω", "b"}, {"a long cell", "x"}}, {6, 3}, 1),
            " Ω       b\n a long  x\n cell\n");
}

TEST(ClaimsText, FitsIntoAHundredColumns) {
  std::istringstream lines(claims_text(example_claims()));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(text_width(line), 100) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(ClaimsText, NamesEveryClaimItsVerdictAndItsMeasures) {
  const auto claims = example_claims();
  const std::string text = claims_text(claims), markdown = claims_markdown(claims);
  EXPECT_NE(text.find("Claim 8: "), std::string::npos);
  EXPECT_NE(text.find("NOT DECIDED"), std::string::npos);
  EXPECT_NE(markdown.find("### Claim 6: "), std::string::npos);
  for (const Claim& claim : claims) {
    for (const Measure& measure : claim.measures) {
      EXPECT_NE(markdown.find("| " + measure.what + " |"), std::string::npos) << measure.what;
    }
  }
  EXPECT_TRUE(claims_overview(claims).starts_with("1   "));
}

TEST(ClaimsText, JsonHasEveryNumberInFull) {
  const auto claims = example_claims();
  const JsonValue json = JsonValue::parse(claims_json(claims), "claims.json");
  EXPECT_EQ(json.at("format").text(), "lowpass-claims");
  ASSERT_EQ(json.at("claims").size(), static_cast<std::size_t>(kClaims));
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const JsonValue measures = json.at("claims").item(i).at("measures");
    ASSERT_EQ(measures.size(), claims[i].measures.size());
    for (std::size_t k = 0; k < measures.size(); ++k) {
      const Measure& measure = claims[i].measures[k];
      const JsonValue value = measures.item(k).at("value"),
                      interval = measures.item(k).at("interval");
      EXPECT_EQ(value.is_null(), !measure.value);
      if (measure.value) {
        EXPECT_EQ(value.number(), *measure.value);
      }
      EXPECT_EQ(interval.is_null(), !measure.interval);
      if (measure.interval) {
        EXPECT_EQ(interval.numbers(), (std::vector{measure.interval->low, measure.interval->high}));
      }
    }
  }
}

}  // namespace
}  // namespace lowpass
