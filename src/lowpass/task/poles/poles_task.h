#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/task/poles/poles_options.h"
#include "lowpass/task/poles/poles_starts.h"
#include "lowpass/task/task.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

/// One or two poles that stand on a cart must not fall, and the cart must stay on its track.
class PolesTask : public Task {
 public:
  /// Throws Error (kConfiguration) for a start beyond the limit of the angle.
  explicit PolesTask(const PolesOptions& options);

  const PolesOptions& options() const { return options_; }
  Geometry geometry() const override;
  int trials() const override { return static_cast<int>(starts_.size()); }
  std::unique_ptr<Arena> make_arena() const override;
  /// The same with a number of lanes of one's own. The task outlives the arena.
  std::unique_ptr<Arena> make_arena(int lanes) const;

  std::string trial_name(int trial) const override;
  Scene scene() const override;
  /// Of damping: 100,000 steps of the standard task ([G08] §5.5.2).
  std::optional<Proof> proof() const override;

 private:
  PolesOptions options_;
  std::vector<PolesState> starts_;
};

/// What the keys of the table [task] say.
PolesOptions poles_options(const KeyValues& keys);

/// The task as the program knows it.
TaskEntry poles_task();

}  // namespace lowpass
