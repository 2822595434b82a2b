#include "lowpass/optimizer/search.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/suggestion.h"

namespace lowpass {
namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorKind::kConfiguration, message);
}

const SearchEntry& known_search(const std::string& name) {
  if (const SearchEntry* entry = find_search(name)) return *entry;
  std::vector<std::string> names;
  for (const SearchEntry& entry : searches()) names.push_back(entry.name);
  fail(fmt::format("optimizer.name = \"{}\": no such search{}", name, did_you_mean(name, names)));
}

void check(const SearchSpace& space, const SearchEntry& entry) {
  if (space.dimension == 0) fail(fmt::format("{}: nothing to search: 0 genes", entry.name));
  if (space.dimension > entry.largest_dimension) {
    fail(
        fmt::format("optimizer.name = \"{}\": {} genes, expected at most {}, since its work grows "
                    "with their cube; sep-cma-es and snes take any number",
                    entry.name, space.dimension, entry.largest_dimension));
  }
  const auto& segments = space.segments;
  const bool has_empty = std::count(segments.begin(), segments.end(), std::size_t{0}) > 0;
  const auto sum = std::accumulate(segments.begin(), segments.end(), std::size_t{0});
  if (has_empty || (!segments.empty() && sum != space.dimension)) {
    fail(fmt::format("{}: segments of {} genes in all, none empty, expected for {} genes",
                     entry.name, space.dimension, sum));
  }
}

}  // namespace

std::vector<double>& SearchState::array(const std::string& name) {
  return const_cast<std::vector<double>&>(std::as_const(*this).array(name));
}

const std::vector<double>& SearchState::array(const std::string& name) const {
  for (const auto& [key, values] : arrays) {
    if (key == name) return values;
  }
  throw Error(ErrorKind::kUsage, fmt::format("state of a search: no array \"{}\"", name));
}

const SearchEntry* find_search(const std::string& name) {
  for (const SearchEntry& entry : searches()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::unique_ptr<Search> make_search(const std::string& name, const KeyValues& keys,
                                    const SearchSpace& space) {
  const SearchEntry& entry = known_search(name);
  check(space, entry);
  return entry.make(resolved_keys(entry.keys, keys, "optimizer"), space);
}

}  // namespace lowpass
