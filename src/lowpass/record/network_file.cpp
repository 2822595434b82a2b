#include "lowpass/record/network_file.h"

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

void append(std::vector<double>& to, const std::vector<std::vector<double>>& rows) {
  for (const auto& row : rows) to.insert(to.end(), row.begin(), row.end());
}

/// The next rows * columns weights as an array of rows.
JsonText rows_of(std::span<const double>& weights, int rows, int columns) {
  JsonText result = JsonText::array();
  for (int r = 0; r < rows; ++r) {
    const auto row = weights.subspan(r * static_cast<std::size_t>(columns), columns);
    result.add(std::vector<double>(row.begin(), row.end()));
  }
  weights = weights.subspan(static_cast<std::size_t>(rows) * columns);
  return result;
}

}  // namespace

NetworkFile read_network_file(const std::filesystem::path& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path.string());
  const auto input = json.at("input").matrix();
  const auto recurrent = json.at("recurrent").matrix();
  const auto bias = json.at("bias").numbers();
  const std::size_t n = input.size();
  if (recurrent.size() != n || recurrent.front().size() != n || bias.size() != n) {
    throw Error(
        ErrorKind::kFile,
        fmt::format("{}: input has {} rows, recurrent is {} x {}, bias has {} numbers: "
                    "expected one number of neurons",
                    path.string(), n, recurrent.size(), recurrent.front().size(), bias.size()));
  }
  NetworkFile file{static_cast<int>(input.front().size()), static_cast<int>(n), {}};
  append(file.weights, input);
  append(file.weights, recurrent);
  file.weights.insert(file.weights.end(), bias.begin(), bias.end());
  return file;
}

std::string network_file_text(const NetworkFile& file) {
  std::span<const double> rest(file.weights);
  const JsonText json = JsonText::object({{"input", rows_of(rest, file.neurons, file.inputs)},
                                          {"recurrent", rows_of(rest, file.neurons, file.neurons)},
                                          {"bias", std::vector<double>(rest.begin(), rest.end())}});
  return json.text() + "\n";
}

}  // namespace lowpass
