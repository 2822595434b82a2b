#include <algorithm>
#include <climits>
#include <limits>
#include <type_traits>
#include <utility>

#include "lowpass/configuration/option.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/encoding/mapping.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

constexpr const char* kWeightRms = "weight-rms";

/// A key that lies in a field of the configuration; `field` returns a reference to it.
template <class Field>
Option in_field(std::string table, Key key, Field field) {
  using Type = std::remove_reference_t<decltype(field(std::declval<Configuration&>()))>;
  using Held = std::conditional_t<std::is_integral_v<Type> && !std::is_same_v<Type, bool>,
                                  std::int64_t, Type>;
  return {
      .table = std::move(table),
      .key = std::move(key),
      .get = [=](const Configuration& c) -> KeyValue { return static_cast<Held>(field(c)); },
      .put = [=](Configuration& c,
                 const KeyValue& value) { field(c) = static_cast<Type>(std::get<Held>(value)); }};
}

/// A key that a task or a search declares; `values` returns a reference to its values.
template <class Values>
Option declared(std::string table, const Key& key, Values values) {
  Option option{.table = std::move(table),
                .key = key,
                .get = [=, name = key.name](const Configuration& c) { return values(c).at(name); },
                .put = [=, name = key.name](Configuration& c,
                                            const KeyValue& value) { values(c).set(name, value); }};
  if (key.derived_default) {
    option.put_default = [=, name = key.name, derived = key.derived_default](Configuration& c) {
      values(c).set(name, derived(values(c)));
    };
  }
  return option;
}

Option with_default(Option option, std::string in_words,
                    std::function<void(Configuration&)> put_default) {
  option.key.default_in_words = std::move(in_words);
  option.put_default = std::move(put_default);
  return option;
}

/// An integer whose bounds follow from other keys: check_together has them.
Key open_integer_key(std::string name, std::int64_t default_value, std::string allowed,
                     std::string help) {
  Key key = integer_key(std::move(name), default_value, INT_MIN, INT_MAX, std::move(help));
  key.allowed = std::move(allowed);
  key.low = 1;
  key.high = {};
  return key;
}

Key mapping_key() {
  std::vector<std::string> names = mapping_names();
  names.push_back("direct");
  Key key = choice_key("mapping", names,
                       "how coefficients become weights; direct: a gene is a weight; or arrays "
                       "of one's own");
  key.default_value = "omega3";
  key.allowed += ", or a list of arrays";
  key.accept = [is_name = key.accept](KeyValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    return is_name(value) || (text && text->starts_with('['));
  };
  return key;
}

/// A number, or the text "weight-rms", which leaves the field unset.
Option initial_sigma_option() {
  Key key = positive_key("sigma0", 3.0,
                         "initial step size; weight-rms: such that weights have the root mean "
                         "square optimizer.weight_rms");
  key.allowed = "a number greater than 0, or weight-rms";
  key.choices = {kWeightRms};
  key.accept = [is_positive = key.accept](KeyValue& value) {
    return value == KeyValue(kWeightRms) || is_positive(value);
  };
  return {.table = "optimizer",
          .key = std::move(key),
          .get = [](const Configuration& c) -> KeyValue {
            if (c.optimizer.sigma0) return *c.optimizer.sigma0;
            return kWeightRms;
          },
          .put = [](Configuration& c,
                    const KeyValue& value) { c.optimizer.sigma0 = finite_number(value); }};
}

void add_task(std::vector<Option>& all, const std::string& task) {
  std::vector<std::string> names;
  for (const TaskEntry* entry : tasks()) names.push_back(entry->name);
  all.push_back(in_field(
      "task", choice_key("name", names, "the problem to solve"),
      [](auto& c) -> auto& { return c.task.name; }));
  const TaskEntry* entry = find_task(task);
  if (!entry) return;
  for (const Key& key : entry->keys) {
    all.push_back(declared(
        "task", key, [](auto& c) -> auto& { return c.task.keys; }));
  }
}

void add_network(std::vector<Option>& all) {
  all.push_back(in_field(
      "network",
      choice_key("activation", {"logistic", "tanh", "linear"}, "squashing function of the neurons"),
      [](auto& c) -> auto& { return c.network.activation; }));
  all.push_back(in_field(
      "network",
      young(choice_key("output", {"same", "logistic", "tanh", "linear"},
                       "squashing function of the neurons that act")),
      [](auto& c) -> auto& { return c.network.output; }));
  all.push_back(in_field(
      "network",
      young(choice_key("kind", network_kind_names(),
                       "which links there are: all, or those of a layered net")),
      [](auto& c) -> auto& { return c.network.kind; }));
  all.push_back(in_field(
      "network",
      young(integer_key("hidden", 0, 0, 100'000, "neurons besides those that act, on a line")),
      [](auto& c) -> auto& { return c.network.hidden; }));
  all.push_back(in_field(
      "network",
      young(choice_key("step", {"dense", "spectral", "auto"},
                       "how networks are stepped: by their weights, or through the spectrum, "
                       "which pays for large networks; auto chooses by a fixed model of the cost")),
      [](auto& c) -> auto& { return c.network.step; }));
}

void add_encoding(std::vector<Option>& all) {
  all.push_back(in_field(
      "encoding", mapping_key(), [](auto& c) -> auto& { return c.encoding.mapping; }));
  all.push_back(with_default(
      in_field(
          "encoding",
          open_integer_key(
              "coefficients", 20,
              "an integer from 1 to the number of cells of the mapping's arrays",
              "C, the genes of a genome (at the start, if it grows); of no meaning for direct"),
          [](auto& c) -> auto& { return c.encoding.coefficients; }),
      "20, or as many as the mapping has room for; with growth.enabled: 10", [](Configuration& c) {
        const Cell wanted = c.growth.enabled ? 10 : 20;
        c.encoding.coefficients = static_cast<int>(std::min(wanted, coefficient_limit(c)));
      }));
  all.push_back(in_field(
      "encoding", choice_key("basis", {"cosine"}, "what the coefficients are the coefficients of"),
      [](auto& c) -> auto& { return c.encoding.basis; }));
  all.push_back(in_field(
      "encoding",
      young(choice_key("transform", {"printed", "orthonormal"},
                       "scale of the transform: as the paper prints it, or of basis functions of "
                       "length 1")),
      [](auto& c) -> auto& { return c.encoding.transform; }));
}

void add_optimizer(std::vector<Option>& all, const std::string& search) {
  std::vector<std::string> names;
  for (const SearchEntry& entry : searches()) names.push_back(entry.name);
  all.push_back(in_field(
      "optimizer", choice_key("name", names, "the search"),
      [](auto& c) -> auto& { return c.optimizer.name; }));
  if (const SearchEntry* entry = find_search(search)) {
    for (const Key& key : entry->keys) {
      all.push_back(declared(
          "optimizer", key, [](auto& c) -> auto& { return c.optimizer.keys; }));
    }
  }
  all.push_back(with_default(
      initial_sigma_option(), "3.0, for direct 1.0, unless the task says otherwise",
      [](Configuration& c) {
        const StepSizes sigma0 = task_entry(c).sigma0(c.task.keys);
        c.optimizer.sigma0 = c.encoding.mapping == "direct" ? sigma0.weights : sigma0.coefficients;
      }));
  all.push_back(in_field(
      "optimizer",
      positive_key("weight_rms", 0.3,
                   "root mean square of the first weights, if sigma0 is "
                   "weight-rms"),
      [](auto& c) -> auto& { return c.optimizer.weight_rms; }));
}

void add_budget(std::vector<Option>& all) {
  all.push_back(
      with_default(in_field(
                       "budget",
                       open_integer_key("evaluations", 6000,
                                        "an integer from the population's size to 2147483647",
                                        "individuals evaluated in the whole run; 0: no limit, with "
                                        "growth.enabled only"),
                       [](auto& c) -> auto& { return c.budget.evaluations; }),
                   "6000; with growth.enabled: 0",
                   [](Configuration& c) { c.budget.evaluations = c.growth.enabled ? 0 : 6000; }));
  Key target = real_key("target", 0.75, -1e300, 1e300,
                        "the fitness that counts as a success; evaluations are counted up to it");
  target.allowed = "a finite number";
  target.low = target.high = {};
  all.push_back(with_default(
      in_field(
          "budget", std::move(target), [](auto& c) -> auto& { return c.budget.target; }),
      "the task's", [](Configuration& c) { c.budget.target = task_entry(c).target(c.task.keys); }));
  all.push_back(with_default(
      in_field(
          "budget",
          boolean_key("stop_at_target", false,
                      "end the run with the generation that reaches the target"),
          [](auto& c) -> auto& { return c.budget.stop_at_target; }),
      "false, unless the task says otherwise",
      [](Configuration& c) { c.budget.stop_at_target = task_entry(c).stops_at_target; }));
}

Key improvement_key() {
  Key key = real_key("improvement", 0.0, 0.0, 1e300,
                     "fitness must rise by more than this to count as an improvement");
  key.allowed = "a number of 0 or above";
  key.high = {};
  return key;
}

void add_growth(std::vector<Option>& all) {
  all.push_back(in_field(
      "growth", boolean_key("enabled", false, "add coefficients in the course of the run"),
      [](auto& c) -> auto& { return c.growth.enabled; }));
  all.push_back(in_field(
      "growth", integer_key("step", 10, 1, 1'000'000, "coefficients added at a time"),
      [](auto& c) -> auto& { return c.growth.step; }));
  all.push_back(in_field(
      "growth",
      open_integer_key("evaluations", 6000, "an integer from the population's size to 2147483647",
                       "individuals evaluated between two additions"),
      [](auto& c) -> auto& { return c.growth.evaluations; }));
  all.push_back(in_field(
      "growth",
      integer_key("patience", 6, 1, 1'000'000,
                  "additions in a row without improvement that end the run"),
      [](auto& c) -> auto& { return c.growth.patience; }));
  all.push_back(in_field(
      "growth", young(improvement_key()), [](auto& c) -> auto& { return c.growth.improvement; }));
}

void add_run(std::vector<Option>& all) {
  all.push_back(in_field(
      "run",
      integer_key("seed", 1, 0, std::numeric_limits<std::int64_t>::max(),
                  "decides every random number"),
      [](auto& c) -> auto& { return c.run.seed; }));
  all.push_back(in_field(
      "run",
      integer_key("threads", 0, 0, 1024, "0: as many as the machine has; never changes the result"),
      [](auto& c) -> auto& { return c.run.threads; }));
  all.back().decides_result = false;
  all.push_back(in_field(
      "run",
      young(text_key("start", "",
                     "digest of the genome that the search starts around; --from "
                     "gives both")),
      [](auto& c) -> auto& { return c.run.start; }));
}

}  // namespace

std::vector<Option> options_of(const std::string& task, const std::string& search) {
  std::vector<Option> all;
  add_task(all, task);
  add_network(all);
  add_encoding(all);
  add_optimizer(all, search);
  add_budget(all);
  add_growth(all);
  add_run(all);
  return all;
}

const std::vector<std::string>& table_names() {
  static const std::vector<std::string> names = {"task",   "network", "encoding", "optimizer",
                                                 "budget", "growth",  "run"};
  return names;
}

const Option* find_option(const std::vector<Option>& options, const std::string& name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return option.name() == name; });
  return found == options.end() ? nullptr : &*found;
}

std::vector<GeneralKey> general_keys() {
  std::vector<GeneralKey> keys;
  for (const Option& option : options_of("", "")) keys.push_back({option.table, option.key});
  return keys;
}

}  // namespace lowpass
