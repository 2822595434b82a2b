#pragma once

#include "lowpass/optimizer/search.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// A state as the fields of Python's SearchState.
Dict state_dict(const SearchState& state);

}  // namespace lowpass::python
