#include "lowpass/core/precision.h"

namespace lowpass {

const std::vector<std::string>& precision_names() {
  static const std::vector<std::string> names = {"double", "single"};
  return names;
}

std::string precision_name(Precision precision) {
  return precision_names()[static_cast<std::size_t>(precision)];
}

Precision precision_named(const std::string& name) {
  return name == precision_names()[1] ? Precision::kSingle : Precision::kDouble;
}

}  // namespace lowpass
