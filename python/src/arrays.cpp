#include "python/src/arrays.h"

#include <algorithm>
#include <memory>

namespace nb = nanobind;

namespace lowpass::python {
namespace {

nb::object new_array(std::span<const double> numbers, std::initializer_list<std::size_t> shape) {
  auto memory = std::make_unique<double[]>(std::max<std::size_t>(numbers.size(), 1));
  std::copy(numbers.begin(), numbers.end(), memory.get());
  nb::capsule owner(memory.get(), [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double>(memory.release(), shape, owner));
}

}  // namespace

nb::object new_vector(std::span<const double> numbers) {
  return new_array(numbers, {numbers.size()});
}

nb::object new_matrix(std::span<const double> numbers, std::size_t columns) {
  return new_array(numbers, {columns == 0 ? 0 : numbers.size() / columns, columns});
}

}  // namespace lowpass::python
