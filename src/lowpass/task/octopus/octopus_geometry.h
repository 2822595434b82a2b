#pragma once

#include "lowpass/network/geometry.h"

namespace lowpass {

/// What the neurons drive: every muscle by itself, or groups of them ([FDE12] §4.1).
enum class Actions {
  kRaw,   ///< 3p + 2 neurons: each muscle of each compartment, and two base rotations
  kMeta,  ///< 8 neurons: each kind of muscle in either half of the arm, and two base rotations
};

/// The longest default arm: beyond it its taper would end below zero.
inline constexpr int kMaxTaskCompartments = 69;

/// The grids of the octopus arm with p compartments ([FDE12] Fig. 5). Inputs on (variable 8,
/// compartment p+1): the 8 variables of each compartment, and at compartment p the base angle and
/// its velocity. Raw neurons on (muscle 3, compartment p+1): dorsal, transverse, ventral of each
/// compartment, and at compartment p the two base rotations. Meta neurons on (neuron 8).
Geometry octopus_geometry(Actions actions, int compartments);

}  // namespace lowpass
