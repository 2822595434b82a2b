#include "lowpass/core/json_value.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

std::int64_t integer_of(const std::string& text) {
  return JsonValue::parse(text, "text").integer(kLeast, kMost);
}

TEST(JsonValue, IntegersAreExactUpToTheLastOne) {
  EXPECT_EQ(integer_of("9223372036854775807"), kMost);
  EXPECT_EQ(integer_of("-9223372036854775808"), kLeast);
  EXPECT_EQ(integer_of("9007199254740993"), 9007199254740993);  // no double
  EXPECT_EQ(integer_of("1e3"), 1000);
}

TEST(JsonValue, IntegersThatDoNotFitAreRefusedAndDoNotWrap) {
  for (const char* text :
       {"9223372036854775808", "18446744073709551615", "-9223372036854775809", "1e300", "0.5"}) {
    EXPECT_THROW(integer_of(text), Error) << text;
  }
  EXPECT_THROW(JsonValue::parse("9223372036854775807", "text").integer(0, kMost - 1), Error);
}

TEST(JsonValue, DeepNestingIsRefusedBeforeTheStackEnds) {
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 200'000; ++i) text += bracket;
    EXPECT_THROW(JsonValue::parse(text, "text"), Error);
  }
  const std::string deep(200'000, '['), closed(200'000, ']');
  EXPECT_THROW(JsonValue::parse(deep + closed, "text"), Error);
}

TEST(JsonValue, BracketsInTextsAreNoNesting) {
  const std::string brackets(200, '[');
  const JsonValue json = JsonValue::parse("[\"\\\"" + brackets + "\\\\\",[" + "[]]]", "text");
  EXPECT_EQ(json.item(0).text(), "\"" + brackets + "\\");
}

}  // namespace
}  // namespace lowpass
