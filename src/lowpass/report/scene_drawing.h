#pragma once

#include <vector>

#include "lowpass/report/part_drawing.h"
#include "lowpass/report/picture.h"
#include "lowpass/scene/scene.h"

namespace lowpass {

/// The pictures of a recording. It ends before the first moment with a number that is not finite or
/// a coordinate beyond 1e6, as an episode that diverges has them.
class SceneDrawing {
 public:
  /// The recording outlives the drawing. Throws Error (kFailure) for one whose numbers do not fit
  /// its scene, without a moment that can be drawn, or with nothing to be seen.
  explicit SceneDrawing(const Recording& recording);

  const Recording& recording() const { return *recording_; }
  /// Moments that can be drawn, at least 1, and the time from the first to the last of them.
  int moments() const { return moments_; }
  double duration() const { return (moments_ - 1) * recording_->scene.step_time; }
  /// The smallest box that holds all parts but backdrops at every moment, with a margin, and the
  /// scene's own view.
  const SceneBox& bounds() const { return bounds_; }

  /// The parts at the time of moment number `position`, from 0 to moments() - 1: in between, points
  /// are interpolated and the levels are those that lead to the next moment.
  std::vector<PosedPart> parts(double position) const;
  /// Their shapes, from back to front, with the ways of points until then.
  std::vector<DrawnShape> shapes(double position, const View& view) const;

 private:
  /// The way of a trace's point until `position`, ending at `now`.
  std::vector<PixelPoint> way(int first_number, double position, PixelPoint now,
                              const View& view) const;

  const Recording* recording_;
  int moments_ = 0;
  SceneBox bounds_{};
};

/// Of each recording; throws likewise, and Error (kUsage) if there is none. `what` names the
/// picture in messages.
std::vector<SceneDrawing> drawings_of(std::span<const Recording> recordings, const char* what);

}  // namespace lowpass
