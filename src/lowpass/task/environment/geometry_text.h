#pragma once

#include <string>

#include "lowpass/network/geometry.h"

namespace lowpass {

/// The grids of inputs and neurons as one line of JSON, axes fastest first:
///
///   {"inputs":{"axes":[["quantity",2],["joint",3]],"cells":[0,1,2,4]},
///    "neurons":{"axes":[["joint",2]],"cells":[0,1]}}
///
/// Where `cells` is missing, there is a unit in every cell, in order.
std::string geometry_text(const Geometry& geometry);

/// Reads and checks such a text; `place` stands for it in messages. Throws Error (kFile).
Geometry geometry_from_text(const std::string& text, const std::string& place);

}  // namespace lowpass
