#include "lowpass/report/figure.h"

#include <fmt/format.h>

#include "lowpass/core/json_text.h"

namespace lowpass {
namespace {

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

JsonText json_cell(const FigureValue& value) {
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
  JsonText rows = JsonText::array();
  for (const auto& row : figure.rows) {
    JsonText cells = JsonText::array();
    for (const FigureValue& value : row) cells.add(json_cell(value));
    rows.add(cells);
  }
  return JsonText::object({{"format", "lowpass-figure"},
                           {"version", 1},
                           {"name", figure.name},
                           {"title", figure.title},
                           {"columns", figure.columns},
                           {"rows", rows}})
             .text() +
         "\n";
}

}  // namespace lowpass
