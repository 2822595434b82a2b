#pragma once

#include <string>

namespace lowpass {

/// A named number a generation that is worth a curve: searches name theirs, logs keep them, the
/// page plots them.
struct Signal {
  std::string name;
  double value;

  bool operator==(const Signal&) const = default;
};

}  // namespace lowpass
