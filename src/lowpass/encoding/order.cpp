#include "lowpass/encoding/order.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

/// The axes longer than 1, longest first (ties: lower axis number). Each stands for a corner of the
/// array, the point (size - 1) along that axis; an axis of size 1 has none.
std::vector<int> corner_axes(const Shape& shape) {
  std::vector<int> axes;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) {
    if (shape[axis] > 1) axes.push_back(axis);
  }
  std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return shape[a] > shape[b]; });
  return axes;
}

/// The elements of the simplex { e : sum of e = i }, as rows of coordinates in the order of `axes`.
class Simplex {
 public:
  Simplex(const Shape& shape, const std::vector<int>& axes, std::int64_t i)
      : axis_count_(static_cast<int>(axes.size())) {
    std::vector<std::int64_t> room(axes.size() + 1, 0);  // what axes a.. can hold together
    for (std::size_t a = axes.size(); a-- > 0;) room[a] = room[a + 1] + shape[axes[a]] - 1;
    for (const int axis : axes) limit_.push_back(shape[axis] - 1);
    std::vector<int> element(axes.size());
    enumerate(0, i, room, element);
  }

  int count() const { return static_cast<int>(coordinates_.size()) / axis_count_; }
  int at(int element, int a) const { return coordinates_[element * axis_count_ + a]; }

  /// The elements by distance to corner a, nearest first. |e - corner|^2 is
  /// |e|^2 - 2 (size_a - 1) e_a plus a constant, in exact integers. Ties: the larger coordinate
  /// along the longest axis first, then the next. Elements are enumerated in just that order, so a
  /// stable sort keeps it.
  std::vector<int> sorted_by_distance(int a) const {
    std::vector<std::int64_t> key(count());
    for (int e = 0; e < count(); ++e) {
      std::int64_t square = 0;
      for (int b = 0; b < axis_count_; ++b) square += std::int64_t{at(e, b)} * at(e, b);
      key[e] = square - 2 * std::int64_t{limit_[a]} * at(e, a);
    }
    std::vector<int> sorted(count());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::stable_sort(sorted.begin(), sorted.end(), [&](int x, int y) { return key[x] < key[y]; });
    return sorted;
  }

 private:
  /// Appends every way to distribute `rest` over axes a.., lexicographically largest first.
  void enumerate(int a, std::int64_t rest, const std::vector<std::int64_t>& room,
                 std::vector<int>& element) {
    if (a == axis_count_) {
      coordinates_.insert(coordinates_.end(), element.begin(), element.end());
      return;
    }
    const std::int64_t most = std::min<std::int64_t>(limit_[a], rest);
    const std::int64_t least = std::max<std::int64_t>(0, rest - room[a + 1]);
    for (std::int64_t x = most; x >= least; --x) {
      element[a] = static_cast<int>(x);
      enumerate(a + 1, rest - x, room, element);
    }
  }

  int axis_count_;
  std::vector<int> limit_;
  std::vector<int> coordinates_;
};

/// The inner loop of Algorithm 1: takes elements one at a time, each the nearest to the next corner
/// in turn, until `order` has `count` cells or the simplex is empty.
void append_simplex(const Shape& shape, const std::vector<int>& axes, const Simplex& simplex,
                    Cell count, std::vector<Cell>& order) {
  std::vector<std::vector<int>> nearest;  // by corner; taken elements are skipped lazily
  for (std::size_t a = 0; a < axes.size(); ++a) {
    nearest.push_back(simplex.sorted_by_distance(static_cast<int>(a)));
  }
  std::vector<int> next(axes.size(), 0);
  std::vector<bool> taken(simplex.count(), false);
  std::vector<int> at(shape.size(), 0);
  for (int l = 0; l < simplex.count() && static_cast<Cell>(order.size()) < count; ++l) {
    const std::size_t corner = l % axes.size();
    while (taken[nearest[corner][next[corner]]]) ++next[corner];
    const int element = nearest[corner][next[corner]];
    taken[element] = true;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      at[axes[a]] = simplex.at(element, static_cast<int>(a));
    }
    order.push_back(cell_at(shape, at));
  }
}

}  // namespace

std::vector<Cell> coefficient_order(const Shape& shape, Cell count) {
  const Cell cells = cell_count(shape);
  if (count < 0 || count > cells) {
    throw Error(ErrorKind::kUsage,
                fmt::format("count {}: expected 0 to {} (cells of the array)", count, cells));
  }
  std::vector<Cell> order;
  order.reserve(count);
  const std::vector<int> axes = corner_axes(shape);
  if (axes.empty() && count > 0) order.push_back(0);
  for (std::int64_t i = 0; static_cast<Cell>(order.size()) < count; ++i) {
    append_simplex(shape, axes, Simplex(shape, axes, i), count, order);
  }
  return order;
}

}  // namespace lowpass
