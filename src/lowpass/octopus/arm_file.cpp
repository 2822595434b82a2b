#include "lowpass/octopus/arm_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// Reads values of one file; every message names file and line.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const toml::node& at, const std::string& message) const {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("{}:{}: {}", file_, at.source().begin.line, message));
  }

  [[noreturn]] void fail_value(const toml::node& at, std::string_view key,
                               const std::string& expected) const {
    std::ostringstream found;
    at.visit([&found](const auto& node) { found << node; });
    std::string text = found.str();
    if (text.size() > 40) text = text.substr(0, 40) + "...";
    fail(at, fmt::format("{} = {}: expected {}", key, text, expected));
  }

  double number(const toml::node& at, std::string_view key) const {
    const auto value = at.value<double>();
    if (!at.is_number() || !std::isfinite(*value)) fail_value(at, key, "a finite number");
    return *value;
  }

  /// The pair (x, y) under `key`.
  void vector(const toml::table& table, std::string_view key, double& x, double& y) const {
    const toml::node* at = table.get(key);
    if (at == nullptr) fail(table, fmt::format("no {}: expected [x, y]", key));
    const toml::array* array = at->as_array();
    if (array == nullptr || array->size() != 2) fail_value(*at, key, "[x, y]");
    x = number(*array->get(0), key);
    y = number(*array->get(1), key);
  }

  void only(const toml::table& table, std::initializer_list<std::string_view> known) const {
    for (const auto& [key, node] : table) {
      bool found = false;
      for (const std::string_view name : known) found = found || key.str() == name;
      if (!found) {
        fail(node,
             fmt::format("{}: unknown key: expected one of {}", key.str(), fmt::join(known, ", ")));
      }
    }
  }

 private:
  const std::string& file_;
};

/// The constants by their names in the file.
struct ConstantName {
  const char* key;
  double ArmConstants::*member;
};

constexpr ConstantName kConstants[] = {
    {"friction_tangential", &ArmConstants::friction_tangential},
    {"friction_perpendicular", &ArmConstants::friction_perpendicular},
    {"pressure", &ArmConstants::pressure},
    {"gravity", &ArmConstants::gravity},
    {"surface_level", &ArmConstants::surface_level},
    {"muscle_active", &ArmConstants::muscle_active},
    {"muscle_passive", &ArmConstants::muscle_passive},
    {"muscle_normalized_min_length", &ArmConstants::muscle_normalized_min_length},
    {"muscle_damping", &ArmConstants::muscle_damping},
    {"repulsion_constant", &ArmConstants::repulsion_constant},
    {"repulsion_power", &ArmConstants::repulsion_power},
    {"repulsion_threshold", &ArmConstants::repulsion_threshold},
    {"torque_coefficient", &ArmConstants::torque_coefficient},
};

Physics read_physics(const Reader& reader, const toml::table& root) {
  const toml::node* at = root.get("physics");
  if (at == nullptr) return Physics::kC09;
  const std::string value = at->value_or(std::string());
  if (value != "C09" && value != "M06") reader.fail_value(*at, "physics", "\"C09\" or \"M06\"");
  return value == "C09" ? Physics::kC09 : Physics::kM06;
}

void read_constants(const Reader& reader, const toml::node& at, ArmConstants& constants) {
  const toml::table* table = at.as_table();
  if (table == nullptr) reader.fail_value(at, "constants", "a table");
  for (const auto& [key, node] : *table) {
    const std::string_view name = key.str();
    const auto* known = std::find_if(std::begin(kConstants), std::end(kConstants),
                                     [&](const ConstantName& c) { return name == c.key; });
    if (known == std::end(kConstants)) {
      reader.fail(node, fmt::format("constants.{}: unknown key", name));
    }
    constants.*known->member = reader.number(node, name);
  }
}

ArmNode read_node(const Reader& reader, const toml::table& pair, const std::string& side) {
  ArmNode node;
  reader.vector(pair, side, node.x, node.y);
  const std::string velocity = side + "_velocity", mass = side + "_mass";
  if (pair.contains(velocity)) reader.vector(pair, velocity, node.velocity_x, node.velocity_y);
  if (const toml::node* at = pair.get(mass)) node.mass = reader.number(*at, mass);
  return node;
}

void read_pairs(const Reader& reader, const toml::node& at, ArmDescription& arm) {
  const toml::array* pairs = at.as_array();
  if (pairs == nullptr) reader.fail_value(at, "pairs", "an array of tables");
  if (pairs->size() > kMaxCompartments + 1) {
    reader.fail(at, fmt::format("{} pairs: expected 2 to {}", pairs->size(), kMaxCompartments + 1));
  }
  for (const toml::node& node : *pairs) {
    const toml::table* pair = node.as_table();
    if (pair == nullptr) reader.fail_value(node, "pairs", "tables");
    reader.only(*pair,
                {"upper", "lower", "upper_velocity", "lower_velocity", "upper_mass", "lower_mass"});
    arm.upper.push_back(read_node(reader, *pair, "upper"));
    arm.lower.push_back(read_node(reader, *pair, "lower"));
  }
}

ArmDescription read_shape(const Reader& reader, const toml::table& root, Physics physics) {
  const toml::node* pairs = root.get("pairs");
  const toml::node* compartments = root.get("compartments");
  if (pairs != nullptr && compartments != nullptr) {
    reader.fail(*compartments, "compartments and pairs: expected one of them");
  }
  if (pairs == nullptr) {
    if (compartments == nullptr) return default_arm(physics, 10);
    const auto count = compartments->value<std::int64_t>();
    if (!compartments->is_integer() || *count < 1 || *count > kMaxCompartments) {
      reader.fail_value(*compartments, "compartments",
                        fmt::format("an integer from 1 to {}", kMaxCompartments));
    }
    return default_arm(physics, static_cast<int>(*count));
  }
  ArmDescription arm{.physics = physics, .constants = default_constants(physics)};
  read_pairs(reader, *pairs, arm);
  return arm;
}

toml::table parsed(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
}

}  // namespace

ArmDescription read_arm(std::string_view text, const std::string& file) {
  const toml::table root = parsed(text, file);
  const Reader reader(file);
  reader.only(root, {"physics", "compartments", "orientation", "constants", "pairs"});
  try {
    ArmDescription arm = read_shape(reader, root, read_physics(reader, root));
    if (const toml::node* at = root.get("constants")) read_constants(reader, *at, arm.constants);
    validate(arm);
    if (const toml::node* at = root.get("orientation")) {
      arm = turned(arm, reader.number(*at, "orientation"));
    }
    return arm;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kConfiguration) throw;
    throw Error(ErrorKind::kConfiguration, fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace lowpass
