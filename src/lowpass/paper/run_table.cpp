#include "lowpass/paper/run_table.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lowpass {
namespace {

/// The digest decides between runs that should be the same but are not: any fixed choice will do.
auto key(const RunRecord& run) { return std::tie(run.setup, run.seed, run.digest); }

}  // namespace

RunTable::RunTable(std::vector<RunRecord> runs) : runs_(std::move(runs)) {
  std::sort(runs_.begin(), runs_.end(),
            [](const RunRecord& a, const RunRecord& b) { return key(a) < key(b); });
  const auto same = [](const RunRecord& a, const RunRecord& b) {
    return a.setup == b.setup && a.seed == b.seed;
  };
  runs_.erase(std::unique(runs_.begin(), runs_.end(), same), runs_.end());
}

std::span<const RunRecord> RunTable::of(const Setup& setup) const {
  const auto first = std::partition_point(runs_.begin(), runs_.end(),
                                          [&](const RunRecord& run) { return run.setup < setup; });
  const auto last = std::partition_point(first, runs_.end(),
                                         [&](const RunRecord& run) { return run.setup == setup; });
  return {first, last};
}

std::vector<Setup> RunTable::setups() const {
  std::vector<Setup> setups;
  for (const RunRecord& run : runs_) {
    if (setups.empty() || setups.back() != run.setup) setups.push_back(run.setup);
  }
  return setups;
}

std::vector<std::string> RunTable::variations() const {
  std::set<std::string> variations;
  for (const RunRecord& run : runs_) variations.insert(run.setup.variation);
  return {variations.begin(), variations.end()};
}

}  // namespace lowpass
