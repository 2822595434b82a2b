#pragma once

#include <optional>
#include <vector>

#include "lowpass/task/octopus_geometry.h"
#include "lowpass/task/task.h"

namespace lowpass {

struct Point {
  double x, y;
};

/// How an episode is scored ([FDE12] Eq. 12), t steps and d the distance of the tip from the goal.
enum class Score {
  kFinal,    ///< t until the touch, or all of them; d at the end
  kClosest,  ///< t and d of the closest approach, or of the touch: the paper's arm-length test
};

/// Reaching for a goal with the tip of the arm ([FDE12] §4.1; docs/TASK.md has every decision).
struct ReachingOptions {
  int compartments = 10;
  Actions actions = Actions::kRaw;
  double control_step = 1.0;  ///< time units; a multiple of 0.2
  int steps = 250;            ///< T, control steps of an episode
  Point goal = {3.5, -3.0};
  std::vector<double> starts = {};  ///< angle of the arm in each trial, radians
  Score score = Score::kFinal;
};

/// The paper's three starts: down, along the water, up.
std::vector<double> paper_starts();

/// Preset "paper": control step 1.0, T = 25 max(p, 10), goal (0.35 p, -0.3 p).
ReachingOptions paper_reaching(Actions actions, int compartments);
/// Preset "competition": the original's control step 5.0 and goal (6, 5), T as in "paper".
ReachingOptions competition_reaching(Actions actions, int compartments);

class OctopusReaching : public Task {
 public:
  /// Throws Error (kConfiguration) for a value out of range.
  explicit OctopusReaching(const ReachingOptions& options);
  ~OctopusReaching() override;

  const ReachingOptions& options() const { return options_; }
  Geometry geometry() const override;
  int trials() const override;
  std::unique_ptr<Arena> make_arena() const override;
  /// As make_arena, with a number of lanes (a film strip needs one).
  std::unique_ptr<class OctopusArena> make_octopus_arena(int lanes) const;

 private:
  struct Trial;
  friend class OctopusArena;

  ReachingOptions options_;
  std::vector<Trial> trials_;
};

}  // namespace lowpass
