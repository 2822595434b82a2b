// Medians over seeds against independent implementations.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/optimizer/search_runs.h"

namespace lowpass {
namespace {

struct Cell {
  std::string label, search;
  KeyValues given;
  int function;  ///< of app::kTestFunctions
  std::size_t dimension;
  double evaluations;
};

enum { kSphere, kEllipsoid, kRosenbrock };

/// As many as the references have, and more where runs are short: a median of 20 scatters by 1 to 2
/// %.
int runs(double evaluations) { return evaluations < 8000 ? 100 : 20; }

std::vector<app::Trial> trials(const std::string& name, const KeyValues& given, int function,
                               std::size_t dimension, int most, int count) {
  const auto search = make_search(name, given, {.dimension = dimension});
  std::vector<app::Trial> result;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(count); ++seed) {
    result.push_back(app::run_trial(*search, dimension, app::kTestFunctions[function], seed, most));
  }
  return result;
}

/// The median over the runs that came to the optimum: others ended in the local one.
void expect_median(const Cell& cell, int most) {
  const int count = runs(cell.evaluations);
  std::vector<double> evaluations;
  for (const app::Trial& trial :
       trials(cell.search, cell.given, cell.function, cell.dimension, most, count)) {
    if (std::isfinite(trial.evaluations)) evaluations.push_back(trial.evaluations);
  }
  const std::string name =
      fmt::format("{}_{}_{}", cell.label, app::kTestFunctions[cell.function].name, cell.dimension);
  ASSERT_FALSE(evaluations.empty()) << name;
  if (cell.function != kRosenbrock) {
    EXPECT_EQ(evaluations.size(), static_cast<std::size_t>(count)) << name;
  }
  const double median = app::median(evaluations);
  EXPECT_NEAR(median, cell.evaluations, 0.06 * cell.evaluations) << name;
  testing::Test::RecordProperty(name, fmt::format("{}", median));
}

/// Cells of one search: a negative number of evaluations is a cell that nobody has.
void add_cells(std::vector<Cell>& cells, const std::string& label, const std::string& search,
               const KeyValues& given, int function, std::initializer_list<double> evaluations) {
  std::size_t dimension = 10;
  for (const double n : evaluations) {
    if (n > 0) cells.push_back({label, search, given, function, dimension, n});
    dimension *= 2;
  }
}

// Quartiles lie within 2 to 6 % of these (Rosenbrock: 5 to 12 %).
std::vector<Cell> cells() {
  const KeyValues plain = keys({{"active", false}}), old = keys({{"variant", "2008"}}),
                  schaul = keys({{"preset", "schaul"}});
  std::vector<Cell> all;
  add_cells(all, "xnes", "xnes", {}, kSphere, {6104.5, 26213, 119395.5});
  add_cells(all, "xnes", "xnes", {}, kEllipsoid, {8840.5, 36999.5, 165175.5});
  add_cells(all, "xnes", "xnes", {}, kRosenbrock, {10202, 44867.5});
  add_cells(all, "cma-es", "cma-es", {}, kSphere, {1360.5, 2582, 4947});
  add_cells(all, "cma-es", "cma-es", {}, kEllipsoid, {3955, 12557.5, 47606});
  add_cells(all, "cma-es", "cma-es", {}, kRosenbrock, {5391.5, 16453, 61451});
  add_cells(all, "cma-es_plain", "cma-es", plain, kSphere, {1351.5, 2505});
  add_cells(all, "cma-es_plain", "cma-es", plain, kEllipsoid, {5488.5, 17608});
  add_cells(all, "cma-es_plain", "cma-es", plain, kRosenbrock, {5877.5, 20070});
  add_cells(all, "sep-cma-es", "sep-cma-es", {}, kSphere, {1094, 2157.5, 4307});
  add_cells(all, "sep-cma-es", "sep-cma-es", {}, kEllipsoid, {2373.5, 4861.5, 10398.5});
  add_cells(all, "sep-cma-es", "sep-cma-es", {}, kRosenbrock, {83654});
  add_cells(all, "sep-cma-es_2008", "sep-cma-es", old, kSphere, {1148, 2205, 4429.5});
  add_cells(all, "sep-cma-es_2008", "sep-cma-es", old, kEllipsoid, {2662, 5380, 11443});
  add_cells(all, "snes_schaul", "snes", schaul, kSphere, {1872.5, 4032.5, 9107.5});
  add_cells(all, "snes_schaul", "snes", schaul, kEllipsoid, {2701, 5679.5, 12626.5});
  add_cells(all, "snes_paper", "snes", {}, kSphere, {2128, 4287, 9094.5});
  add_cells(all, "snes_paper", "snes", {}, kEllipsoid, {3116.5, 6113, 12736.5});
  return all;
}

bool is_quick(const Cell& cell) { return cell.function != kRosenbrock && cell.dimension <= 20; }

constexpr int kManyEvaluations = 400'000;
constexpr int kRosenbrockEvaluations = 100'000;  // as the references had

TEST(SearchMedians, SphereAndEllipsoidOf10And20) {
  for (const Cell& cell : cells()) {
    if (is_quick(cell)) expect_median(cell, kManyEvaluations);
  }
}

TEST(SearchMediansSlow, EveryOtherCell) {
  for (const Cell& cell : cells()) {
    const bool is_rosenbrock = cell.function == kRosenbrock;
    if (!is_quick(cell)) {
      expect_median(cell, is_rosenbrock ? kRosenbrockEvaluations : kManyEvaluations);
    }
  }
}

/// Quartiles of the best of 10,000 evaluations.
struct EarlyCell {
  std::string search;
  KeyValues given;
  int function;
  std::size_t dimension;
  double low, high;
};

const KeyValues kProgram = keys({{"m", std::int64_t{30}}});
const KeyValues kPaper = keys({{"preset", "paper"}, {"m", std::int64_t{40}}});
const KeyValues kPairs = keys({{"population", std::int64_t{40}}});

std::vector<EarlyCell> early_cells() {
  return {{"cosyne", kProgram, kSphere, 10, .0532, .0729},
          {"cosyne", kProgram, kSphere, 20, 1.18, 1.38},
          {"cosyne", kProgram, kEllipsoid, 10, 94.5, 164},
          {"cosyne", kProgram, kEllipsoid, 20, 5890, 7320},
          {"cosyne", kProgram, kRosenbrock, 10, 12.3, 14.8},
          {"cosyne", kProgram, kRosenbrock, 20, 163, 197},
          {"cosyne", kPaper, kSphere, 10, 4.13e-4, 7.81e-4},
          {"cosyne", kPaper, kSphere, 20, .0174, .0237},
          {"cosyne", kPaper, kEllipsoid, 10, 1.42, 5.77},
          {"cosyne", kPaper, kEllipsoid, 20, 34.8, 112},
          {"cosyne", kPaper, kRosenbrock, 10, 7.11, 8.24},
          {"cosyne", kPaper, kRosenbrock, 20, 19.6, 21.1},
          {"openai-es", kPairs, kSphere, 10, .0100, .0121},
          {"openai-es", kPairs, kSphere, 20, .0464, .0555},
          {"openai-es", kPairs, kEllipsoid, 10, 931, 1240},
          {"openai-es", kPairs, kEllipsoid, 20, 4510, 5230},
          {"openai-es", kPairs, kRosenbrock, 10, 8.62, 8.85},
          {"openai-es", kPairs, kRosenbrock, 20, 22.0, 22.5},
          {"pgpe", kPairs, kSphere, 10, .0201, .0279},
          {"pgpe", kPairs, kSphere, 20, .219, .264},
          {"pgpe", kPairs, kEllipsoid, 10, 39.1, 58.4},
          {"pgpe", kPairs, kEllipsoid, 20, 630, 841},
          {"pgpe", kPairs, kRosenbrock, 10, 10.4, 11.2},
          {"pgpe", kPairs, kRosenbrock, 20, 42.8, 51.1},
          {"random", {}, kSphere, 10, 1.94, 2.48},
          {"random", {}, kSphere, 20, 9.25, 11.1},
          {"random", {}, kEllipsoid, 10, 6690, 13000},
          {"random", {}, kEllipsoid, 20, .884e5, 1.26e5},
          {"random", {}, kRosenbrock, 10, 59.1, 88.1},
          {"random", {}, kRosenbrock, 20, 445, 567}};
}

// A median of 20 scatters by a quarter of the distance of the quartiles, which are known no better
// themselves: within that distance of the references' middle is four standard errors of the two.
TEST(SearchMedians, BestOf10000EvaluationsWithoutAnAdaptedScale) {
  for (const EarlyCell& cell : early_cells()) {
    std::vector<double> best;
    for (const app::Trial& trial :
         trials(cell.search, cell.given, cell.function, cell.dimension, app::kEarly, 20)) {
      best.push_back(trial.early_best);
    }
    const std::string name = fmt::format("{}_{}_{}", cell.search,
                                         app::kTestFunctions[cell.function].name, cell.dimension);
    EXPECT_NEAR(app::median(best), 0.5 * (cell.low + cell.high), cell.high - cell.low) << name;
  }
}

}  // namespace
}  // namespace lowpass
