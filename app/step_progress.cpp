#include "app/step_progress.h"

#include <utility>

namespace lowpass::app {

StepProgress::StepProgress(std::string title, int count, std::string steps)
    : title_(std::move(title)),
      steps_(std::move(steps)),
      count_(count),
      is_live_(is_live_terminal()) {}

void StepProgress::show(int done, double now) {
  constexpr double kLiveInterval = 0.1, kPlainInterval = 3.0;  // seconds
  if (started_ < 0) started_ = shown_ = now;
  if (now - shown_ < (is_live_ ? kLiveInterval : kPlainInterval)) return;
  shown_ = now;
  std::string text = fmt::format("{}: {} of {} {}", title_, done, count_, steps_);
  if (done > 0) {
    text += fmt::format(", {} left", duration_text((now - started_) / done * (count_ - done)));
  }
  if (!is_live_) return narrate("{}\n", text);
  lines_.show(text.substr(0, static_cast<std::size_t>(terminal_width() - 1)) + '\n');
}

void StepProgress::finish(double now) {
  clear();
  narrate("{}: {} {} in {}\n", title_, count_, steps_,
          duration_text(started_ < 0 ? 0.0 : now - started_));
}

}  // namespace lowpass::app
