#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/order.h"

namespace lowpass::app {
namespace {

struct Options {
  std::string shape;
  std::optional<long long> count;
  bool json = false;
};

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

void run(const Options& options) {
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

}  // namespace

void add_order(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = program.add_subcommand(
      "order", "Print the order in which Algorithm 1 fills a coefficient array");
  verb->add_option("--shape", options->shape, "Sizes of the array, such as 8x11x3x11")->required();
  verb->add_option("--count", options->count, "Only the first COUNT positions");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options] { run(*options); });
}

}  // namespace lowpass::app
