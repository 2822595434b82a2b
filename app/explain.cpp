#include "app/explain.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/clock.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/random.h"
#include "lowpass/core/simd.h"
#include "lowpass/configuration/problem.h"

namespace lowpass::app {
namespace {

/// A controller of random genes, stepped by itself.
class Stepper {
 public:
  Stepper(Configuration configuration, NetworkStep step) {
    configuration.network.step = network_step_name(step);
    const auto encoding = make_encoding(configuration, configuration.encoding.coefficients);
    const NetworkSize size = encoding->network_size();
    std::vector<double> genome(static_cast<std::size_t>(encoding->genome_size()));
    fill_normals({.seed = 1}, genome);
    controller_ = encoding->controller(genome, network_topology(configuration),
                                       network_activations(configuration));
    inputs_.assign(static_cast<std::size_t>(size.inputs), 0.5);
    state_.assign(static_cast<std::size_t>(size.neurons), 0.0);
  }

  /// Steps for a millisecond or so; notes the time of a step if it is the shortest so far.
  void measure_slice() {
    constexpr double kSlice = 0.001;
    const double began = seconds_now();
    double now = began;
    int steps = 0;
    while (now - began < kSlice) {
      for (int i = 0; i < 10; ++i) controller_->step(inputs_, state_);
      steps += 10;
      now = seconds_now();
    }
    best_us_ = std::min(best_us_, 1e6 * (now - began) / steps);
  }

  double best_us() const { return best_us_; }

 private:
  std::optional<Controller> controller_;
  std::vector<double> inputs_, state_;
  double best_us_ = 1e30;
};

/// Both steps in turns, so that they meet the same conditions.
StepCost measured(const Configuration& configuration) {
  Stepper dense(configuration, NetworkStep::kDense);
  Stepper spectral(configuration, NetworkStep::kSpectral);
  for (int round = 0; round < 50; ++round) {
    dense.measure_slice();
    spectral.measure_slice();
  }
  return {dense.best_us(), spectral.best_us()};
}

std::string advice(NetworkStep set, const StepCost& here) {
  const double of_set = set == NetworkStep::kDense ? here.dense : here.spectral;
  const double of_other = set == NetworkStep::kDense ? here.spectral : here.dense;
  // A fifth is not worth another configuration: steps are only part of a run.
  if (of_set <= 1.2 * of_other) return "as fast as any on this machine";
  return fmt::format(
      "on this machine --set network.step={} steps {:.1f} times as fast; it is another "
      "configuration, whose results differ in rounding",
      network_step_name(here.cheaper()), of_set / of_other);
}

void print_text(const Configuration& configuration, NetworkSize size, const StepCost& model,
                const StepCost& here) {
  const NetworkStep set = network_step(configuration);
  fmt::print("network        {} inputs, {} neurons: {} weights from {} coefficients ({})\n",
             size.inputs, size.neurons, size.weight_count(), configuration.encoding.coefficients,
             configuration.encoding.mapping);
  fmt::print("network.step   {}; the model's choice (auto): {}\n", network_step_name(set),
             network_step_name(model.cheaper()));
  fmt::print("{:<26} {:>10} {:>10}\n", "microseconds a step", "dense", "spectral");
  fmt::print("  {:<24} {:>10.2f} {:>10.2f}\n", "fixed model", model.dense, model.spectral);
  fmt::print("  {:<24} {:>10.2f} {:>10.2f}\n", "measured here, " + simd_target(), here.dense,
             here.spectral);
  fmt::print("{}\n", advice(set, here));
}

JsonText json_of(const StepCost& cost) {
  return JsonText::object({{"dense_us", cost.dense}, {"spectral_us", cost.spectral}});
}

}  // namespace

void explain(const Configuration& configuration, bool json) {
  const NetworkSize size = network_size(configuration);
  if (configuration.encoding.mapping == "direct") {
    if (json) {
      fmt::print("{}\n", JsonText::object({{"step", "dense"}}).text());
    } else {
      fmt::print("network.step   dense: a direct genome has no spectrum\n");
    }
    return;
  }
  const StepCost model =
      modelled_step_cost(make_mapping(configuration), configuration.encoding.coefficients);
  const StepCost here = measured(configuration);
  if (!json) return print_text(configuration, size, model, here);
  fmt::print("{}\n", JsonText::object({{"step", configuration.network.step},
                                       {"weights", size.weight_count()},
                                       {"model", json_of(model)},
                                       {"measured", json_of(here)},
                                       {"model_chooses", network_step_name(model.cheaper())},
                                       {"machine_chooses", network_step_name(here.cheaper())},
                                       {"simd", simd_target()}})
                         .text());
}

}  // namespace lowpass::app
