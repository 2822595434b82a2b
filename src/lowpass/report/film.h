#pragma once

#include <span>
#include <vector>

#include "lowpass/record/trajectory.h"
#include "lowpass/report/raster.h"

namespace lowpass {

struct FilmOptions {
  int width = 960, height = 720;    ///< pixels; 160 to 8192 each
  double frames_per_second = 25.0;  ///< 1 to 120
  /// Time units shown in a second: 0.01 to 10000. The paper's episode, 250, takes 20 s.
  double speed = 12.5;
  double hold_s = 1.5;  ///< how long the end of each trajectory stands still; 0 to 60
};

/// Trajectories as a film, one after the other and at one scale. Frames are made one at a time, in
/// any order, each from the trajectories alone; between control steps the arm is interpolated.
class Film {
 public:
  /// Throws Error (kUsage) for options out of range or no trajectory, Error (kFailure) for one
  /// without a frame that can be drawn.
  explicit Film(std::vector<Trajectory> trajectories, const FilmOptions& options = {});

  const FilmOptions& options() const { return options_; }
  int frames() const { return frames_; }
  /// Precondition: 0 <= index < frames().
  Image frame(int index) const;

 private:
  /// Frames of one trajectory, from its start until the hold ends.
  int length(const Trajectory& trajectory) const;
  /// Control steps, and parts of one, that a frame shows.
  double steps_per_frame(const Trajectory& trajectory) const;

  std::vector<Trajectory> trajectories_;
  FilmOptions options_;
  View view_;  // of the whole picture
  int frames_ = 0;
};

}  // namespace lowpass
