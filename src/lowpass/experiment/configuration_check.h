#pragma once

#include <functional>
#include <string>

#include "lowpass/experiment/configuration.h"

namespace lowpass {

/// Throws an Error about a key: where it was set, its value, "expected <what>".
using ExpectedElse = std::function<void(const std::string& key, const std::string& what)>;

/// Calls `expected` for the first key whose value does not go with the others. Each value by itself
/// is one that its option allows.
void check_together(const Configuration& configuration, const ExpectedElse& expected);

}  // namespace lowpass
