#include "lowpass/core/json_text.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

TEST(JsonText, EveryKindOfValue) {
  const std::optional<int> none, two = 2;
  EXPECT_EQ(JsonText().text(), "null");
  EXPECT_EQ(JsonText(true).text(), "true");
  EXPECT_EQ(JsonText(-3).text(), "-3");
  EXPECT_EQ(JsonText(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
  EXPECT_EQ(JsonText(3.0).text(), "3.0");
  EXPECT_EQ(JsonText(1e300).text(), "1e+300");
  EXPECT_EQ(JsonText(std::nan("")).text(), "null");
  EXPECT_EQ(JsonText("a \"b\"\n").text(), R"("a \"b\"\n")");
  EXPECT_EQ(JsonText(none).text(), "null");
  EXPECT_EQ(JsonText(two).text(), "2");
  EXPECT_EQ(JsonText(std::vector{1.5, -2.0}).text(), "[1.5,-2.0]");
  EXPECT_EQ(JsonText(std::vector<std::string>{"a", "b"}).text(), R"(["a","b"])");
}

TEST(JsonText, ObjectsKeepTheirOrderAndNest) {
  JsonText list = JsonText::array();
  list.add(1).add("two").add(JsonText::object({}));
  const JsonText object =
      JsonText::object({{"z", list}, {"a", JsonText::object({{"b", nullptr}})}});
  EXPECT_EQ(object.text(), R"({"z":[1,"two",{}],"a":{"b":null}})");
  EXPECT_EQ(JsonText::object({{"z", 1}, {"a", JsonText::array()}}).indented(),
            "{\n  \"z\": 1,\n  \"a\": []\n}");
}

// A folder's name may hold any bytes.
TEST(JsonText, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(JsonText("a\xff").text(), "\"a\xef\xbf\xbd\"");
}

TEST(JsonText, NumbersReadBackAsTheSameBits) {
  EXPECT_TRUE(rc::check([](double number) {
    RC_PRE(std::isfinite(number));
    RC_ASSERT(JsonValue::parse(JsonText(number).text(), "test").number() == number);
  }));
}

}  // namespace
}  // namespace lowpass
