#pragma once

#include <string>
#include <vector>

#include "lowpass/core/key.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// A value of Python as one of configurations. Empty for what has no such type.
KeyValue key_value(nanobind::handle value);
/// Values by the names of their keys.
KeyValues key_values(const Dict& values);

nanobind::object python_value(const KeyValue& value);
Dict python_values(const KeyValues& values);

/// A declared key as a dict: name, type, help, allowed, default, choices, low, high.
Dict declaration(const Key& key);
List declarations(const std::vector<Key>& keys);

}  // namespace lowpass::python
