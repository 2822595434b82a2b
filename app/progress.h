#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/terminal.h"
#include "lowpass/record/generation_log.h"

namespace lowpass::app {

/// Tells on stderr how a run goes on: a live display on a terminal, else a plain line every few
/// seconds.
class Progress {
 public:
  /// `budget` evaluations in all (0: unknown); `title` names the run.
  Progress(std::string title, std::int64_t budget, double now);

  void show(const GenerationRecord& record, double now);
  /// Takes the live display away, so that something else can be printed.
  void clear() { lines_.clear(); }

 private:
  std::string live_text(const GenerationRecord& record, double now) const;
  std::string plain_text(const GenerationRecord& record, double now) const;
  double rate(const GenerationRecord& record, double now) const;

  std::string title_;
  std::int64_t budget_;
  double started_, shown_;
  std::int64_t first_evaluations_ = -1;  // of a run that was resumed
  bool is_live_;
  LiveLines lines_;
  std::vector<double> curve_;  // best so far, a value a generation
};

}  // namespace lowpass::app
