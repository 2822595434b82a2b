#pragma once

#include <span>
#include <vector>

#include "lowpass/task/poles/cart_batch.h"
#include "lowpass/task/poles/damping.h"
#include "lowpass/task/poles/poles_options.h"
#include "lowpass/task/poles/poles_starts.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// Carts that balance their poles, one a lane. A lane whose episode has ended stands still.
class PolesArena : public Arena {
 public:
  /// `starts` outlive the arena.
  PolesArena(const PolesOptions& options, std::span<const PolesState> starts, int lanes);

  int lanes() const override { return carts_.lanes(); }
  void start(int lane, int trial) override;
  void observe(int lane, std::span<double> inputs) const override;
  /// One output y, which becomes the action 2 y - 1.
  void act(int lane, std::span<const double> outputs) override;
  void step() override;
  bool finished(int lane) const override { return lane_[lane].finished; }
  /// Its steps are those after which the state lay within bounds: none, if it diverged.
  Episode episode(int lane) const override { return lane_[lane].episode; }
  double score(int lane) const override;
  /// Who balances to the end has done the task; the poles would still stand.
  bool is_out_of_time(int lane) const override { return lane_[lane].episode.succeeded; }
  Moment moment(int lane) const override;

 private:
  struct Lane {
    PolesState state = {};  // after the last step; of a lane that diverged, before it
    double force = 0.0;
    Damping damping;
    bool finished = true;
    Episode episode;
  };

  void judge(int lane);
  double balancing_fitness(const Lane& lane) const;
  void finish(int lane);
  bool is_balanced(const PolesState& state) const;

  PolesOptions options_;
  double angle_limit_;
  PolesState scales_;  // of the observation
  std::span<const PolesState> starts_;
  CartBatch carts_;
  std::vector<Lane> lane_;
};

}  // namespace lowpass
