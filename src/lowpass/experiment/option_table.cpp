#include "lowpass/experiment/option.h"

#include <climits>
#include <cmath>
#include <limits>

#include "lowpass/encoding/mapping.h"
#include "lowpass/experiment/option_types.h"
#include "lowpass/experiment/problem.h"

namespace lowpass {
namespace {

bool is_positive(double x) { return x > 0.0; }

constexpr const char* kWeightRms = "weight-rms";

/// A number, or the text "weight-rms", which leaves the field unset.
Option initial_sigma_option(std::string name, std::string help) {
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = "a number greater than 0, or weight-rms",
          .get = [](const Configuration& c) -> OptionValue {
            if (c.optimizer.sigma0) return *c.optimizer.sigma0;
            return kWeightRms;
          },
          .set =
              [](Configuration& c, const OptionValue& value) {
                const bool is_weight_rms = value == OptionValue(kWeightRms);
                const std::optional<double> number = finite_number(value);
                if (!is_weight_rms && !(number && is_positive(*number))) return false;
                c.optimizer.sigma0 = number;
                return true;
              }};
}

Option with_default(Option option, std::string in_words,
                    std::function<void(Configuration&)> set_default) {
  option.default_in_words = std::move(in_words);
  option.set_default = std::move(set_default);
  return option;
}

bool is_multiple_of_substep(double step) {
  const double substeps = step / 0.2;
  return step >= 0.2 - 1e-9 && step <= 1000.0 + 1e-9 &&
         std::abs(substeps - std::round(substeps)) <= 1e-9;
}

std::vector<std::string> encoding_names() {
  std::vector<std::string> names = mapping_names();
  names.push_back("direct");
  return names;
}

std::vector<Option> task_options() {
  Option step = choice(
      "network.step", [](auto& c) -> auto& { return c.network.step; },
      {"dense", "spectral", "auto"},
      "how networks are stepped: by their weights, or through the spectrum, which pays for large "
      "networks; auto chooses by a fixed model of the cost");
  step.unwritten = "dense";
  return {
      choice(
          "task.name", [](auto& c) -> auto& { return c.task.name; }, {"octopus"},
          "the problem to solve"),
      choice(
          "task.preset", [](auto& c) -> auto& { return c.task.preset; }, {"paper", "competition"},
          "whose control step, goal and length of an episode are the defaults"),
      integer(
          "task.compartments", [](auto& c) -> auto& { return c.task.compartments; }, 1,
          kMaxTaskCompartments, "p, the length of the arm"),
      choice(
          "task.actions", [](auto& c) -> auto& { return c.task.actions; }, {"raw", "meta"},
          "what neurons drive: each muscle by itself, or groups of muscles"),
      with_default(real(
                       "task.control_step", [](auto& c) -> auto& { return c.task.control_step; },
                       is_multiple_of_substep, "a multiple of 0.2 from 0.2 to 1000",
                       "time units between two actions"),
                   "1.0; preset competition: 5.0",
                   [](Configuration& c) { c.task.control_step = preset_reaching(c).control_step; }),
      with_default(integer(
                       "task.steps", [](auto& c) -> auto& { return c.task.steps; }, 1, 1'000'000,
                       "T, the control steps of an episode"),
                   "25 max(p, 10)",
                   [](Configuration& c) { c.task.steps = preset_reaching(c).steps; }),
      with_default(numbers(
                       "task.goal", [](auto& c) -> auto& { return c.task.goal; }, 2, 2,
                       "two finite numbers, [x, y]",
                       "where the tip is to go; the base of the arm is near [0, 0]"),
                   "[0.35 p, -0.3 p]; preset competition: [6.0, 5.0]",
                   [](Configuration& c) {
                     const Point goal = preset_reaching(c).goal;
                     c.task.goal = {goal.x, goal.y};
                   }),
      with_default(
          numbers(
              "task.starts", [](auto& c) -> auto& { return c.task.starts; }, 1,
              std::numeric_limits<std::size_t>::max(), "a list of at least one finite number",
              "angle of the arm at the start of each trial, radians; 0 is along x, pi/2 up"),
          "[-pi/2, 0, pi/2]", [](Configuration& c) { c.task.starts = preset_reaching(c).starts; }),
      choice(
          "network.activation", [](auto& c) -> auto& { return c.network.activation; },
          {"logistic", "tanh"}, "squashing function of every neuron"),
      std::move(step),
  };
}

std::vector<Option> search_options() {
  Option coefficients = with_default(
      integer(
          "encoding.coefficients", [](auto& c) -> auto& { return c.encoding.coefficients; },
          INT_MIN, INT_MAX,
          "C, the genes of a genome (at the start, if it grows); of no meaning for direct"),
      "20; with growth.enabled: 10",
      [](Configuration& c) { c.encoding.coefficients = c.growth.enabled ? 10 : 20; });
  // These bounds follow from other keys: check_together has them.
  coefficients.allowed = "an integer from 1 to the number of cells of the mapping's arrays";

  Option evaluations = with_default(
      integer(
          "budget.evaluations", [](auto& c) -> auto& { return c.budget.evaluations; }, INT_MIN,
          INT_MAX, "individuals evaluated in the whole run; 0: no limit, with growth.enabled only"),
      "6000; with growth.enabled: 0",
      [](Configuration& c) { c.budget.evaluations = c.growth.enabled ? 0 : 6000; });
  evaluations.allowed = "an integer from the population's size to 2147483647";

  Option threads = integer(
      "run.threads", [](auto& c) -> auto& { return c.run.threads; }, 0, 1024,
      "0: as many as the machine has; never changes the result");
  threads.decides_result = false;

  Option stage = integer(
      "growth.evaluations", [](auto& c) -> auto& { return c.growth.evaluations; }, INT_MIN, INT_MAX,
      "individuals evaluated between two additions");
  stage.allowed = "an integer from the population's size to 2147483647";

  return {
      choice(
          "encoding.mapping", [](auto& c) -> auto& { return c.encoding.mapping; }, encoding_names(),
          "how coefficients become weights; direct: a gene is a weight"),
      std::move(coefficients),
      choice(
          "encoding.basis", [](auto& c) -> auto& { return c.encoding.basis; }, {"cosine"},
          "what the coefficients are the coefficients of"),
      choice(
          "optimizer.name", [](auto& c) -> auto& { return c.optimizer.name; }, {"snes"},
          "the evolution strategy"),
      choice(
          "optimizer.preset", [](auto& c) -> auto& { return c.optimizer.preset; },
          {"paper", "schaul"},
          "population size and learning rates: the paper's, or those of the method's authors"),
      with_default(initial_sigma_option(
                       "optimizer.sigma0",
                       "initial step size; weight-rms: such that weights have the root mean "
                       "square optimizer.weight_rms"),
                   "3.0; for direct: 1.0",
                   [](Configuration& c) {
                     c.optimizer.sigma0 = c.encoding.mapping == "direct" ? 1.0 : 3.0;
                   }),
      real(
          "optimizer.weight_rms", [](auto& c) -> auto& { return c.optimizer.weight_rms; },
          is_positive, "a number greater than 0",
          "root mean square of the first weights, if sigma0 is weight-rms"),
      std::move(evaluations),
      real(
          "budget.target", [](auto& c) -> auto& { return c.budget.target; },
          [](double) { return true; }, "a finite number",
          "the fitness that counts as a success; evaluations are counted up to it"),
      boolean(
          "budget.stop_at_target", [](auto& c) -> auto& { return c.budget.stop_at_target; },
          "end the run with the generation that reaches the target"),
      boolean(
          "growth.enabled", [](auto& c) -> auto& { return c.growth.enabled; },
          "add coefficients in the course of the run"),
      integer(
          "growth.step", [](auto& c) -> auto& { return c.growth.step; }, 1, 1'000'000,
          "coefficients added at a time"),
      std::move(stage),
      integer(
          "growth.patience", [](auto& c) -> auto& { return c.growth.patience; }, 1, 1'000'000,
          "additions in a row without improvement that end the run"),
      integer(
          "run.seed", [](auto& c) -> auto& { return c.run.seed; }, 0,
          std::numeric_limits<std::int64_t>::max(), "decides every random number"),
      std::move(threads),
  };
}

std::vector<Option> all_options() {
  std::vector<Option> all = task_options();
  for (Option& option : search_options()) all.push_back(std::move(option));
  return all;
}

}  // namespace

const std::vector<Option>& options() {
  static const std::vector<Option> all = all_options();
  return all;
}

}  // namespace lowpass
