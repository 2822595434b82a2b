#include "lowpass/octopus/arm_rows.h"

#include <cassert>

namespace lowpass {
namespace {

/// Hands out consecutive rows.
struct RowCursor {
  double* memory;
  int lanes;
  std::size_t taken = 0;

  double* take(int rows) {
    double* const result = memory + taken * lanes;
    taken += rows;
    return result;
  }
};

}  // namespace

std::size_t row_count(int compartments) {
  const int p = compartments;
  return kPairRows * p + kBaseRows + kSharedRows + kCompartmentRows * p + kStageRows * p +
         (3 * p + 2) + kTensionRows * 3 * p + (2 * kVectorPairRows + kBoxRows) * (p + 1);
}

ArmRows rows_at(double* memory, int compartments, int lanes) {
  const int p = compartments;
  RowCursor cursor{memory, lanes};
  ArmRows rows;
  rows.compartments = p;
  rows.pairs = cursor.take(kPairRows * p);
  rows.base = cursor.take(kBaseRows);
  rows.shared = cursor.take(kSharedRows);
  rows.constants = cursor.take(kCompartmentRows * p);
  rows.stages = cursor.take(kStageRows * p);
  rows.actions = cursor.take(3 * p + 2);
  rows.tension = cursor.take(kTensionRows * 3 * p);
  rows.positions = cursor.take(kVectorPairRows * (p + 1));
  rows.repulsion = cursor.take(kVectorPairRows * (p + 1));
  rows.boxes = cursor.take(kBoxRows * (p + 1));
  assert(cursor.taken == row_count(p));
  return rows;
}

}  // namespace lowpass
