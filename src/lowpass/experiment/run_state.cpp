#include "lowpass/experiment/run_state.h"

#include "lowpass/core/error.h"
#include "lowpass/record/bytes.h"

namespace lowpass {

std::string state_bytes(const RunState& state) {
  ByteWriter w;
  w.put(state.search.seed);
  w.put(state.search.generation);
  w.put(state.search.distribution.mean);
  w.put(state.search.distribution.sigma);
  w.put(state.search.best_genome);
  w.put(state.search.best_fitness);
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
  return w.bytes();
}

RunState state_from_bytes(std::string_view bytes) {
  ByteReader r(bytes);
  RunState state;
  state.search.seed = r.get<std::uint64_t>();
  state.search.generation = r.get<std::uint32_t>();
  state.search.distribution.mean = r.get_numbers();
  state.search.distribution.sigma = r.get_numbers();
  state.search.best_genome = r.get_numbers();
  state.search.best_fitness = r.get<double>();
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
  state.is_finished = r.get<bool>();
  if (r.left() != 0) throw Error(ErrorKind::kFile, "has more than a run's state");
  return state;
}

}  // namespace lowpass
