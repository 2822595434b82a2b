#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lowpass/octopus/arm_batch.h"
#include "lowpass/octopus/arm_model.h"
#include "lowpass/task/octopus/octopus_reaching.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// What is the same in every episode of a trial.
struct ReachingTrial {
  ArmModel model;
  double start;             ///< angle of the arm
  double initial_distance;  ///< D, of the tip from the goal
  bool is_void;             ///< the goal is touched before anything has moved
};

/// Arms that reach for the goal, one a lane.
class OctopusArena : public Arena {
 public:
  /// `trials` outlive the arena.
  OctopusArena(const ReachingOptions& options, std::span<const ReachingTrial> trials, int lanes);

  int lanes() const override { return arms_.lanes(); }
  void start(int lane, int trial) override;
  void observe(int lane, std::span<double> inputs) const override;
  void act(int lane, std::span<const double> outputs) override;
  void step() override;
  bool finished(int lane) const override { return lane_[lane].finished; }
  Episode episode(int lane) const override { return lane_[lane].episode; }
  double score(int lane) const override;
  bool is_out_of_time(int lane) const override;
  Moment moment(int lane) const override;

  /// A lane's arm: node pairs from base to tip, x, y of the upper, x, y of the lower.
  std::vector<double> outline(int lane) const;
  /// The actions of a lane, in the simulator's order: base torques + and -, then the muscles.
  std::span<const double> actions(int lane) const { return lane_[lane].actions; }

 private:
  struct Lane {
    const ReachingTrial* trial = nullptr;
    double theta_offset = 0.0;  // start - theta at the start: makes the observed angle exact there
    int closest_step = 0;
    double closest_distance = 0.0;
    double distance_sum = 0.0;  // over the steps so far
    bool finished = true;
    Episode episode;
    std::vector<double> actions;
  };

  /// t and d of the score.
  struct Approach {
    double steps, distance;
  };

  double tip_distance(int lane) const;
  bool touches(int lane) const;
  void judge(int lane);
  Approach approach(const Lane& lane) const;
  double reaching_fitness(const Lane& lane) const;

  ReachingOptions options_;
  std::span<const ReachingTrial> trials_;
  int substeps_;
  ArmBatch arms_;
  std::vector<Lane> lane_;
};

}  // namespace lowpass
