#include "app/sweep_progress.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/circumstances.h"
#include "app/clock.h"
#include "app/interrupt.h"
#include "app/job.h"

namespace lowpass::app {
namespace {

constexpr double kLiveSweepInterval = 0.2, kPlainSweepInterval = 10.0;  // seconds
constexpr int kRunsShown = 8;

/// The last two folders of its path name a run: "psi2omega3-c20/7".
std::string run_name(const SweepRun& run) {
  return (run.folder.parent_path().filename() / run.folder.filename()).string();
}

}  // namespace

SweepProgress::SweepProgress(std::span<const SweepRun> runs, double now)
    : runs_(runs), started_(now), shown_(now), forecast_(runs), is_live_(is_live_terminal()) {}

SweepHooks SweepProgress::hooks() {
  return {.clock = seconds_now,
          .should_stop = is_interrupted,
          .circumstances = circumstances_now,
          .on_update = [this](const SweepUpdate& update) { show(update, seconds_now()); },
          .on_damage = [this](const std::string& line) { note(line); },
          .silence_limit = job_patience().silence_limit};
}

void SweepProgress::account(const SweepUpdate& update, double now) {
  forecast_.note(update, now);
  if (update.is_finished) {
    ++finished_;
    running_.erase(update.run);
  } else {
    running_[update.run] = {update.rank, update.evaluations, update.best_fitness};
  }
}

void SweepProgress::show(const SweepUpdate& update, double now) {
  account(update, now);
  if (now - shown_ < (is_live_ ? kLiveSweepInterval : kPlainSweepInterval)) return;
  shown_ = now;
  if (is_live_) {
    lines_.show(live_text(now));
  } else {
    narrate("{}\n", plain_text(now));
  }
}

void SweepProgress::note(const std::string& line) {
  lines_.clear();
  narrate("lowpass: {}\n", line);
}

double SweepProgress::rate(double now) const {
  return now > started_ ? forecast_.evaluations_here() / (now - started_) : 0.0;
}

std::string SweepProgress::left_text() const {
  const auto seconds = forecast_.seconds_left();  // nothing: finished runs are being counted
  return seconds ? fmt::format("{} left", duration_text(*seconds)) : "";
}

std::string SweepProgress::live_text(double now) const {
  const double part = forecast_.part();
  const int width = std::clamp(terminal_width() - 1, 20, 100);
  std::string right = fmt::format(" {:3.0f} %  {:.0f}/s  {}", 100 * part, rate(now), left_text());
  if (static_cast<int>(right.size()) > width - 5) right = fmt::format(" {:3.0f} %", 100 * part);
  std::string text = fmt::format("{} of {} runs finished\n", finished_, runs_.size());
  text += coloured(progress_bar(part, width - static_cast<int>(right.size())), "36") + right;
  text += '\n';
  int shown = 0;
  for (const auto& [index, run] : running_) {
    if (++shown > kRunsShown) break;
    const std::string rank = job().count() > 1 ? fmt::format("rank {:<5}", run.rank) : "";
    const std::string best =
        run.evaluations > 0 ? fmt::format("best {:.4f}  ", run.best_fitness) : "";
    text += fmt::format("{}{:<24} {}{} evaluations", rank, run_name(runs_[index]), best,
                        run.evaluations)
                .substr(0, width);
    text += '\n';
  }
  if (shown > kRunsShown) text += fmt::format("and {} more\n", running_.size() - kRunsShown);
  return text;
}

std::string SweepProgress::plain_text(double now) const {
  const double part = forecast_.part();
  const std::string place = job().count() > 1 ? fmt::format(" on {} ranks", job().count()) : "";
  return fmt::format("{} of {} runs finished, {} running{}, {:.0f} %, {:.0f} evaluations/s{}{}",
                     finished_, runs_.size(), running_.size(), place, 100 * part, rate(now),
                     left_text().empty() ? "" : ", ", left_text());
}

bool do_runs(std::span<const SweepRun> runs, int threads) {
  watch_interrupts();
  const double started = seconds_now();
  SweepProgress progress(runs, started);
  const bool is_done = run_sweep(runs, threads, progress.hooks(), job()).has_value();
  progress.clear();
  if (is_done) {
    narrate("all {} runs are there, after {}\n", runs.size(),
            duration_text(seconds_now() - started));
  }
  return is_done;
}

}  // namespace lowpass::app
