#include "app/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lowpass::app {
namespace {

constexpr double kLiveInterval = 0.1, kPlainInterval = 3.0;  // seconds

int terminal_width() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool is_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal != nullptr && std::string(terminal) != "dumb";
}

/// `text` in a colour of the terminal, unless NO_COLOR is set.
std::string coloured(const std::string& text, const char* code) {
  static const bool is_plain = std::getenv("NO_COLOR") != nullptr;
  return is_plain ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(std::lround(std::max(0.0, seconds)));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02} min", s / 60, s % 60);
  return fmt::format("{}:{:02} h", s / 3600, s / 60 % 60);
}

std::string bar(double part, int width) {
  const int full = static_cast<int>(part * width);
  std::string text;
  for (int i = 0; i < width; ++i) text += i < full ? "█" : "░";
  return text;
}

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
      is_live_(is_terminal()) {}

Progress::~Progress() { clear(); }

void Progress::show(const GenerationRecord& record, double now) {
  if (first_evaluations_ < 0) first_evaluations_ = record.evaluations;
  curve_.push_back(record.best_so_far);
  if (now - shown_ < (is_live_ ? kLiveInterval : kPlainInterval)) return;
  shown_ = now;
  if (!is_live_) {
    fmt::print(stderr, "{}\n", plain_text(record, now));
    return;
  }
  const std::string text = live_text(record, now);
  clear();
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
  lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void Progress::clear() {
  if (lines_ == 0) return;
  fmt::print(stderr, "\033[{}A\033[J", lines_);  // up, and erase to the end
  std::fflush(stderr);
  lines_ = 0;
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
    counts = coloured(bar(part, width - static_cast<int>(right.size())), "36") + right;
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
