#pragma once

#include <string>
#include <variant>
#include <vector>

namespace lowpass {

/// A cell of a figure's numbers: nothing, a word or a number (finite).
using FigureValue = std::variant<std::monostate, std::string, double>;

/// A picture with the numbers that it shows.
struct Figure {
  std::string name;   ///< of its files
  std::string title;  ///< one sentence
  std::vector<std::string> columns;
  std::vector<std::vector<FigureValue>> rows;
  std::string svg;  ///< a whole file
};

/// Comma-separated values (RFC 4180, but lines end with a line feed), names of columns first;
/// numbers read back to the same bits.
std::string figure_csv(const Figure& figure);

/// {"format":"lowpass-figure","version":1,"name":…,"title":…,"columns":[…],"rows":[[…],…]}; nothing
/// is null.
std::string figure_json(const Figure& figure);

}  // namespace lowpass
