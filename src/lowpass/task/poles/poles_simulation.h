#pragma once

#include <iosfwd>
#include <string>

namespace lowpass {

/// The bare cart under given actions, without limits of track or angle. `text` is JSON:
///
///   {"task": "poles", "poles": 1 or 2, "start": [x, x', θ1, θ1'(, θ2, θ2')], "actions": [a, ...]}
///
/// To `out` go {"states": [[...], ...]}, one after each control step, 17 significant digits, or the
/// same as a table. Actions are clamped to [-1, 1]; the least force is 10/256 N. Returns nothing to
/// be said. Throws Error (kFile), with `place` in front.
std::string simulate_poles(const std::string& text, const std::string& place, bool as_json,
                           std::ostream& out);

}  // namespace lowpass
