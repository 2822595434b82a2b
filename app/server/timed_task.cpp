#include "app/server/timed_task.h"

#include <fmt/format.h>

#include "app/clock.h"
#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

class TimedArena : public Arena {
 public:
  TimedArena(std::unique_ptr<Arena> arena, double seconds)
      : arena_(std::move(arena)), seconds_(seconds), began_(seconds_now()) {}

  int lanes() const override { return arena_->lanes(); }
  void start(int lane, int trial) override { arena_->start(lane, trial); }
  void observe(int lane, std::span<double> inputs) const override { arena_->observe(lane, inputs); }
  void act(int lane, std::span<const double> outputs) override { arena_->act(lane, outputs); }
  void step() override {
    if (seconds_now() - began_ > seconds_) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("the episode takes more than {} s; lowpass replay has more patience",
                              seconds_));
    }
    arena_->step();
  }
  bool finished(int lane) const override { return arena_->finished(lane); }
  Episode episode(int lane) const override { return arena_->episode(lane); }
  Moment moment(int lane) const override { return arena_->moment(lane); }

 private:
  std::unique_ptr<Arena> arena_;
  double seconds_, began_;
};

}  // namespace

std::unique_ptr<Arena> TimedTask::make_arena() const {
  return std::make_unique<TimedArena>(task_.make_arena(), seconds_);
}

}  // namespace lowpass::app
