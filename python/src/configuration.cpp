#include "lowpass/configuration/configuration.h"

#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/configuration/resolution.h"
#include "lowpass/core/digest.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "python/src/keys.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// The setting as messages of Python name it: "task.steps = 0: expected ...".
Setting setting_of(const std::string& name, nb::handle value) {
  const KeyValue given = key_value(value);
  const std::string text = std::holds_alternative<std::monostate>(given)
                               ? std::string(nb::repr(value).c_str())
                               : key_value_text(given);
  return {.name = name, .value = given, .key_place = name, .place = name + " = " + text};
}

using NamedObjects = std::vector<std::pair<std::string, nb::object>>;

Configuration configuration_of(const NamedObjects& given) {
  std::vector<Setting> settings;
  for (const auto& [name, value] : given) settings.push_back(setting_of(name, value));
  return resolved(settings);
}

List task_list() {
  List result;
  for (const TaskEntry* entry : tasks()) {
    Dict one;
    one["name"] = entry->name;
    one["help"] = entry->help;
    one["keys"] = declarations(entry->keys);
    result.append(one);
  }
  return result;
}

List general_key_list() {
  List result;
  for (const GeneralKey& general : general_keys()) {
    Dict one = declaration(general.key);
    one["table"] = general.table;
    result.append(one);
  }
  return result;
}

}  // namespace

void bind_configuration(nb::module_& m) {
  nb::class_<Configuration>(m, "Configuration")
      .def(
          "__init__",
          [](Configuration* self, const NamedObjects& settings) {
            new (self) Configuration(configuration_of(settings));
          },
          "settings"_a)
      .def_static(
          "from_json",
          [](const std::string& text) {
            return configuration_from_json(JsonValue::parse(text, "configuration"));
          },
          "text"_a)
      .def("json", [](const Configuration& self) { return configuration_json(self).text(); })
      .def("text", &configuration_text)
      .def("hash", [](const Configuration& self) { return digest_text(configuration_hash(self)); })
      .def_prop_ro("task_keys",
                   [](const Configuration& self) { return python_values(self.task.keys); })
      .def("geometry", [](const Configuration& self) { return network_geometry(self); });
  m.def("tasks", &task_list);
  m.def("general_keys", &general_key_list);
}

}  // namespace lowpass::python
