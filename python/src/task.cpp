#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include <fmt/format.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/evaluation/evaluator.h"
#include "python/src/arrays.h"
#include "python/src/encoding.h"
#include "python/src/episodes.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

using Integers = Array<const std::int64_t, 1>;
using OutFlags = Array<bool, 1>;
using OutPixels = Array<std::uint8_t, 3>;

/// Episodes of a task, and the activities that actions stand for.
class TaskLanes {
 public:
  TaskLanes(std::shared_ptr<const Task> task, int lanes, int threads, bool is_recording,
            double action_low)
      : episodes_(std::move(task), lanes, threads, is_recording),
        outputs_(static_cast<std::size_t>(lanes) * episodes_.outputs()),
        results_(lanes),
        low_(action_low) {}

  Episodes& episodes() { return episodes_; }

  void start(const Integers& lanes, const Integers& trials) {
    nb::gil_scoped_release release;
    episodes_.start(numbers(lanes), numbers(trials));
  }

  /// Returns whether an episode ended.
  template <class Number>
  bool step(const Array<const Number, 2>& actions, const OutMatrix& observations,
            const OutVector& rewards, const OutFlags& terminated, const OutFlags& truncated) {
    nb::gil_scoped_release release;
    put_actions(numbers(actions));
    episodes_.step(outputs_, results_);
    bool has_end = false;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      has_end |= results_[i].terminated || results_[i].truncated;
      rewards.data()[i] = results_[i].reward;
      terminated.data()[i] = results_[i].terminated;
      truncated.data()[i] = results_[i].truncated;
    }
    observe(observations);
    return has_end;
  }

  void observe(const OutMatrix& observations) const { episodes_.observe(observations.data()); }

  Dict episode(int lane) const {
    const Episode episode = episodes_.episode(lane);
    Dict result;
    result["fitness"] = episode.fitness;
    result["steps"] = episode.steps;
    result["distance"] = episode.distance;
    result["succeeded"] = episode.succeeded;
    result["diverged"] = episode.diverged;
    return result;
  }

  void draw(int lane, const OutPixels& pixels) const {
    const Image image = episodes_.picture(lane, static_cast<int>(pixels.shape(1)),
                                          static_cast<int>(pixels.shape(0)));
    std::ranges::copy(image.rgb, pixels.data());
  }

 private:
  /// Actions from low to 1 become activities from 0 to 1; beyond, they are those at the end.
  template <class Number>
  void put_actions(std::span<const Number> actions) {
    const double low = low_, scale = 1.0 / (1.0 - low);  // 1 or 1/2: exact
    double* const to = outputs_.data();
    // Two loops, which compilers make vectors of.
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const double action = actions[i];
      to[i] = std::min(std::max((action - low) * scale, 0.0), 1.0);
    }
    std::uint32_t is_bad = 0;
    for (const Number action : actions) is_bad |= action - action == 0 ? 0u : 1u;
    if (is_bad != 0) refuse(actions);
  }

  /// What lanes are told to do whose episode has ended does not matter.
  template <class Number>
  void refuse(std::span<const Number> actions) const {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const auto lane = static_cast<int>(i / episodes_.outputs());
      if (std::isfinite(actions[i]) || !episodes_.is_running(lane)) continue;
      throw Error(ErrorKind::kUsage,
                  fmt::format("step: action[{}, {}] = {}: expected a number from {} to 1", lane,
                              i % episodes_.outputs(), actions[i], low_));
    }
  }

  Episodes episodes_;
  std::vector<double> outputs_;
  std::vector<LaneResult> results_;
  double low_;
};

/// Scores rows of genomes on every trial: fitness of each, and steps, successes of each episode.
Tuple evaluated(const Task& task, const NetworkEncoding& encoding, const Matrix& genomes,
                const std::string& activation, const std::string& output, int threads) {
  Evaluation evaluation;
  {
    nb::gil_scoped_release release;
    Evaluator evaluator(
        task, network_topology(encoding.kind, encoding.geometry),
        {activation_from_name(activation, "activation"), activation_from_name(output, "output")},
        threads);
    evaluation = evaluator.evaluate(*encoding.encoding, numbers(genomes));
  }
  std::vector<double> fitness;
  for (const Episode& episode : evaluation.episodes) fitness.push_back(episode.fitness);
  return nb::make_tuple(new_vector(evaluation.fitness), new_matrix(fitness, task.trials()));
}

template <class Number>
void def_step(nb::class_<TaskLanes>& lanes) {
  lanes.def("step", &TaskLanes::step<Number>, "actions"_a.noconvert(), "observations"_a.noconvert(),
            "rewards"_a.noconvert(), "terminated"_a.noconvert(), "truncated"_a.noconvert());
}

}  // namespace

void bind_task(nb::module_& m) {
  nb::class_<Task>(m, "Task")
      .def_prop_ro("trials", &Task::trials)
      .def_prop_ro("geometry", &Task::geometry)
      .def_prop_ro("step_time", [](const Task& self) { return self.scene().step_time; })
      .def_prop_ro("time_unit", [](const Task& self) { return self.scene().time_unit; })
      .def("trial_name", &Task::trial_name, "trial"_a);
  m.def(
      "make_task",
      [](const Configuration& configuration) -> std::shared_ptr<Task> {
        return make_task(configuration);
      },
      "configuration"_a);
  m.def("evaluate", &evaluated, "task"_a, "encoding"_a, "genomes"_a.noconvert(), "activation"_a,
        "output"_a, "threads"_a);
  m.attr("LARGEST_OBSERVATION") = kLargestObservation;
  nb::class_<TaskLanes> lanes(m, "TaskLanes");
  lanes
      .def(
          "__init__",
          [](TaskLanes* self, std::shared_ptr<Task> task, int count, int threads, bool is_recording,
             double low) {
            new (self) TaskLanes(std::move(task), count, threads, is_recording, low);
          },
          "task"_a, "lanes"_a, "threads"_a, "is_recording"_a, "action_low"_a)
      .def("start", &TaskLanes::start, "lanes"_a.noconvert(), "trials"_a.noconvert())
      .def("observe", &TaskLanes::observe, "observations"_a.noconvert())
      .def("is_running", [](TaskLanes& self, int lane) { return self.episodes().is_running(lane); })
      .def("episode", &TaskLanes::episode, "lane"_a)
      .def("draw", &TaskLanes::draw, "lane"_a, "pixels"_a.noconvert());
  def_step<double>(lanes);
  def_step<float>(lanes);
}

}  // namespace lowpass::python
