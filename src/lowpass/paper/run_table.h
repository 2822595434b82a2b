#pragma once

#include <span>
#include <string>
#include <vector>

#include "lowpass/paper/run_record.h"

namespace lowpass {

/// Finished runs, found by their setup. Whatever order they came in, they are kept in one order, so
/// that nothing computed from a table depends on it.
class RunTable {
 public:
  /// Of several runs with the same setup and seed one is kept: they are the same run.
  explicit RunTable(std::vector<RunRecord> runs);

  /// The runs of a setup, by rising seed; valid as long as the table. Empty if there are none.
  std::span<const RunRecord> of(const Setup& setup) const;

  /// All setups that have runs, sorted.
  std::vector<Setup> setups() const;
  /// All variations that have runs, sorted; "" is preset `paper` itself.
  std::vector<std::string> variations() const;

 private:
  std::vector<RunRecord> runs_;  // by setup, then seed
};

}  // namespace lowpass
