#include "lowpass/report/figure.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lowpass {
namespace {

using nlohmann::ordered_json;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_cell(const FigureValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return "";
}

ordered_json json_cell(const FigureValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return nullptr;
}

}  // namespace

std::string figure_csv(const Figure& figure) {
  std::string text;
  for (const std::string& column : figure.columns) {
    if (!text.empty()) text += ',';
    text += quoted(column);
  }
  for (const auto& row : figure.rows) {
    text += '\n';
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      text += csv_cell(row[i]);
    }
  }
  return text + '\n';
}

std::string figure_json(const Figure& figure) {
  ordered_json rows = ordered_json::array();
  for (const auto& row : figure.rows) {
    ordered_json cells = ordered_json::array();
    for (const FigureValue& value : row) cells.push_back(json_cell(value));
    rows.push_back(std::move(cells));
  }
  return ordered_json{{"format", "lowpass-figure"}, {"version", 1},
                      {"name", figure.name},        {"title", figure.title},
                      {"columns", figure.columns},  {"rows", rows}}
             .dump() +
         "\n";
}

}  // namespace lowpass
