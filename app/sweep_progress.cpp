#include "app/sweep_progress.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/circumstances.h"
#include "app/clock.h"
#include "app/interrupt.h"
#include "app/job.h"

namespace lowpass::app {
namespace {

constexpr double kLiveInterval = 0.2, kPlainInterval = 10.0;  // seconds
constexpr int kRunsShown = 8;

/// How many evaluations this run has at its end. One that has more than expected, since it grows
/// on, is taken to go on for a quarter of them.
std::int64_t expected_end(const SweepRun& run, const SweepUpdate& update) {
  const std::int64_t expected = expected_evaluations(run.configuration);
  if (update.is_finished) return update.evaluations;
  return update.evaluations > expected ? update.evaluations / 4 * 5 : expected;
}

/// The last two folders of its path name a run: "psi2omega3-c20/7".
std::string run_name(const SweepRun& run) {
  return (run.folder.parent_path().filename() / run.folder.filename()).string();
}

}  // namespace

SweepProgress::SweepProgress(std::span<const SweepRun> runs, double now)
    : runs_(runs), started_(now), shown_(now), expected_(0), is_live_(is_live_terminal()) {
  for (const SweepRun& run : runs) expected_ += expected_evaluations(run.configuration);
}

SweepHooks SweepProgress::hooks() {
  return {.clock = seconds_now,
          .should_stop = is_interrupted,
          .circumstances = circumstances_now,
          .on_update = [this](const SweepUpdate& update) { show(update, seconds_now()); },
          .on_damage = [this](const std::string& line) { note(line); },
          .silence_limit = silence_limit()};
}

void SweepProgress::account(const SweepUpdate& update) {
  const SweepRun& run = runs_[update.run];
  const auto [place, is_new] = running_.try_emplace(
      update.run,
      RunningRun{update.rank, update.evaluations, expected_evaluations(run.configuration), 0});
  if (is_new) {  // what was done before the sweep was started, or (unseen) one generation of it
    done_ += update.evaluations;
  } else {
    done_ += update.evaluations - place->second.evaluations;
    done_here_ += update.evaluations - place->second.evaluations;
  }
  const std::int64_t expected = expected_end(run, update);
  expected_ += expected - place->second.expected;
  place->second = {update.rank, update.evaluations, expected, update.best_fitness};
  if (update.is_finished) {
    ++finished_;
    running_.erase(place);
  }
}

void SweepProgress::show(const SweepUpdate& update, double now) {
  account(update);
  if (now - shown_ < (is_live_ ? kLiveInterval : kPlainInterval)) return;
  shown_ = now;
  if (is_live_) {
    lines_.show(live_text(now));
  } else {
    fmt::print(stderr, "{}\n", plain_text(now));
  }
}

void SweepProgress::note(const std::string& line) {
  lines_.clear();
  fmt::print(stderr, "lowpass: {}\n", line);
}

double SweepProgress::part() const {
  return std::clamp(
      static_cast<double>(done_) / static_cast<double>(std::max<std::int64_t>(expected_, 1)), 0.0,
      1.0);
}

double SweepProgress::rate(double now) const {
  return now > started_ ? static_cast<double>(done_here_) / (now - started_) : 0.0;
}

std::string SweepProgress::left_text(double now) const {
  if (done_here_ == 0) return {};  // finished runs are being counted
  return fmt::format("{} left", duration_text(static_cast<double>(expected_ - done_) / rate(now)));
}

std::string SweepProgress::live_text(double now) const {
  const int width = std::clamp(terminal_width() - 1, 20, 100);
  std::string right =
      fmt::format(" {:3.0f} %  {:.0f}/s  {}", 100 * part(), rate(now), left_text(now));
  if (static_cast<int>(right.size()) > width - 5) right = fmt::format(" {:3.0f} %", 100 * part());
  std::string text = fmt::format("{} of {} runs finished\n", finished_, runs_.size());
  text += coloured(progress_bar(part(), width - static_cast<int>(right.size())), "36") + right;
  text += '\n';
  int shown = 0;
  for (const auto& [index, run] : running_) {
    if (++shown > kRunsShown) break;
    const std::string rank = job().count() > 1 ? fmt::format("rank {:<5}", run.rank) : "";
    text += fmt::format("{}{:<24} best {:.4f}  {} evaluations", rank, run_name(runs_[index]),
                        run.best_fitness, run.evaluations)
                .substr(0, width);
    text += '\n';
  }
  if (shown > kRunsShown) text += fmt::format("and {} more\n", running_.size() - kRunsShown);
  return text;
}

std::string SweepProgress::plain_text(double now) const {
  const std::string ranks = job().count() > 1 ? fmt::format(" on {} ranks", job().count()) : "";
  return fmt::format("{} of {} runs finished, {} running{}, {:.0f} %, {:.0f} evaluations/s{}{}",
                     finished_, runs_.size(), running_.size(), ranks, 100 * part(), rate(now),
                     left_text(now).empty() ? "" : ", ", left_text(now));
}

}  // namespace lowpass::app
