#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lowpass {

/// What an arm did in one episode, step by step: enough to draw it.
struct Trajectory {
  struct Frame {
    /// Node pairs from base (0) to tip (p): x, y of the upper, x, y of the lower node.
    std::vector<double> nodes;
    /// Activations in [0, 1] that led to this frame: dorsal, transversal, ventral of each
    /// compartment from base to tip, then the two base rotations (+, -). Zeros at the start.
    std::vector<double> activations;
  };

  int compartments = 0;
  double start = 0.0;         ///< angle of the arm, radians
  double control_step = 0.0;  ///< time units between frames
  double goal_x = 0.0, goal_y = 0.0;
  double surface = 0.0;  ///< height of the water surface
  double fitness = 0.0;
  bool touched = false;
  std::vector<Frame> frames;  ///< the start, then one a control step
};

/// The file's text, {"format":"lowpass-trajectory","version":1, ...}: one JSON object with these
/// fields, the goal as [x, y], and nodes and activations as arrays with one row a frame. Numbers
/// read back to the same bits; they are finite: a precondition.
std::string trajectory_text(const Trajectory& trajectory);

/// Reads and checks such a file ("-": standard input). Unknown keys are ignored. Throws Error
/// (kFile) naming file, key, value and what is allowed.
Trajectory read_trajectory(const std::filesystem::path& path);

}  // namespace lowpass
