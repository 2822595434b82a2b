#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lowpass {

/// The golden vectors (tests/data/golden/README.md) whose names start with `prefix`, by name.
inline std::vector<std::string> golden_names(const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(LOWPASS_TEST_DATA "/golden")) {
    const std::string name = entry.path().stem().string();
    if (name.starts_with(prefix) && entry.path().extension() == ".json") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline nlohmann::json golden(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(LOWPASS_TEST_DATA "/golden/" + name + ".json"));
}

/// Rows of numbers, one after the other.
inline std::vector<double> flattened(const nlohmann::json& rows) {
  if (!rows.is_array()) return {rows.get<double>()};
  std::vector<double> flat;
  for (const nlohmann::json& row : rows) {
    const std::vector<double> values = flattened(row);
    flat.insert(flat.end(), values.begin(), values.end());
  }
  return flat;
}

/// |a - b| <= 1e-12 max(1, max |reference|): the golden values are rounded once from 80 bits, ours
/// carry the rounding of a few hundred operations.
inline void expect_golden(const std::vector<double>& ours, const std::vector<double>& reference,
                          const std::string& what) {
  ASSERT_EQ(ours.size(), reference.size()) << what;
  double largest = 1.0;
  for (const double x : reference) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_LE(std::abs(ours[i] - reference[i]), 1e-12 * largest) << what << " [" << i << "]";
  }
}

}  // namespace lowpass
