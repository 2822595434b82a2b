#pragma once

#include <string>

#include "app/terminal.h"

namespace lowpass::app {

/// Tells on stderr how far a work of so many equal steps is: one line that changes on a terminal,
/// else a plain line every few seconds.
class StepProgress {
 public:
  /// "<title>: 12 of 300 <steps>, 4 s left".
  StepProgress(std::string title, int count, std::string steps);

  /// `done` steps by `now`, in seconds since some moment; the first call is the beginning.
  void show(int done, double now);
  /// The closing line: "<title>: 300 <steps> in 12 s".
  void finish(double now);
  /// Takes the live line away, so that something else can be printed.
  void clear() { lines_.clear(); }

 private:
  std::string title_, steps_;
  int count_;
  double started_ = -1.0, shown_ = -1.0;
  bool is_live_;
  LiveLines lines_;
};

}  // namespace lowpass::app
