// The file of a recording: exact both ways, and what is wrong in one is named.

#include "lowpass/scene/recording_file.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lowpass/core/error.h"
#include "lowpass/scene/scene_json.h"
#include "tests/support/program.h"
#include "tests/support/swinging_chain.h"

namespace lowpass {
namespace {

using nlohmann::json;

Recording read_text(const std::string& text) {
  const TemporaryFolder folder;
  return read_recording(folder.write("run.json", text));
}

TEST(RecordingFile, ReadsBackToTheSameBits) {
  Recording written = reaching(swinging_chain(3, -1.5707963267948966, 20));
  written.title = "start −π/2 \"down\"";
  written.fitness = 1.0 / 3.0;
  written.scene.view = SceneBox{-1.0 / 3.0, -2, 3, 4};
  written.moments[3].points[0] = 5e-324;  // the smallest number there is
  written.moments[3].points[1] = -0.0;
  const Recording read = read_text(recording_text(written));
  EXPECT_EQ(read.title, written.title);
  EXPECT_EQ(read.fitness, written.fitness);
  EXPECT_TRUE(read.succeeded);
  EXPECT_EQ(read.outcome, "reached after 20 steps");
  EXPECT_EQ(scene_json(read.scene).text(), scene_json(written.scene).text());
  ASSERT_EQ(read.moments.size(), 21u);
  for (std::size_t i = 0; i < read.moments.size(); ++i) {
    EXPECT_EQ(read.moments[i].points, written.moments[i].points) << i;
    EXPECT_EQ(read.moments[i].levels, written.moments[i].levels) << i;
    EXPECT_EQ(read.moments[i].signals, written.moments[i].signals) << i;
  }
  EXPECT_TRUE(std::signbit(read.moments[3].points[1]));
  EXPECT_EQ(recording_text(read), recording_text(written));
}

TEST(RecordingFile, AnEpisodeWithNothingToBeSeenKeepsItsSignals) {
  Recording written{.scene = {.signals = {"x"}}, .title = "blind", .moments = {}};
  written.moments = {{.signals = {1.5}}, {.signals = {2.5}}};
  const Recording read = read_text(recording_text(written));
  ASSERT_EQ(read.moments.size(), 2u);
  EXPECT_EQ(read.moments[1].signals, std::vector{2.5});
}

/// The message of the Error for a good file that `change` spoils, from the key on.
std::string message_after(const std::function<void(json&)>& change) {
  json file = json::parse(recording_text(swinging_chain(2, 0.0, 2)));
  change(file);
  try {
    read_text(file.dump());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message.substr(message.find("run.json: ") + 10);
  }
  return "no error";
}

/// With one key changed; `value` null removes the key.
std::string message_with(const std::string& key, const json& value) {
  return message_after([&](json& file) {
    file[key] = value;
    if (value.is_null()) file.erase(key);
  });
}

TEST(RecordingFile, WhatIsWrongInAFileIsNamed) {
  EXPECT_EQ(message_with("format", "lowpass-genome"),
            "format = \"lowpass-genome\": expected lowpass-recording");
  EXPECT_EQ(message_with("version", 2), "version = 2: expected an integer from 1 to 1");
  EXPECT_EQ(message_with("scene", nullptr), "scene: missing");
  EXPECT_EQ(message_with("scene", 3), "scene = 3: expected an object");
  EXPECT_EQ(message_with("title", 1), "title = 1: expected text");
  EXPECT_EQ(message_with("fitness", "high"), "fitness = \"high\": expected a finite number");
  EXPECT_EQ(message_with("succeeded", 1), "succeeded = 1: expected true or false");
  EXPECT_EQ(message_with("outcome", nullptr), "outcome: missing");
}

TEST(RecordingFile, RowsAreAsManyAndAsLongAsTheSceneSays) {
  EXPECT_EQ(message_with("points", {{1.0, 2.0}}),
            "points = [[1.0,2.0]]: expected rows of 26 numbers, as the scene says");
  EXPECT_EQ(message_with("points", json::array()), "points = []: expected an array of rows");
  EXPECT_EQ(message_with("levels", {{0, 0, 0, 1, 1}}),
            "levels = [[0,0,0,1,1]]: expected 3 rows, as points has");
  EXPECT_EQ(message_with("signals", {{0}, {"high"}, {0}}),
            "signals[1][0] = \"high\": expected a finite number");
  const std::vector<double> row = {0, 0, 1, 1, 2};
  EXPECT_EQ(message_with("levels", {row, row, row}), "moments[0].levels[4] = 2: expected 0 to 1");
}

/// The message for a good file with one key of part 3, a link, changed.
std::string message_with_part(const std::string& key, const json& value) {
  return message_after([&](json& file) { file["scene"]["parts"][3][key] = value; });
}

TEST(RecordingFile, WhatIsWrongInASceneIsNamed) {
  EXPECT_EQ(message_with_part("kind", "cube"),
            "scene.parts[3].kind = \"cube\": expected polygon or line or circle or text or trace");
  EXPECT_EQ(message_with_part("fill", "red"),
            "scene.parts[3].fill = \"red\": expected the name of a tint, such as ink, grey, orange "
            "or none");
  EXPECT_EQ(message_with_part("quantity", 3), "scene.parts[3].quantity = 3: expected -1 to 2");
  EXPECT_EQ(message_with_part("points", 2), "scene.parts[3].points = 2: expected 3 to 1000000");
  EXPECT_EQ(message_with_part("points", 2'000'000'000),
            "scene.parts[3].points = 2000000000: expected an integer from 0 to 1000000");
  EXPECT_EQ(message_with_part("points", 1'000'000),
            "scene.parts[3].points = 1000000: expected at most 1000000 of all parts");
  EXPECT_EQ(message_with_part("points", 0),
            "scene.parts[3].fixed has 0 numbers: expected x, y of 3 to 1000000 points");
  EXPECT_EQ(message_with_part("fixed", {1, 2}),
            "scene.parts[3].points = 4: expected 0 of what is fixed");
  EXPECT_EQ(message_with_part("width", -1), "scene.parts[3].width = -1: expected 0 to 1000000");
  EXPECT_EQ(message_with_part("role", "\"><script>"),
            "scene.parts[3].role = \"\"><script>\": expected 1 to 40 letters, digits, - and _");
  EXPECT_EQ(message_after([](json& file) { file["scene"]["step_time"] = 0; }),
            "scene.step_time = 0: expected a positive number");
  EXPECT_EQ(message_after([](json& file) {
              file["scene"]["view"] = {1, 1, 0, 2};
            }),
            "scene.view = [1, 1, 0, 2]: expected left < right and bottom < top, from -1000000 to "
            "1000000");
  EXPECT_EQ(message_after([](json& file) {
              file["scene"]["view"] = {1, 1};
            }),
            "scene.view = [1,1]: expected null or four numbers: left, bottom, right, top");
}

TEST(RecordingFile, AMissingFileIsAnError) {
  EXPECT_THROW(read_recording("/nowhere/run.json"), Error);
  EXPECT_THROW(read_text("{\"format\":"), Error);
}

TEST(Scene, CountsTheNumbersOfAMoment) {
  const Scene scene = chain_scene(3);
  EXPECT_EQ(scene.point_numbers(), 2 * (1 + 3 * 4 + 3 * 2));
  EXPECT_EQ(scene.level_numbers(), 3 + 3 + 1);
}

TEST(Scene, TintsHaveNames) {
  for (int i = 0; i <= static_cast<int>(Tint::kViolet); ++i) {
    const Tint tint = static_cast<Tint>(i);
    EXPECT_EQ(tint_named(tint_name(tint)), tint);
  }
  EXPECT_EQ(tint_name(Tint::kNone), "none");
  EXPECT_EQ(tint_name(Tint::kWater), "water");
  EXPECT_EQ(tint_name(Tint::kViolet), "violet");
  EXPECT_FALSE(tint_named("red"));
}

}  // namespace
}  // namespace lowpass
