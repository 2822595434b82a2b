#include "lowpass/core/suggestion.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace lowpass {
namespace {

/// Insertions, deletions and replacements that turn `a` into `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j + 1] + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(const std::string& name, std::span<const std::string> candidates) {
  std::size_t nearest = 1 + std::max<std::size_t>(1, name.size() / 3);
  std::string suggestion;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= nearest) continue;
    nearest = distance;
    suggestion = "; did you mean " + candidate + "?";
  }
  return suggestion;
}

}  // namespace lowpass
