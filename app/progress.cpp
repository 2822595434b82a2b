#include "app/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "app/terminal.h"

namespace lowpass::app {
namespace {

constexpr double kLiveInterval = 0.1, kPlainInterval = 3.0;  // seconds

/// The curve as a row of `width` blocks of eight heights, from 0 to 1.
std::string sparkline(const std::vector<double>& curve, int width) {
  static const char* const kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (int i = 0; i < width; ++i) {
    const std::size_t at = curve.size() * (i + 1) / width;
    const double value = curve[at == 0 ? 0 : at - 1];
    text += kBlocks[std::clamp(static_cast<int>(value * 8), 0, 7)];
  }
  return text;
}

}  // namespace

Progress::Progress(std::string title, std::int64_t budget, double now)
    : title_(std::move(title)),
      budget_(budget),
      started_(now),
      shown_(now),
      is_live_(is_live_terminal()) {}

void Progress::show(const GenerationRecord& record, double now) {
  if (first_evaluations_ < 0) first_evaluations_ = record.evaluations;
  curve_.push_back(record.best_so_far);
  if (now - shown_ < (is_live_ ? kLiveInterval : kPlainInterval)) return;
  shown_ = now;
  if (!is_live_) {
    narrate("{}\n", plain_text(record, now));
    return;
  }
  lines_.show(live_text(record, now));
}

double Progress::rate(const GenerationRecord& record, double now) const {
  const double seconds = now - started_;
  return seconds > 0 ? static_cast<double>(record.evaluations - first_evaluations_) / seconds : 0;
}

std::string Progress::live_text(const GenerationRecord& record, double now) const {
  const int width = std::clamp(terminal_width() - 1, 20, 100);
  const double speed = rate(record, now);
  std::string first = title_.substr(0, width);
  std::string counts = fmt::format("{} evaluations", record.evaluations);
  if (budget_ > 0) {
    const double part =
        std::min(1.0, static_cast<double>(record.evaluations) / static_cast<double>(budget_));
    const double left = static_cast<double>(budget_ - record.evaluations) / std::max(speed, 1e-9);
    std::string right =
        fmt::format(" {:3.0f} %  {:.0f}/s  {} left", 100 * part, speed, duration_text(left));
    if (static_cast<int>(right.size()) > width - 5) right = fmt::format(" {:3.0f} %", 100 * part);
    counts = coloured(progress_bar(part, width - static_cast<int>(right.size())), "36") + right;
  } else {
    counts += fmt::format("  {:.0f}/s  C = {}", speed, record.coefficients);
  }
  std::string fitness = fmt::format("best {:.4f}  mean {:.4f} ", record.best_so_far, record.mean);
  if (record.diverged > 0) fitness += fmt::format("diverged {} ", record.diverged);
  const int room = width - static_cast<int>(fitness.size());
  if (room >= 8) fitness += coloured(sparkline(curve_, room), "32");
  return fmt::format("{}\n{}\n{}\n", first, counts, fitness);
}

std::string Progress::plain_text(const GenerationRecord& record, double now) const {
  std::string text =
      fmt::format("{}: {} evaluations{}, best {:.4f}, mean {:.4f}, {:.0f}/s", title_,
                  record.evaluations, budget_ > 0 ? fmt::format(" of {}", budget_) : "",
                  record.best_so_far, record.mean, rate(record, now));
  if (budget_ > 0) {
    const double left =
        static_cast<double>(budget_ - record.evaluations) / std::max(rate(record, now), 1e-9);
    text += fmt::format(", {} left", duration_text(left));
  }
  return text;
}

}  // namespace lowpass::app
