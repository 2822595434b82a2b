#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace lowpass {

// Looking into SVG files that tests made.

inline int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The number of an attribute, or 0.
inline double attribute(const std::string& element, const std::string& name) {
  const auto at = element.find(" " + name + "=\"");
  return at == std::string::npos ? 0 : std::strtod(&element[at + name.size() + 3], nullptr);
}

struct Extent {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;

  void add(double x, double y, double margin = 0) {
    left = std::min(left, x - margin), right = std::max(right, x + margin);
    top = std::min(top, y - margin), bottom = std::max(bottom, y + margin);
  }
};

inline void add_path(Extent& extent, const std::string& element) {
  const double margin = 0.5 * attribute(element, "stroke-width");
  const auto from = element.find(" d=\"") + 4;
  const std::string path = element.substr(from, element.find('"', from) - from);
  const char* at = path.c_str();
  while (*at == 'M' || *at == 'L') {
    char* end = nullptr;
    const double x = std::strtod(at + 1, &end), y = std::strtod(end, &end);
    extent.add(x, y, margin);
    at = end;
  }
}

/// What all elements of the file reach, lines with their width.
inline Extent extent_of(const std::string& svg) {
  Extent extent;
  for (auto at = svg.find("\n<"); at != std::string::npos; at = svg.find("\n<", at + 1)) {
    const std::string element = svg.substr(at + 1, svg.find('>', at) - at);
    const double x = attribute(element, "x"), y = attribute(element, "y");
    const double radius = attribute(element, "r") + 0.5 * attribute(element, "stroke-width");
    if (element.starts_with("<path")) add_path(extent, element);
    if (element.starts_with("<text")) extent.add(x, y);
    if (element.starts_with("<circle")) {
      extent.add(attribute(element, "cx"), attribute(element, "cy"), radius);
    }
    if (element.starts_with("<rect")) {
      extent.add(x, y);
      extent.add(x + attribute(element, "width"), y + attribute(element, "height"));
    }
  }
  return extent;
}

/// A file that is XML, needs nothing from elsewhere and draws inside of its box.
inline void expect_complete_svg(const std::string& svg) {
  const TemporaryFolder folder;
  const std::string file = folder.write("picture.svg", svg);
  const std::string command =
      "python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' " + file;
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(count(svg, "href"), 0);
  EXPECT_EQ(count(svg, "<script"), 0);
  EXPECT_EQ(count(svg, "http"), 1);  // the name of the format itself
  EXPECT_EQ(count(svg, "nan"), 0);
  const Extent extent = extent_of(svg);
  EXPECT_GE(extent.left, 0);
  EXPECT_GE(extent.top, 0);
  EXPECT_LE(extent.right, attribute(svg, "width"));
  EXPECT_LE(extent.bottom, attribute(svg, "height"));
}

}  // namespace lowpass
