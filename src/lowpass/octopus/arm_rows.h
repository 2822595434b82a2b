#pragma once

#include <cstddef>

namespace lowpass {

// How a block of arms lies in memory: rows of one number a lane, so that one vector load takes the
// same quantity of all its arms. Shared by the batch, which fills the rows, and the kernels.

/// Rows of a node pair in the state; also the order of the observation.
enum PairRow {
  kUpperX,
  kUpperY,
  kUpperVx,
  kUpperVy,
  kLowerX,
  kLowerY,
  kLowerVx,
  kLowerVy,
  kPairRows
};

/// Rows of the base.
enum BaseRow {
  kTheta,
  kOmega,
  kWrapped,      ///< the angle that wrapping has taken from theta since the arm was loaded
  kAngularRate,  ///< result of the derivative kernel: d omega / dt
  kDiverged,     ///< 1 if the state was not sound after the last step, else 0
  kNear,         ///< 1 if the point last asked for may lie inside the arm, else 0
  kBaseRows
};

/// Rows of a muscle in the constants of a compartment.
enum MuscleRow {
  kTension,  ///< (A a + P) / L0, new in every step
  kSlack,    ///< kTension times the length below which the muscle is slack, new in every step
  kDamping,  ///< D
  kMuscleRows
};

/// Rows of a compartment and its outer nodes that the sweep along the arm reads.
enum CompartmentRow {
  kDorsal = 0,
  kTransversal = kMuscleRows,
  kVentral = 2 * kMuscleRows,
  kTwiceRestArea = 3 * kMuscleRows,
  kUpperInverseMass,
  kLowerInverseMass,
  kCompartmentRows
};

/// Rows of a muscle from which a step makes its tension.
enum TensionRow { kActive, kPassive, kSlackLength, kTensionRows };  // A / L0, P / L0, m L0

/// Rows that all compartments share.
enum SharedRow {
  kHalfPressure,
  kFrictionTangential,
  kFrictionPerpendicular,
  kMinusGravity,
  kSurfaceLevel,
  kBaseX,
  kBaseY,
  kBaseRadius,
  kBaseUpperWeight,  ///< - gravity * mass
  kBaseLowerWeight,
  kInverseInertia,  ///< C09: 1 / I; M06: 1 / mass of the upper base node
  kTorqueCoefficient,
  kRepulsionConstant,
  kRepulsionExponent,  ///< of the squared distance: -(power + 1) / 2
  kRepulsionRange,     ///< threshold
  kRepulsionRange2,    ///< its square
  kSharedRows
};

/// Positions or forces of a node pair: upper x, y, lower x, y.
inline constexpr int kVectorPairRows = 4;
/// The box around a node pair.
enum BoxRow { kLowX, kHighX, kLowY, kHighY, kBoxRows };
/// Accelerations of the first three Runge-Kutta stages, of a node pair.
inline constexpr int kStageRows = 3 * kVectorPairRows;

/// Where the rows of one block are; pair or compartment i follows pair i - 1. A place is a pointer
/// to the first number of a row, or the number of the row.
template <class Place>
struct ArmRows {
  int compartments = 0;
  Place pairs = {};      ///< kPairRows of each pair but the base
  Place base = {};       ///< kBaseRows
  Place shared = {};     ///< kSharedRows
  Place constants = {};  ///< kCompartmentRows of each compartment
  Place stages = {};     ///< kStageRows of each pair but the base: scratch
  Place actions = {};    ///< dorsal, transversal, ventral of each compartment,
                         ///< then the torques: + and -
  Place tension = {};    ///< kTensionRows of each muscle
  Place positions = {};  ///< kVectorPairRows of each pair: scratch of the repulsion
  Place repulsion = {};  ///< kVectorPairRows of each pair: scratch of the repulsion
  Place boxes = {};      ///< kBoxRows of each pair: scratch of the repulsion
  Place end = {};        ///< behind the last row
};

/// The rows of a block that starts at `first` and whose rows are `width` apart. Numbers of rows:
/// rows_at(0, compartments, 1).
template <class Place>
ArmRows<Place> rows_at(Place first, int compartments, int width);

}  // namespace lowpass
