#include "lowpass/encoding/order.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "lowpass/core/error.h"
#include "tests/support/golden.h"

namespace lowpass {
namespace {

using Elements = std::vector<std::vector<int>>;

Elements elements(const Shape& shape, Cell count) {
  Elements at;
  for (const Cell cell : coefficient_order(shape, count)) at.push_back(coordinates(shape, cell));
  return at;
}

/// Algorithm 1 written down literally: every simplex in full, every minimum by a search.
Elements literal_order(const Shape& shape) {
  std::vector<int> prio;
  for (int a = 0; a < static_cast<int>(shape.size()); ++a) {
    if (shape[a] > 1) prio.push_back(a);
  }
  if (prio.empty()) return {std::vector<int>(shape.size(), 0)};
  std::stable_sort(prio.begin(), prio.end(), [&](int a, int b) { return shape[a] > shape[b]; });
  Elements order;
  const int last = std::accumulate(shape.begin(), shape.end(), -static_cast<int>(shape.size()));
  for (int i = 0; i <= last; ++i) {
    Elements s;
    for (Cell c = 0; c < cell_count(shape); ++c) {
      const auto e = coordinates(shape, c);
      if (std::accumulate(e.begin(), e.end(), 0) == i) s.push_back(e);
    }
    for (std::size_t l = 0; !s.empty(); ++l) {
      const int a = prio[l % prio.size()];
      const auto key = [&](const std::vector<int>& e) {
        int square = 0;
        for (const int x : e) square += x * x;
        std::vector<int> k{square - 2 * (shape[a] - 1) * e[a]};
        for (const int axis : prio) k.push_back(-e[axis]);  // ties: the largest first
        return k;
      };
      const auto nearest = std::min_element(
          s.begin(), s.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
      order.push_back(*nearest);
      s.erase(nearest);
    }
  }
  return order;
}

rc::Gen<Shape> shapes() {
  return rc::gen::mapcat(rc::gen::inRange(1, 6), [](int axes) {
    const int largest[] = {0, 40, 14, 8, 5, 4};
    return rc::gen::container<Shape>(axes, rc::gen::inRange(1, largest[axes] + 1));
  });
}

TEST(Order, MatchesEveryGoldenVectorExactly) {
  const auto names = golden_names("order_");
  EXPECT_EQ(names.size(), 12u);
  for (const std::string& name : names) {
    const auto g = golden(name);
    const Elements expected = g["order"];
    EXPECT_EQ(elements(g["shape"], expected.size()), expected) << name;
  }
}

RC_GTEST_PROP(Order, IsAlgorithmOneWrittenDownLiterally, ()) {
  const Shape shape = *shapes();
  RC_ASSERT(elements(shape, cell_count(shape)) == literal_order(shape));
}

RC_GTEST_PROP(Order, IsAPermutationOfTheCells, ()) {
  const Shape shape = *shapes();
  std::vector<Cell> order = coefficient_order(shape, cell_count(shape));
  std::sort(order.begin(), order.end());
  for (Cell i = 0; i < cell_count(shape); ++i) RC_ASSERT(order[i] == i);
}

RC_GTEST_PROP(Order, PrefixesNest, ()) {
  const Shape shape = *shapes();
  const auto whole = coefficient_order(shape, cell_count(shape));
  const Cell count = *rc::gen::inRange<Cell>(0, cell_count(shape) + 1);
  const auto part = coefficient_order(shape, count);
  RC_ASSERT(part == std::vector<Cell>(whole.begin(), whole.begin() + count));
}

RC_GTEST_PROP(Order, AnAxisOfSizeOneChangesNothing, ()) {
  Shape shape = *shapes();
  const auto expected = coefficient_order(shape, cell_count(shape));
  shape.insert(shape.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, shape.size() + 1), 1);
  RC_ASSERT(coefficient_order(shape, cell_count(shape)) == expected);
}

TEST(Order, AFewPositionsOfAHugeArrayTouchOnlyItsCorner) {
  const Elements order = elements({4096, 4096}, 200);
  EXPECT_EQ(order.size(), 200u);
  for (const auto& e : order) EXPECT_LE(e[0] + e[1], 19);  // diagonals 0..19 hold 210
}

TEST(Order, MoreThanTheArrayHoldsIsAnError) {
  EXPECT_THROW(coefficient_order({2, 3}, 7), Error);
  EXPECT_THROW(coefficient_order({2, 3}, -1), Error);
}

TEST(Order, ImpossibleShapesAreErrors) {
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{3, -1}, Shape{1 << 30, 1 << 30, 1 << 30}}) {
    EXPECT_THROW(coefficient_order(shape, 1), Error);
  }
}

}  // namespace
}  // namespace lowpass
