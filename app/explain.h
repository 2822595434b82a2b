#pragma once

namespace lowpass {
struct Configuration;
}

namespace lowpass::app {

/// Prints how networks are stepped, what the fixed model says of either step and what this machine
/// measures, and if another setting would be faster here. Nothing is chosen by the measurement:
/// results would depend on the machine (docs/SCALING.md).
void explain(const Configuration& configuration, bool json);

}  // namespace lowpass::app
