#pragma once

#include <cstddef>
#include <vector>

#include "lowpass/octopus/arm_description.h"

namespace lowpass {

/// The arm once more, as plainly as docs/PHYSICS.md says it: one arm, scalars, the C library's
/// functions, every force added in the original's order and nothing simplified. The oracle for
/// geometries that no recorded trace has, and the baseline of the benchmark. Shares no code with
/// the library but the description of the arm.
class ReferenceArm {
 public:
  explicit ReferenceArm(const ArmDescription& arm);

  /// In the originals' order, as ArmState::values.
  const std::vector<double>& state() const { return state_; }
  void set_state(const std::vector<double>& state) { state_ = state; }
  /// In the originals' order, raw.
  void set_actions(const std::vector<double>& actions);

  std::vector<double> derivative(const std::vector<double>& state);
  /// One environment step of `substeps` Runge-Kutta steps of 0.2.
  void step(int substeps);
  void runge_kutta_step();

 private:
  struct Point {
    double x = 0, y = 0;
  };
  struct Node {
    Point position, velocity, force;
    double mass = 1;
  };
  struct Muscle {
    std::size_t first, second;
    double rest_length, active, passive, damping, activation = 0;
  };
  struct Compartment {
    std::size_t corners[4];  // d, dt, tv, v
    Muscle dorsal, transversal, ventral;
    double rest_area = 0;
  };

  static Point plus(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  static Point minus(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  static Point times(double s, Point a) { return {s * a.x, s * a.y}; }
  static double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
  static double cross(Point a, Point b) { return a.x * b.y - b.x * a.y; }
  static double length(Point a);
  static Point scaled_to(Point a, double size);

  double signed_area(const Compartment& c) const;
  Muscle muscle(std::size_t first, std::size_t second, double width) const;
  void place_nodes(const std::vector<double>& state);
  void add_force(std::size_t node, Point force);
  void add_pressure(const Compartment& c);
  void add_muscle(const Muscle& m);
  void add_drag(std::size_t node, std::size_t inner);
  void add_weight(std::size_t node);
  void add_repulsion(std::size_t target, std::size_t source);
  void add_forces();
  double angular_acceleration() const;

  ArmDescription arm_;
  std::size_t p_;
  std::vector<Node> nodes_;  // upper 0..p, then lower 0..p
  std::vector<Compartment> compartments_;
  Point centre_;
  double radius_ = 0, torque_up_ = 0, torque_down_ = 0;
  std::vector<double> state_;
};

}  // namespace lowpass
