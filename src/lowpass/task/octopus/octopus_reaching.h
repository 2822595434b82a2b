#pragma once

#include <optional>
#include <vector>

#include "lowpass/core/precision.h"
#include "lowpass/octopus/arm_description.h"
#include "lowpass/task/octopus/octopus_environment.h"
#include "lowpass/task/octopus/octopus_geometry.h"
#include "lowpass/task/task.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

class OctopusArena;
struct ReachingTrial;

/// How an episode is scored ([FDE12] Eq. 12), t steps and d the distance of the tip from the goal.
enum class Score {
  kFinal,       ///< t until the touch, or all of them; d at the end
  kClosest,     ///< t and d of the closest approach, or of the touch: the paper's arm-length test
  kIntegrated,  ///< t as by kFinal; d the mean over these steps: what the paper says of [WS10]
};

/// Which compartments touch the goal.
enum class Touch {
  kAny,   ///< the original's rule
  kLast,  ///< the one at the tip alone: "with the tip of the arm" ([FDE12] §4.1)
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
  std::optional<ArmDescription> arm = {};  ///< of one's own; unset: the default arm of that length
  Precision precision = Precision::kDouble;
  Touch touch = Touch::kAny;
  std::optional<ArmConstants> constants = {};  ///< unset: those of the arm
};

/// The paper's starts: down, along the water, up.
std::vector<double> paper_starts();

/// Preset "inferred": the goal (7.8, -1) of the second environment of 2009, which scales with the
/// arm; else as "paper". What `reproduce infer` found to fit the paper best, among readings on
/// which controllers touch the goal (docs/protocol).
ReachingOptions inferred_reaching(Actions actions, int compartments);
/// Preset "paper": control step 1.0, T = 25 max(p, 10), goal (0.35 p, -0.3 p), the paper's starts.
ReachingOptions paper_reaching(Actions actions, int compartments);
/// Preset "competition": the original's control step 5.0 and goal (6, 5); else as "paper".
ReachingOptions competition_reaching(Actions actions, int compartments);

/// Defaults that go together, under a name that keeps its meaning for ever.
struct ReachingPreset {
  std::string name;
  std::string environment;  ///< whose constants it has
  ReachingOptions (*options)(Actions actions, int compartments);
  bool has_own_goal = true;  ///< else its goal is the target of its environment
  StepSizes sigma0 = {};     ///< of the search
};

/// Every preset; the first is what a run has if nothing else is said.
const std::vector<ReachingPreset>& reaching_presets();
/// The preset of that name, one of the list: a precondition.
const ReachingPreset& reaching_preset(const std::string& name);

/// Whether the goal lies, with the arm at this angle, in a compartment that may touch it: an
/// episode would be over before anything has moved.
bool is_void_start(const ReachingOptions& options, double start);

class OctopusReaching : public Task {
 public:
  /// Throws Error (kConfiguration) for a value out of range, or a goal that a tip starts at.
  explicit OctopusReaching(const ReachingOptions& options);
  ~OctopusReaching() override;

  const ReachingOptions& options() const { return options_; }
  Geometry geometry() const override;
  int trials() const override;
  Precision precision() const override { return options_.precision; }
  std::unique_ptr<Arena> make_arena() const override;
  /// As make_arena, with the given number of lanes. The task outlives the arena.
  std::unique_ptr<OctopusArena> make_octopus_arena(int lanes) const;
  std::string trial_name(int trial) const override;
  bool is_void(int trial) const override;
  Scene scene() const override;

 private:
  ReachingOptions options_;
  std::vector<ReachingTrial> trials_;
};

}  // namespace lowpass
