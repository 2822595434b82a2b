#include "lowpass/octopus/arm_rows.h"

namespace lowpass {
namespace {

/// Hands out consecutive rows.
template <class Place>
struct RowCursor {
  Place next;
  int width;

  Place take(int rows) {
    const Place result = next;
    next += rows * width;
    return result;
  }
};

}  // namespace

template <class Place>
ArmRows<Place> rows_at(Place first, int compartments, int width) {
  const int p = compartments;
  RowCursor<Place> cursor{first, width};
  ArmRows<Place> rows;
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
  rows.end = cursor.next;
  return rows;
}

template ArmRows<int> rows_at(int first, int compartments, int width);
template ArmRows<double*> rows_at(double* first, int compartments, int width);
template ArmRows<float*> rows_at(float* first, int compartments, int width);

}  // namespace lowpass
