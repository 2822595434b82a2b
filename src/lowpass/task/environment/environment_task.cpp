#include "lowpass/task/environment/environment_task.h"

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/random.h"
#include "lowpass/task/environment/geometry_text.h"

namespace lowpass {
namespace {

constexpr const char* kName = "environment";
constexpr const char* kSmallestGeometry =
    R"({"inputs":{"axes":[["observation",1]]},"neurons":{"axes":[["action",1]]}})";

class EnvironmentTask : public Task {
 public:
  explicit EnvironmentTask(const KeyValues& keys)
      : id_(keys.text("id")),
        geometry_(geometry_from_text(keys.text("geometry"), "task.geometry")),
        episodes_(keys.integer("episodes")) {}

  Geometry geometry() const override { return geometry_; }
  int trials() const override { return episodes_; }
  std::unique_ptr<Arena> make_arena() const override {
    throw Error(ErrorKind::kUsage,
                fmt::format("the environment {} cannot be simulated here: Python's lowpass.evolve, "
                            "lowpass.evaluate and lowpass.record can",
                            id_));
  }
  std::string trial_name(int trial) const override { return fmt::format("episode {}", trial + 1); }

 private:
  std::string id_;
  Geometry geometry_;
  int episodes_;
};

Key geometry_key() {
  Key key = text_key("geometry", kSmallestGeometry,
                     "the grids that observations and actions live on, as JSON");
  key.allowed = "grids as docs/PYTHON.md has them";
  key.accept = [is_text = key.accept](KeyValue& value) {
    if (!is_text(value)) return false;
    geometry_from_text(std::get<std::string>(value), "task.geometry");
    return true;
  };
  return key;
}

constexpr std::int64_t kHalfRange = std::int64_t{1} << 30;

std::vector<std::int64_t> seeds(const RandomRow& row, int episodes, int lowest_bit) {
  std::vector<double> uniforms(static_cast<std::size_t>(episodes));
  fill_uniforms(row, uniforms);
  std::vector<std::int64_t> all;
  for (const double u : uniforms) {
    all.push_back(2 * static_cast<std::int64_t>(u * static_cast<double>(kHalfRange)) + lowest_bit);
  }
  return all;
}

}  // namespace

TaskEntry environment_task() {
  return {
      .name = kName,
      .help = "an environment of Python's Gymnasium; lowpass.evolve of the Python package runs it",
      .keys = {text_key("id", "", "name of the environment"),
               text_key("arguments", "{}", "what it is made with besides, as JSON"),
               text_key("observation", "", "its space of observations, as JSON"),
               text_key("action", "", "its space of actions, as JSON"), geometry_key(),
               choice_key("axes", {"vector", "shape", "declared", "joint-tree"},
                          "where the grids come from; vector: the order of the numbers, in which "
                          "neighbours mean nothing"),
               integer_key("permutation", 0, 0, 1'000'000'000,
                           "seed of the order in which units were shuffled, a control; 0: as "
                           "they are"),
               integer_key("episodes", 1, 1, 100'000, "of each individual"),
               integer_key("steps", 0, 0, 1'000'000'000,
                           "after which an episode is cut off; 0: the environment decides"),
               boolean_key("normalize", false,
                           "whether observations are brought to mean 0 and deviation 1")},
      .make = [](const KeyValues& keys) { return std::make_unique<EnvironmentTask>(keys); },
      .geometry =
          [](const KeyValues& keys) {
            return geometry_from_text(keys.text("geometry"), "task.geometry");
          }};
}

bool runs_elsewhere(const std::string& task) { return task == kName; }

std::vector<std::int64_t> episode_seeds(std::uint64_t run_seed, std::uint32_t generation,
                                        int episodes) {
  return seeds({.seed = run_seed, .stream = Stream::kTask, .generation = generation}, episodes, 0);
}

std::vector<std::int64_t> validation_seeds(std::uint64_t run_seed, int episodes) {
  // The row of another individual than that of the episodes.
  return seeds({.seed = run_seed, .stream = Stream::kTask, .generation = 0, .individual = 1},
               episodes, 1);
}

}  // namespace lowpass
