#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <nanobind/ndarray.h>

#include "python/src/bindings.h"

namespace lowpass::python {

// Arrays of Python as the extension takes them: NumPy's, of double, rows side by side; nothing is
// converted or copied (the arguments are noconvert). Python checks shapes before, and allocates
// what is written; `const` admits arrays that are read-only.

template <class Number, int dimensions>
using Array = nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<dimensions>,
                                nanobind::c_contig, nanobind::device::cpu>;

using Vector = Array<const double, 1>;
using Matrix = Array<const double, 2>;
using OutVector = Array<double, 1>;
using OutMatrix = Array<double, 2>;
using Flags = Array<bool, 1>;

template <class A>
auto numbers(const A& array) {
  return std::span(array.data(), array.size());
}

template <class A>
auto row(const A& array, std::size_t index) {
  return std::span(array.data() + index * array.shape(1), array.shape(1));
}

inline std::vector<double> values(const Vector& array) {
  return {array.data(), array.data() + array.size()};
}

/// A new array of Python's own.
nanobind::object new_vector(std::span<const double> numbers);
nanobind::object new_matrix(std::span<const double> numbers, std::size_t columns);

}  // namespace lowpass::python
