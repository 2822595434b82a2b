#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lowpass/octopus/arm_description.h"
#include "lowpass/octopus/arm_state.h"

namespace lowpass {

/// The bare arm under given actions: what a file in the format of the recorded traces asks for.
struct Simulation {
  struct Segment {
    std::int64_t repeat;  ///< steps
    std::vector<double> actions;
  };

  ArmDescription arm;
  std::optional<ArmState> start;    ///< unset: the arm as described
  int substeps = 25;                ///< of 0.2 time units, in a step
  std::vector<Segment> segments;    ///< one after the other
  std::vector<std::int64_t> steps;  ///< to report, ascending; 0 is the start
};

/// Reads the JSON `text` of a trace file (docs/PHYSICS.md, "Simulation files"): keys segments,
/// steps, and either arm (a description file) or model and p, with constants and nodes where they
/// are not the defaults; optionally state and step_duration; other keys are ignored, but for food.
/// Throws Error(kFile), which names `file`, the place in it, the value and what was expected.
Simulation read_simulation(std::string_view text, const std::string& file);

/// Runs the simulation and hands each state that it asks for to `report`, as soon as it is reached.
void run(const Simulation& simulation,
         const std::function<void(std::int64_t step, const ArmState& state)>& report);

}  // namespace lowpass
