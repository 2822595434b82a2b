#include "lowpass/network/activation.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {

const std::vector<std::string>& activation_names() {
  static const std::vector<std::string> names = {"logistic", "tanh", "linear"};
  return names;
}

std::string activation_name(Activation activation) {
  return activation_names()[static_cast<std::size_t>(activation)];
}

Activation activation_from_name(const std::string& name, const std::string& place) {
  const std::vector<std::string>& names = activation_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("{} = \"{}\": expected logistic, tanh or linear", place, name));
  }
  return static_cast<Activation>(found - names.begin());
}

}  // namespace lowpass
