// The film: every frame from the trajectory alone, at an even pace.

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/report/film.h"
#include "tests/support/curling_arm.h"

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

TEST(Film, LastsAsLongAsTheTrajectoriesAtItsSpeed) {
  const Trajectory trajectory = curling_arm(3, 1.5, 25);
  ASSERT_EQ(trajectory.frames.size(), 26u);
  // 25 time units at 12.5 a second: 2 s of 25 frames, the first frame, 1 s of standing still.
  EXPECT_EQ(Film({trajectory}, kSmall).frames(), 76);
  EXPECT_EQ(Film({trajectory, trajectory}, kSmall).frames(), 152);
  FilmOptions fast = kSmall;
  fast.speed = 25;
  EXPECT_EQ(Film({trajectory}, fast).frames(), 51);
}

TEST(Film, AFrameIsThePictureOfItsTimeAlone) {
  const Film film({curling_arm(3, 0.0, 20), curling_arm(3, 1.5, 20)}, kSmall);
  const Image frame = film.frame(17);
  EXPECT_EQ(frame.width, 240);
  EXPECT_EQ(frame.height, 180);
  EXPECT_EQ(frame.rgb.size(), 3u * 240 * 180);
  film.frame(film.frames() - 1);
  EXPECT_EQ(film.frame(17).rgb, frame.rgb);
  EXPECT_NE(film.frame(18).rgb, frame.rgb);
  EXPECT_NE(film.frame(17 + film.frames() / 2).rgb, frame.rgb);
}

TEST(Film, TheGoalBecomesADiscAtTheTouch) {
  Trajectory trajectory = curling_arm(3, 0.0, 5);
  trajectory.touched = true;
  const Film film({trajectory}, kSmall);
  const int ring = pixels_of(film.frame(0), palette::kGoal);
  const int disc = pixels_of(film.frame(film.frames() - 1), palette::kGoal);
  EXPECT_GT(ring, 0);
  EXPECT_GT(disc, 2 * ring);
}

TEST(Film, ShowsWaterBelowTheSurfaceAndAirAbove) {
  const Film film({curling_arm(10, 1.5707963267948966, 2)}, kSmall);
  const Image frame = film.frame(0);
  EXPECT_GT(pixels_of(frame, palette::kWater), 240 * 180 / 3);
  EXPECT_GT(pixels_of(frame, palette::kAir), 240 * 180 / 8);
}

TEST(Film, OptionsOutOfRangeAreErrors) {
  const Trajectory trajectory = curling_arm(1, 0.0, 1);
  EXPECT_THROW(Film({}), Error);
  EXPECT_THROW(Film({trajectory}, {.width = 10}), Error);
  EXPECT_THROW(Film({trajectory}, {.frames_per_second = 0}), Error);
  EXPECT_THROW(Film({trajectory}, {.speed = 0}), Error);
  EXPECT_THROW(Film({trajectory}, {.hold_s = -1}), Error);
}

}  // namespace
}  // namespace lowpass
