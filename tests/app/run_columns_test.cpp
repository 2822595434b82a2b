#include "app/server/run_columns.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/server/answer_text.h"
#include "lowpass/record/generation_log.h"
#include "tests/support/program.h"

namespace lowpass::app {
namespace {

GenerationRecord record(std::uint32_t g) {
  return {.generation = g,
          .evaluations = 16 * static_cast<std::int64_t>(g),
          .coefficients = 20,
          .best = 0.5,
          .mean = 1.0 / 3.0,
          .worst = -1e-7,
          .best_so_far = 0.75,
          .signals = {{"sigma_least", 1e-9}, {"condition", 1.5}},
          .diverged = 2};
}

TEST(RunColumns, ReadsWhatTheGenerationLogWrites) {
  const TemporaryFolder folder;
  {
    GenerationLog log(folder / "log", 0);
    for (std::uint32_t g = 1; g <= 3; ++g) log.append(record(g));
  }
  RunColumns columns;
  int unreadable = 0;
  const std::string text = content_of(folder / "log");
  EXPECT_EQ(columns.append_lines(text, unreadable), text.size());
  EXPECT_EQ(unreadable, 0);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns.generation[2], 3u);
  EXPECT_EQ(columns.evaluations[2], 48u);
  EXPECT_EQ(columns.diverged[0], 2u);
  EXPECT_EQ(columns.mean[0], 1.0f / 3.0f);
  ASSERT_EQ(columns.signals.size(), 2u);
  EXPECT_EQ(columns.signals[0].name, "sigma_least");
  EXPECT_EQ(columns.signals[0].values, (std::vector<float>{1e-9f, 1e-9f, 1e-9f}));
  EXPECT_EQ(columns.signals[1].name, "condition");
}

TEST(RunColumns, ASignalThatALineLacksIsAGapAndTheirNumberIsBounded) {
  RunColumns columns;
  int unreadable = 0;
  const std::string head = R"({"generation":1,"evaluations":16,"best":0.5)";
  columns.append_lines(head + "}\n", unreadable);
  columns.append_lines(
      head + R"(,"drift":2})" + "\n" + head + R"(,"drift":null})" + "\n" + head + "}\n",
      unreadable);
  EXPECT_EQ(unreadable, 0);
  ASSERT_EQ(columns.signals.size(), 1u);
  const std::vector<float>& drift = columns.signals[0].values;
  ASSERT_EQ(drift.size(), 4u);
  EXPECT_EQ(drift[1], 2.0f);
  for (const std::size_t i : {0u, 2u, 3u}) EXPECT_TRUE(std::isnan(drift[i])) << i;
  std::string many = head;
  for (int i = 0; i < 1000; ++i) many += ",\"signal" + std::to_string(i) + "\":1";
  columns.append_lines(many + "}\n", unreadable);
  EXPECT_EQ(unreadable, 0);
  EXPECT_EQ(columns.signals.size(), RunColumns::kMostSignals);
}

TEST(RunColumns, ATornLineIsLeftForTheNextTime) {
  RunColumns columns;
  int unreadable = 0;
  const std::string line = R"({"generation":1,"evaluations":16,"best":0.5})";
  EXPECT_EQ(columns.append_lines(line, unreadable), 0u);
  EXPECT_EQ(columns.append_lines(line + "\n" + line.substr(0, 20), unreadable), line.size() + 1);
  EXPECT_EQ(columns.size(), 1u);
  EXPECT_EQ(unreadable, 0);
  EXPECT_TRUE(std::isnan(columns.mean[0])) << "what a line lacks is a gap";
}

TEST(RunColumns, BadLinesAreCountedAndSkipped) {
  RunColumns columns;
  int unreadable = 0;
  columns.append_lines(
      "nonsense\n{}\n{\"generation\":-1,\"evaluations\":1,\"best\":1}\n"
      "{\"generation\":1,\"evaluations\":1,\"best\":\"x\"}\n{\"generation\":1,\"evaluations\":1,\n"
      "{\"generation\":1,\"evaluations\":16,\"best\":0.5,\"later\":7}\n",
      unreadable);
  EXPECT_EQ(unreadable, 5);
  EXPECT_EQ(columns.size(), 1u);
  EXPECT_EQ(columns.signals.size(), 1u) << "of lines that can be read";
}

TEST(RunColumns, ThinningKeepsTheLastAndDoesNotDependOnTheRest) {
  RunColumns columns;
  for (std::uint32_t g = 1; g <= 3000; ++g) columns.generation.push_back(g);
  const auto all = thinned(columns);
  EXPECT_LT(all.size(), 300u);
  EXPECT_EQ(all.back(), 2999u);
  columns.generation.resize(1001);
  const auto part = thinned(columns);
  EXPECT_EQ(part.back(), 1000u);
  for (std::size_t i = 0; i + 1 < part.size(); ++i) EXPECT_EQ(part[i], all[i]);
}

TEST(JsonText, Base64IsThatOfTheStandard) {  // RFC 4648 §10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(JsonText, NamesThatAreNoTextAndNumbersThatAreNoneStayJson) {
  EXPECT_EQ(json_string("a\"<\xff"), "\"a\\\"<\xef\xbf\xbd\"");
  EXPECT_EQ(number_text(NAN), "null");
  EXPECT_EQ(number_text(1.0 / 3.0), "0.333333");
}

}  // namespace
}  // namespace lowpass::app
