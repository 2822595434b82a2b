#include "app/sweep_points.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

[[noreturn]] void fail(const std::string& place, const std::string& why) {
  throw Error(ErrorKind::kUsage, fmt::format("{}: {}", place, why));
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

std::vector<std::string> values_of(const std::string& list) {
  std::vector<std::string> values(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  std::transform(values.begin(), values.end(), values.begin(), trimmed);
  return values;
}

void check_axis(const SweepAxis& axis) {
  if (axis.key == "run.seed") fail(axis.place, "--runs and --seed say which seeds there are");
  if (axis.key == "run.threads") fail(axis.place, "threads never change a result");
  if (axis.key == "run.start") fail(axis.place, "--from says where runs start");
  std::set<std::string> known;
  for (const std::string& value : axis.values) {
    if (value.empty()) fail(axis.place, "expected a value before and after each comma");
    if (!known.insert(value).second) fail(axis.place, value + " stands there twice");
  }
}

/// The key without its table, unless others end the same.
std::string short_key(const std::string& key, const std::vector<std::string>& keys) {
  const auto last = [](const std::string& k) { return k.substr(k.rfind('.') + 1); };
  const bool is_unique = std::count_if(keys.begin(), keys.end(), [&](const std::string& other) {
                           return last(other) == last(key);
                         }) == 1;
  return is_unique ? last(key) : key;
}

/// What a folder's name can hold of a value.
std::string name_of(const std::string& value) {
  constexpr std::size_t kLongest = 40;
  constexpr std::string_view kPlain = "+-._";
  std::string name;
  for (const char c : value) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || kPlain.find(c) != std::string_view::npos;
    if (is_plain) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  return name.substr(0, kLongest);
}

}  // namespace

std::vector<std::string> SweepPoint::settings() const {
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < keys.size(); ++i) settings.push_back(keys[i] + "=" + values[i]);
  return settings;
}

std::vector<SweepAxis> sweep_axes(const std::vector<std::string>& sweeps) {
  std::vector<SweepAxis> axes;
  for (const std::string& sweep : sweeps) {
    const std::string place = "--sweep " + sweep;
    const std::size_t equals = sweep.find('=');
    if (equals == std::string::npos) fail(place, "expected key=value,value,...");
    axes.push_back({trimmed(sweep.substr(0, equals)), values_of(sweep.substr(equals + 1)), place});
  }
  return axes;
}

void check_axes(const std::vector<SweepAxis>& axes, const std::vector<std::string>& settings) {
  std::set<std::string> known;
  for (const SweepAxis& axis : axes) {
    check_axis(axis);
    if (!known.insert(axis.key).second) fail(axis.place, "the key is swept already");
    for (const std::string& setting : settings) {
      if (trimmed(setting.substr(0, setting.find('='))) == axis.key) {
        fail(axis.place, fmt::format("--set {} gives the key a value", setting));
      }
    }
  }
}

std::vector<SweepPoint> sweep_points(const std::vector<SweepAxis>& axes) {
  std::vector<SweepPoint> points(1);
  for (const SweepAxis& axis : axes) {
    std::vector<SweepPoint> longer;
    for (const SweepPoint& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().keys.push_back(axis.key);
        longer.back().values.push_back(value);
      }
    }
    points = std::move(longer);
  }
  name_points(points);
  return points;
}

void name_points(std::vector<SweepPoint>& points) {
  std::set<std::string> known;
  for (SweepPoint& point : points) {
    for (std::size_t i = 0; i < point.keys.size(); ++i) {
      point.name += fmt::format("{}{}={}", i > 0 ? "," : "", short_key(point.keys[i], point.keys),
                                name_of(point.values[i]));
    }
    // Long values, and those that differ in what names cannot hold, are told apart by a number.
    const std::string base = point.name;
    for (int i = 2; !known.insert(point.name).second; ++i) {
      point.name = fmt::format("{},{}", base, i);
    }
  }
}

}  // namespace lowpass::app
