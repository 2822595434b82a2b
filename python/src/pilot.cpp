#include <cmath>
#include <memory>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/network/controller.h"
#include "lowpass/network/normalization.h"
#include "python/src/arrays.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// A controller in an environment: observations become inputs, a step of the network, an action.
/// Python writes into `inputs` and reads `outputs` or `action`, which stay where they are: a step
/// is one call without arguments.
class Pilot {
 public:
  explicit Pilot(const Configuration& configuration)
      : configuration_(configuration),
        topology_(network_topology(configuration)),
        activations_(network_activations(configuration)),
        inputs_(static_cast<std::size_t>(topology_.size.inputs)),
        seen_(inputs_.size()),
        state_(static_cast<std::size_t>(topology_.size.neurons)),
        outputs_(static_cast<std::size_t>(topology_.outputs)),
        action_(outputs_.size()),
        action_single_(outputs_.size()) {}

  /// Another genome, with inputs normalised like this (none: as they are). Forgets what was seen.
  void load(const Vector& genome, const Normalization& normalization) {
    const auto genes = static_cast<Cell>(genome.size());
    if (!encoding_ || encoding_->genome_size() != genes) {
      encoding_ = make_encoding(configuration_, genes);
    }
    controller_ = std::make_unique<Controller>(
        encoding_->controller(numbers(genome), topology_, activations_));
    normalization_ = normalization;
    moments_ = {};
  }
  void start() { std::fill(state_.begin(), state_.end(), 0.0); }

  void step() {
    for (const double input : inputs_) {
      if (!std::isfinite(input)) {
        throw Error(ErrorKind::kFailure, "an observation is not finite");
      }
    }
    if (is_watching) add(moments_, inputs_);
    seen_ = inputs_;
    normalize(normalization_, seen_);
    controller_->step(seen_, state_, outputs_);
  }
  /// The place of the strongest of some neighbouring outputs, the first of equals. What neurons
  /// say is squashed, and equal where they are saturated: their states decide.
  int strongest(std::size_t first, std::size_t count) const {
    const double* said = state_.data() + (state_.size() - outputs_.size()) + first;
    return static_cast<int>(std::max_element(said, said + count) - said);
  }
  /// A step; outputs become an action between the bounds.
  void drive() {
    step();
    for (std::size_t i = 0; i < action_.size(); ++i) {
      action_[i] = low_[i] + (high_[i] - low_[i]) * outputs_[i];
      action_single_[i] = static_cast<float>(action_[i]);
    }
  }

  void set_bounds(const std::vector<double>& low, const std::vector<double>& high) {
    require_size("low", low.size(), outputs_.size());
    require_size("high", high.size(), outputs_.size());
    low_ = low;
    high_ = high;
  }

  template <class T>
  static auto view(std::vector<T>& values) {
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(values.data(), {values.size()});
  }
  auto inputs() { return view(inputs_); }
  auto outputs() { return view(outputs_); }
  auto action() { return view(action_); }
  auto action_single() { return view(action_single_); }
  const InputMoments& moments() const { return moments_; }

  bool is_watching = false;  ///< keeps moments of what it sees

 private:
  Configuration configuration_;
  Topology topology_;
  Activations activations_;
  std::unique_ptr<Encoding> encoding_;
  std::unique_ptr<Controller> controller_;
  Normalization normalization_;
  InputMoments moments_;
  std::vector<double> inputs_, seen_, state_, outputs_, low_, high_, action_;
  std::vector<float> action_single_;
};

/// configuration as JSON, genome, mean, scale, seeds, fitness (or none) of a saved controller.
Tuple genome_parts(const std::string& text, const std::string& name) {
  const GenomeFile file = genome_file_from_text(text, name);
  return nb::make_tuple(configuration_json(file.configuration).text(), file.genome,
                        file.normalization.mean, file.normalization.scale, file.seeds,
                        file.fitness ? nb::cast(*file.fitness) : nb::none());
}

}  // namespace

void bind_pilot(nb::module_& m) {
  nb::class_<Pilot>(m, "Pilot")
      .def(
          "__init__",
          [](Pilot* self, const std::string& configuration) {
            new (self)
                Pilot(configuration_from_json(JsonValue::parse(configuration, "configuration")));
          },
          "configuration"_a)
      .def(
          "load",
          [](Pilot& self, const Vector& genome, const std::vector<double>& mean,
             const std::vector<double>& scale) {
            self.load(genome, {mean, scale});
          },
          "genome"_a.noconvert(), "mean"_a, "scale"_a)
      .def("start", &Pilot::start)
      .def("step", &Pilot::step)
      .def("drive", &Pilot::drive)
      .def("choose",
           [](Pilot& self, int count) {
             self.step();
             return self.strongest(0, static_cast<std::size_t>(count));
           })
      .def("strongest", &Pilot::strongest, "first"_a, "count"_a)
      .def("set_bounds", &Pilot::set_bounds, "low"_a, "high"_a)
      .def_rw("is_watching", &Pilot::is_watching)
      .def_prop_ro("inputs", &Pilot::inputs, nb::rv_policy::reference_internal)
      .def_prop_ro("outputs", &Pilot::outputs, nb::rv_policy::reference_internal)
      .def_prop_ro("action", &Pilot::action, nb::rv_policy::reference_internal)
      .def_prop_ro("action_single", &Pilot::action_single, nb::rv_policy::reference_internal)
      .def("moments", [](const Pilot& self) -> Tuple {
        const InputMoments& seen = self.moments();
        return nb::make_tuple(seen.count, seen.mean, seen.squares);
      });
  m.def("genome_parts", &genome_parts, "text"_a, "name"_a);
}

}  // namespace lowpass::python
