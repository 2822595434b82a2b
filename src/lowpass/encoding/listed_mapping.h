#pragma once

#include <string>
#include <vector>

#include "lowpass/encoding/mapping.h"

namespace lowpass {

/// The arrays that a user lists, as JSON: a list of objects, each an array that a chromosome is
/// decoded into, in one of two forms (docs/ENCODING.md, "Mappings of one's own").
///
///   {"from": "inputs", "to": "neurons", "axes": ["from.variable", "from.place", "to"]}
///       The weights from some units ("inputs", "neurons", "hidden", "outputs" or "bias"; a list
///       of these lies one behind the other along "from") to some neurons ("neurons", the default,
///       "hidden" or "outputs"). Axes are those of the array, the last varies fastest: "from" and
///       "to" number the units, "from.NAME" and "to.NAME" are axes of their grids. It holds for
///       any size of the task.
///   {"shape": [2, 3], "weights": [4, 5, -1, 0, 1, 2]}
///       A weight for each cell, in the order of NetworkSize; -1: none.
///
/// Throws Error (kConfiguration) for a text that is none of it, and unless each weight of a link
/// lies in exactly one cell.
std::vector<WeightArray> listed_arrays(const std::string& list, const Geometry& geometry,
                                       const Links& links);

}  // namespace lowpass
