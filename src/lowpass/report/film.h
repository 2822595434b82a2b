#pragma once

#include <optional>
#include <vector>

#include "lowpass/report/raster.h"
#include "lowpass/report/scene_drawing.h"
#include "lowpass/scene/scene.h"

namespace lowpass {

struct FilmOptions {
  int width = 960, height = 720;    ///< pixels; 160 to 8192 each
  double frames_per_second = 25.0;  ///< 1 to 120
  /// Time shown in a second, in the scene's unit: 0.01 to 10000. Unset: seconds as they are, other
  /// units 12.5 a second (the paper's episode, 250, takes 20 s), but no recording moves for longer
  /// than a minute.
  std::optional<double> speed = {};
  double hold_s = 1.5;  ///< how long the end of each recording stands still; 0 to 60
};

/// Recordings as a film, one after the other and at one scale. Frames are made one at a time, in
/// any order, each from the recordings alone; between moments all is interpolated.
class Film {
 public:
  /// Throws Error (kUsage) for options out of range or no recording, Error (kFailure) for one that
  /// cannot be drawn.
  explicit Film(std::vector<Recording> recordings, const FilmOptions& options = {});
  Film(Film&&) = default;  // (A copy's drawings would be of the other's recordings.)

  const FilmOptions& options() const { return options_; }
  int frames() const { return frames_; }
  /// Precondition: 0 <= index < frames().
  Image frame(int index) const;

 private:
  /// Frames of one recording, from its start until the hold ends.
  int length(const SceneDrawing& drawing) const;
  /// Moments, and parts of one, that a frame shows.
  double moments_per_frame(const SceneDrawing& drawing) const;

  std::vector<Recording> recordings_;
  FilmOptions options_;
  std::vector<SceneDrawing> drawings_;
  std::vector<DrawnShape> legend_;
  View view_;  // of the whole picture
  int frames_ = 0;
};

}  // namespace lowpass
