#pragma once

#include <string>
#include <vector>

namespace lowpass {

/// The numbers that a simulation, a network or a search computes with. Results of the two differ in
/// bits; each has one result, whatever the machine does.
enum class Precision {
  kDouble,  ///< 64 bits
  kSingle,  ///< 32 bits: twice as many lanes a vector
};

/// "double", "single".
const std::vector<std::string>& precision_names();
std::string precision_name(Precision precision);
/// One of precision_names: a precondition, which a key of these choices gives.
Precision precision_named(const std::string& name);

}  // namespace lowpass
