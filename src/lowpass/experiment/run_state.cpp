#include "lowpass/experiment/run_state.h"

#include <algorithm>

#include "lowpass/core/error.h"
#include "lowpass/record/bytes.h"

namespace lowpass {
namespace {

void put(ByteWriter& w, const SearchState& search) {
  w.put(search.seed);
  w.put(search.generation);
  w.put(search.best_genome);
  w.put(search.best_fitness);
  w.put(static_cast<std::uint64_t>(search.arrays.size()));
  for (const auto& [name, numbers] : search.arrays) {
    w.put_text(name);
    w.put(numbers);
  }
}

SearchState get_search(ByteReader& r, std::uint32_t version) {
  SearchState search;
  search.seed = r.get<std::uint64_t>();
  search.generation = r.get<std::uint32_t>();
  if (version == 1) {
    search.arrays = {{"mean", r.get_numbers()}, {"sigma", r.get_numbers()}};
  }
  search.best_genome = r.get_numbers();
  search.best_fitness = r.get<double>();
  if (version == 1) return search;
  for (auto left = r.get<std::uint64_t>(); left > 0; --left) {
    const std::string name = r.get_text();
    search.arrays.emplace_back(name, r.get_numbers());
  }
  return search;
}

void put(ByteWriter& w, const Normalization& normalization) {
  w.put(normalization.mean);
  w.put(normalization.scale);
}

void put(ByteWriter& w, const OutsideState& outside) {
  w.put(outside.observations.count);
  w.put(outside.observations.mean);
  w.put(outside.observations.squares);
  put(w, outside.best);
  put(w, outside.last);
  w.put(outside.best_generation);
}

OutsideState get_outside(ByteReader& r) {
  OutsideState outside;
  outside.observations.count = r.get<double>();
  outside.observations.mean = r.get_numbers();
  outside.observations.squares = r.get_numbers();
  for (Normalization* normalization : {&outside.best, &outside.last}) {
    normalization->mean = r.get_numbers();
    normalization->scale = r.get_numbers();
  }
  outside.best_generation = r.get<std::uint32_t>();
  return outside;
}

/// A checksum tells that bytes are those that were written, not that a run wrote them. (What else
/// the search keeps, it checks itself.)
void check_sizes(const RunState& state) {
  const std::size_t best = state.search.best_genome.size(), last = state.last_best_genome.size();
  const auto genes = static_cast<std::size_t>(std::max<std::int64_t>(0, state.coefficients));
  const bool is_begun = state.search.generation > 0;
  const bool is_sound = genes > 0 && best == (is_begun ? genes : 0) &&
                        (is_begun ? last > 0 && last <= genes : last == 0);  // growth adds genes
  if (!is_sound) throw Error(ErrorKind::kFile, "has no run's state: its vectors do not fit");
}

}  // namespace

std::string state_bytes(const RunState& state) {
  ByteWriter w;
  put(w, state.search);
  w.put(state.coefficients);
  w.put(state.evaluations);
  w.put(state.evaluations_to_target.value_or(-1));
  w.put(state.diverged);
  w.put(state.digest);
  w.put(state.last_best_genome);
  w.put(state.last_best_fitness);
  w.put(state.stage_evaluations);
  w.put(state.best_of_earlier_stages);
  w.put(state.fruitless_additions);
  w.put(state.is_finished);
  if (state.outside) put(w, *state.outside);
  return w.bytes();
}

RunState state_from_bytes(std::string_view bytes, std::uint32_t version) {
  ByteReader r(bytes);
  RunState state;
  state.search = get_search(r, version);
  state.coefficients = r.get<std::int64_t>();
  state.evaluations = r.get<std::int64_t>();
  const auto to_target = r.get<std::int64_t>();
  if (to_target >= 0) state.evaluations_to_target = to_target;
  state.diverged = r.get<std::int64_t>();
  state.digest = r.get<std::uint64_t>();
  state.last_best_genome = r.get_numbers();
  state.last_best_fitness = r.get<double>();
  state.stage_evaluations = r.get<std::int64_t>();
  state.best_of_earlier_stages = r.get<double>();
  state.fruitless_additions = r.get<int>();
  state.is_finished = r.get<std::uint8_t>() != 0;
  if (r.left() != 0) state.outside = get_outside(r);
  if (r.left() != 0) throw Error(ErrorKind::kFile, "has more than a run's state");
  check_sizes(state);
  return state;
}

}  // namespace lowpass
