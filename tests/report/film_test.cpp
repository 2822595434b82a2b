// The film: every frame from the recordings alone, at an even pace.

#include "lowpass/report/film.h"

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/swinging_chain.h"

namespace lowpass {
namespace {

constexpr FilmOptions kSmall = {.width = 240, .height = 180, .hold_s = 1.0};

int pixels_of(const Image& image, Color color) {
  int found = 0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    found += image.rgb[i] == color.red && image.rgb[i + 1] == color.green &&
             image.rgb[i + 2] == color.blue;
  }
  return found;
}

TEST(Film, LastsAsLongAsTheRecordingsAtItsSpeed) {
  const Recording recording = swinging_chain(3, 1.5, 25);
  // 25 time units at 12.5 a second: 2 s of 25 frames, the first frame, 1 s of standing still.
  EXPECT_EQ(Film({recording}, kSmall).frames(), 76);
  EXPECT_EQ(Film({recording, recording}, kSmall).frames(), 152);
  FilmOptions fast = kSmall;
  fast.speed = 25;
  EXPECT_EQ(Film({recording}, fast).frames(), 51);
}

TEST(Film, ThePapersEpisodeTakesTwentySeconds) {
  EXPECT_EQ(Film({swinging_chain(1, 0, 250)}, kSmall).frames(), 20 * 25 + 1 + 25);
}

TEST(Film, SecondsAreShownAsTheyAre) {
  Recording recording = swinging_chain(1, 0, 100);
  recording.scene.step_time = 0.02;
  recording.scene.time_unit = "s";
  EXPECT_EQ(Film({recording}, kSmall).frames(), 2 * 25 + 1 + 25);
}

TEST(Film, AVeryLongEpisodeMovesForAMinute) {
  const Film film({swinging_chain(1, 0, 100'000)}, kSmall);
  EXPECT_EQ(film.frames(), 60 * 25 + 1 + 25);
  EXPECT_NE(film.frame(700).rgb, film.frame(701).rgb);
}

TEST(Film, AFrameIsThePictureOfItsTimeAlone) {
  const Film film({swinging_chain(3, 0.0, 20), swinging_chain(3, 1.5, 20)}, kSmall);
  const Image frame = film.frame(17);
  EXPECT_EQ(frame.width, 240);
  EXPECT_EQ(frame.height, 180);
  EXPECT_EQ(frame.rgb.size(), 3u * 240 * 180);
  film.frame(film.frames() - 1);
  EXPECT_EQ(film.frame(17).rgb, frame.rgb);
  EXPECT_NE(film.frame(18).rgb, frame.rgb);
  EXPECT_NE(film.frame(17 + film.frames() / 2).rgb, frame.rgb);
}

TEST(Film, TheEndStandsStill) {
  const Film film({swinging_chain(3, 0.0, 20)}, kSmall);
  EXPECT_EQ(film.frame(film.frames() - 1).rgb, film.frame(film.frames() - 25).rgb);
}

TEST(Film, TheGoalBecomesADiscWhenItIsReached) {
  const Film film({reaching(swinging_chain(3, 0.0, 5))}, kSmall);
  const int ring = pixels_of(film.frame(0), palette::kPink);
  const int disc = pixels_of(film.frame(film.frames() - 1), palette::kPink);
  EXPECT_GT(ring, 0);
  EXPECT_GT(disc, 2 * ring);
}

TEST(Film, BackdropsFillThePictureUpToTheirBorder) {
  const Film film({swinging_chain(10, 1.5707963267948966, 2)}, kSmall);
  const Image frame = film.frame(0);
  EXPECT_GT(pixels_of(frame, palette::kWater), 240 * 180 / 4);
  EXPECT_GT(pixels_of(frame, palette::kGround), 240 * 180 / 8);
}

TEST(Film, OptionsOutOfRangeAreErrors) {
  const Recording recording = swinging_chain(1, 0.0, 1);
  EXPECT_THROW(Film({}), Error);
  EXPECT_THROW(Film({recording}, {.width = 10}), Error);
  EXPECT_THROW(Film({recording}, {.frames_per_second = 0}), Error);
  EXPECT_THROW(Film({recording}, {.speed = 0}), Error);
  EXPECT_THROW(Film({recording}, {.hold_s = -1}), Error);
  Recording endless = recording;
  endless.scene.step_time = 1e9;
  EXPECT_THROW(Film({endless}, {.speed = 0.01}), Error);
}

}  // namespace
}  // namespace lowpass
