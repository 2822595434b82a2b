#include "lowpass/record/trajectory.h"

#include <climits>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-trajectory";
constexpr int kVersion = 1;

using Rows = std::vector<std::vector<double>>;

/// The rows of an array, each with `columns` numbers.
Rows rows_of(const JsonValue& value, std::size_t columns) {
  Rows rows = value.matrix();
  if (rows.front().size() != columns) {
    value.expected(fmt::format("rows of {} numbers, as the compartments say", columns));
  }
  return rows;
}

void check_activations(const JsonValue& value, const Rows& rows) {
  for (const auto& row : rows) {
    for (const double a : row) {
      if (!(a >= 0 && a <= 1)) value.expected(fmt::format("numbers from 0 to 1, not {}", a));
    }
  }
}

std::vector<Trajectory::Frame> frames_of(const JsonValue& json, std::size_t compartments) {
  Rows nodes = rows_of(json.at("nodes"), 4 * (compartments + 1));
  Rows activations = rows_of(json.at("activations"), 3 * compartments + 2);
  if (nodes.size() != activations.size()) {
    json.at("activations").expected(fmt::format("{} rows, as nodes has", nodes.size()));
  }
  check_activations(json.at("activations"), activations);
  std::vector<Trajectory::Frame> frames;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    frames.push_back({std::move(nodes[i]), std::move(activations[i])});
  }
  return frames;
}

}  // namespace

std::string trajectory_text(const Trajectory& trajectory) {
  JsonText nodes = JsonText::array(), activations = JsonText::array();
  for (const Trajectory::Frame& frame : trajectory.frames) {
    nodes.add(frame.nodes);
    activations.add(frame.activations);
  }
  return JsonText::object({{"format", kFormat},
                           {"version", kVersion},
                           {"compartments", trajectory.compartments},
                           {"start", trajectory.start},
                           {"control_step", trajectory.control_step},
                           {"goal", std::vector{trajectory.goal_x, trajectory.goal_y}},
                           {"surface", trajectory.surface},
                           {"fitness", trajectory.fitness},
                           {"touched", trajectory.touched},
                           {"nodes", nodes},
                           {"activations", activations}})
             .text() +
         "\n";
}

Trajectory read_trajectory(const std::filesystem::path& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path.string());
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  Trajectory trajectory;
  trajectory.compartments = static_cast<int>(json.at("compartments").integer(1, INT_MAX / 4 - 1));
  trajectory.start = json.at("start").number();
  trajectory.control_step = json.at("control_step").number();
  if (!(trajectory.control_step > 0)) json.at("control_step").expected("a positive number");
  const std::vector<double> goal = json.at("goal").numbers();
  if (goal.size() != 2) json.at("goal").expected("two numbers, x and y");
  trajectory.goal_x = goal[0];
  trajectory.goal_y = goal[1];
  trajectory.surface = json.at("surface").number();
  trajectory.fitness = json.at("fitness").number();
  trajectory.touched = json.at("touched").boolean();
  trajectory.frames = frames_of(json, static_cast<std::size_t>(trajectory.compartments));
  return trajectory;
}

}  // namespace lowpass
