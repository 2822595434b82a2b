#include "app/server/recording_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lowpass::app {
namespace {

using Kind = ScenePart::Kind;

std::string bytes_of(const std::string& base64) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : base64) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(letters.find(c));
    if ((bits += 6) < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255u);
  }
  return bytes;
}

std::vector<std::int16_t> shorts_of(const std::string& base64) {
  const std::string bytes = bytes_of(base64);
  std::vector<std::int16_t> values(bytes.size() / 2);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(values.data()));
  return values;
}

/// Two lines that share a corner, around (1000, 0); `size` is how far they reach.
Recording two_lines(double size) {
  Recording recording{
      .scene = {.quantities = {{"force", Tint::kPink}},
                .parts = {{.kind = Kind::kLine, .role = "a", .points = 2},
                          {.kind = Kind::kLine, .role = "b", .points = 2, .quantity = 0}},
                .signals = {"x"}},
      .title = "trial <1>",
      .moments = {}};
  for (const double t : {-1.0, 0.25, 1.0}) {
    const double x = 1000 + t * size;
    recording.moments.push_back({.points = {x, 0, x + size, size, x + size, size, x, -size},
                                 .levels = {(t + 1) / 2},
                                 .signals = {x}});
  }
  return recording;
}

TEST(RecordingAnswer, IsExactToAFractionOfThePictureWhateverItsSizeAndPlace) {
  for (const double size : {1e-6, 0.1, 3.0, 5e4}) {
    const Recording recording = two_lines(size);
    const auto json =
        nlohmann::json::parse(recording_answer(recording, {.success = "done", .stride = 1}));
    const auto rows = shorts_of(json["points"]);
    const std::vector<std::size_t> places = json["places"];
    ASSERT_EQ(json["frames"], 3);
    const std::size_t width = rows.size() / 3;
    for (std::size_t m = 0; m < 3; ++m) {
      for (std::size_t i = 0; i < 4; ++i) {
        for (const std::size_t axis : {0, 1}) {
          const double value = json["origin"][axis].get<double>() +
                               json["unit"].get<double>() * rows[m * width + 2 * places[i] + axis];
          // Half a unit of 1/32000 of half the extent, and rounding at 1000.
          EXPECT_NEAR(value, recording.moments[m].points[2 * i + axis], 3e-5 * size + 1e-12);
        }
      }
    }
  }
}

TEST(RecordingAnswer, PointsThatMoveAsOneAreSentOnce) {
  const auto json =
      nlohmann::json::parse(recording_answer(two_lines(1.0), {.success = "done", .stride = 2}));
  EXPECT_EQ(json["places"], (std::vector<int>{0, 1, 1, 2}));
  EXPECT_EQ(shorts_of(json["points"]).size(), 3u * 2 * 3);
  EXPECT_EQ(bytes_of(json["levels"]), std::string("\0\x9f\xff", 3));
  EXPECT_EQ(bytes_of(json["signals"]).size(), 3u * 4);
  EXPECT_EQ(json["stride"], 2);
  EXPECT_EQ(json["title"], "trial <1>");
}

TEST(RecordingAnswer, EndsBeforeAMomentThatLeavesTheLargestCoordinate) {
  Recording recording = two_lines(1.0);
  recording.moments[2].points[0] = 1e9;
  const auto json =
      nlohmann::json::parse(recording_answer(recording, {.success = "done", .stride = 1}));
  EXPECT_EQ(json["frames"], 2);
  EXPECT_LT(json["unit"].get<double>(), 1.0);
}

TEST(RecordingAnswer, ASceneOfSignalsAloneHasNoPoints) {
  Recording recording{.scene = {.signals = {"x"}}, .title = "t", .moments = {}};
  recording.moments = {{.signals = {1.0}}, {.signals = {2.0}}};
  const auto json =
      nlohmann::json::parse(recording_answer(recording, {.success = "done", .stride = 1}));
  EXPECT_EQ(json["frames"], 2);
  EXPECT_EQ(json["points"], "");
  EXPECT_TRUE(json["places"].empty());
}

}  // namespace
}  // namespace lowpass::app
