#pragma once

#include <string>
#include <vector>

#include "lowpass/paper/setup.h"

namespace lowpass {

/// One way to read what the paper leaves open: a task and a search that its authors may have run.
/// docs/protocol/README.md has the reasons of every value.
struct Reading {
  std::string environment;  ///< whose constants, see task.environment
  double goal_x, goal_y;    ///< of an arm of 10 compartments
  std::string touch;        ///< "any" or "last"
  double control_step;      ///< time units
  int steps;                ///< T
  double sigma0;            ///< of coefficients
  double direct_sigma0;     ///< of weights
  std::string activation;   ///< of all neurons

  bool operator==(const Reading&) const = default;

  /// A name for folders and tables: "2009-2_7.8_-1_any_1x250_10-1_logistic".
  std::string name() const;
  /// What it says of a setup, as settings separated by blanks (Setup::variation).
  std::string settings(const Setup& setup) const;
  /// Is the goal touched from a trained start before anything has moved? Such a reading cannot be
  /// the paper's: every controller would score there.
  bool is_void() const;
};

/// All of them, in a fixed order.
const std::vector<Reading>& readings();

/// The reading of that name; null if there is none.
const Reading* find_reading(const std::string& name);

/// What `reproduce` runs if nothing else is said, and `evolve octopus`: the likeliest reading on
/// which controllers of the headline setup touch the goal from two starts
/// (docs/protocol/README.md).
const Reading& default_reading();
/// Preset `paper`, whose goal was chosen by a scan: what `reproduce sensitivity` varies.
const Reading& scanned_reading();

}  // namespace lowpass
