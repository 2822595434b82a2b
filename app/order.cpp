#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/order.h"

namespace lowpass::app {
namespace {

[[noreturn]] void bad_shape(const std::string& text) {
  throw Error(ErrorKind::kUsage,
              fmt::format("--shape {}: expected sizes from 1 to 2147483647 joined by x, such as "
                          "8x11x3x11, with at most {} cells in all",
                          text, kMaxCells));
}

Shape parse_shape(const std::string& text) {
  Shape shape;
  Cell cells = 1;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string digits = text.substr(begin, end - begin);
    if (digits.empty() || digits.size() > 10 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      bad_shape(text);
    }
    const long long size = std::stoll(digits);
    if (size < 1 || size > INT32_MAX || cells > kMaxCells / size) bad_shape(text);
    cells *= size;
    shape.push_back(static_cast<int>(size));
    begin = end + 1;
  }
  return shape;
}

}  // namespace

void run(const OrderOptions& options) {
  const Shape shape = parse_shape(options.shape);
  const Cell cells = cell_count(shape);
  if (options.count && (*options.count < 1 || *options.count > cells)) {
    throw Error(ErrorKind::kUsage, fmt::format("--count {}: expected 1 to {} (cells of {})",
                                               *options.count, cells, options.shape));
  }
  const auto order = coefficient_order(shape, options.count.value_or(cells));
  if (options.json) fmt::print("{{\"shape\":[{}],\"order\":[", fmt::join(shape, ","));
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto at = coordinates(shape, order[i]);
    if (options.json) {
      fmt::print("{}[{}]", i == 0 ? "" : ",", fmt::join(at, ","));
    } else {
      fmt::print("{}\n", fmt::join(at, " "));
    }
  }
  if (options.json) fmt::print("]}}\n");
}

}  // namespace lowpass::app
