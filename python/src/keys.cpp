#include "python/src/keys.h"

#include <cstdint>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace lowpass::python {

KeyValue key_value(nb::handle value) {
  // What acts as a number or a sequence will do (NumPy's scalars and arrays); a bool is a number
  // too in Python, so it comes first.
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  std::int64_t integer;
  if (PyIndex_Check(value.ptr()) && nb::try_cast(nb::int_(value), integer)) return integer;
  double real;
  if (!nb::hasattr(value, "__len__") && nb::try_cast(value, real)) return real;
  std::vector<double> list;
  if (nb::try_cast(value, list)) return list;
  return {};
}

KeyValues key_values(const Dict& values) {
  KeyValues keys;
  for (const auto [name, value] : values) keys.set(nb::cast<std::string>(name), key_value(value));
  return keys;
}

nb::object python_value(const KeyValue& value) {
  return std::visit(
      [](const auto& v) -> nb::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>) {
          return nb::none();
        } else {
          return nb::cast(v);
        }
      },
      value);
}

Dict python_values(const KeyValues& values) {
  Dict result;
  for (const std::string& name : values.names()) {
    result[name.c_str()] = python_value(values.at(name));
  }
  return result;
}

Dict declaration(const Key& key) {
  Dict result;
  result["name"] = key.name;
  result["type"] = key.type;
  result["help"] = key.help;
  result["allowed"] = key.allowed;
  result["default"] = python_value(key.default_value);
  result["default_text"] = key.default_text();
  result["choices"] = key.choices;
  result["low"] = key.low;
  result["high"] = key.high;
  return result;
}

List declarations(const std::vector<Key>& keys) {
  List result;
  for (const Key& key : keys) result.append(declaration(key));
  return result;
}

}  // namespace lowpass::python
