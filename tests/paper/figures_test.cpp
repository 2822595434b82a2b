// The figures on invented runs: complete pictures with their numbers beside.

#include "lowpass/paper/figures.h"

#include <algorithm>
#include <regex>

#include <gtest/gtest.h>

#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/length_values.h"
#include "lowpass/paper/sensitivity.h"
#include "tests/paper/run_examples.h"
#include "tests/report/svg_reading.h"
#include "tests/support/swinging_chain.h"

namespace lowpass {
namespace {

/// All figures that follow from runs alone.
std::vector<Figure> run_figures(const RunTable& runs) {
  std::vector<Figure> figures;
  for (const auto make : {convergence_figure, evaluations_figure, incremental_figure, starts_figure,
                          lengths_figure, sensitivity_goals_figure, sensitivity_settings_figure}) {
    if (auto figure = make(runs)) figures.push_back(std::move(*figure));
  }
  return figures;
}

/// A run with a few generations, tested on starts and lengths.
RunRecord tested_run(const Setup& setup, std::uint64_t seed) {
  const double better = 0.01 * static_cast<double>(seed);
  RunRecord run = example_run(setup, seed, 20, {0.3, 0.5 + better, 0.7 + better, 0.6});
  run.setup.variation = setup.variation;
  GeneralizationRecord tested{.starts = {0.4, 0.6 + better}, .lengths = {}};
  for (const char* controller : {"best", "last"}) {
    for (const char* resize : {"omega1", "omega2", "omega3"}) {
      tested.lengths.push_back(
          {controller, resize, GeneralizationRecord::Scores(18, 0.5 + better)});
    }
  }
  run.generalization = tested;
  return run;
}

std::vector<RunRecord> all_runs() {
  std::vector<RunRecord> runs;
  for (const std::string actions : {"meta", "raw"}) {
    for (const std::string mapping : {"omega1", "omega2", "omega3"}) {
      for (const auto& setup : indirect_setups(actions, mapping)) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) runs.push_back(tested_run(setup, seed));
      }
    }
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      runs.push_back(tested_run(direct_setup(actions), seed));
    }
  }
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    runs.push_back(tested_run(incremental_setup(), seed));
  }
  for (const std::string variation :
       {"task.goal=[5,-4]", "task.goal=[3.5,-4]", "task.goal=[5,-3]", "task.steps=500"}) {
    for (auto setup : {indirect_setup("raw", "omega3", 20), direct_setup("raw")}) {
      setup.variation = variation;
      for (std::uint64_t seed = 1; seed <= 6; ++seed) runs.push_back(tested_run(setup, seed));
    }
  }
  return runs;
}

void expect_good(const Figure& figure) {
  SCOPED_TRACE(figure.name);
  expect_complete_svg(figure.svg);
  EXPECT_FALSE(figure.rows.empty());
  for (const auto& row : figure.rows) EXPECT_EQ(row.size(), figure.columns.size());
  const std::regex size("font-size=\"([0-9.]+)\"");
  for (std::sregex_iterator at(figure.svg.begin(), figure.svg.end(), size), end; at != end; ++at) {
    EXPECT_GE(std::stod((*at)[1]), 11.0);  // smaller text is not read
  }
}

const Figure& named(const std::vector<Figure>& figures, const std::string& name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const Figure& figure) { return figure.name == name; });
  EXPECT_NE(found, figures.end()) << name;
  return *found;
}

TEST(Figures, AllThatFollowFromRunsAreCompletePictures) {
  const auto figures = run_figures(RunTable(all_runs()));
  std::vector<std::string> names;
  for (const Figure& figure : figures) {
    expect_good(figure);
    names.push_back(figure.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"convergence", "evaluations", "incremental", "starts",
                                      "lengths", "sensitivity_goals", "sensitivity_settings"}));
}

TEST(Figures, ShowWhatThereIs) {
  const auto figures = run_figures(RunTable(all_runs()));
  EXPECT_EQ(count(named(figures, "convergence").svg, "class=\"curve\""), 4 * 7);
  EXPECT_EQ(count(named(figures, "evaluations").svg, "class=\"bar\""), 4 * 7);
  EXPECT_EQ(count(named(figures, "starts").svg, "class=\"median\""), 2 * 6);
  EXPECT_EQ(count(named(figures, "starts").svg, "class=\"level\""), 2 * 3);
  EXPECT_EQ(count(named(figures, "lengths").svg, "class=\"cell\""), 4 * 6 * 18);
  EXPECT_EQ(named(figures, "lengths").rows.size(), 4u * 6 * 18 * 2);
  EXPECT_EQ(count(named(figures, "sensitivity_goals").svg, "class=\"cell\""), 9 * 4);
  EXPECT_EQ(count(named(figures, "sensitivity_goals").svg, "class=\"marked\""), 9);
  EXPECT_EQ(named(figures, "sensitivity_goals").rows.size(), 4u);  // three, and the preset
  EXPECT_EQ(named(figures, "sensitivity_settings").rows.size(), 2u);
}

TEST(Figures, NothingToShowIsNoFigure) {
  EXPECT_TRUE(run_figures(RunTable({})).empty());
  EXPECT_FALSE(weights_figure({}));
  EXPECT_FALSE(behaviour_figure({}));
  EXPECT_FALSE(arms_figure({}));
}

TEST(Figures, MissingSetupsAreLeftOut) {
  std::vector<RunRecord> runs = {tested_run(indirect_setup("raw", "omega3", 20), 1)};
  runs[0].generalization.reset();
  const auto figures = run_figures(RunTable(runs));
  ASSERT_EQ(figures.size(), 2u);
  for (const Figure& figure : figures) expect_good(figure);
  EXPECT_EQ(count(figures[0].svg, "class=\"curve\""), 1);
  EXPECT_EQ(count(figures[1].svg, "class=\"bar\""), 1);
  runs[0] = tested_run(direct_setup("raw"), 1);  // nothing to compare it with
  EXPECT_TRUE(run_figures(RunTable(runs)).empty());
}

TEST(Figures, AreTheSameBytesInWhateverOrderRunsCome) {
  auto runs = all_runs();
  const auto before = run_figures(RunTable(runs));
  std::reverse(runs.begin(), runs.end());
  const auto after = run_figures(RunTable(runs));
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].svg, after[i].svg);
    EXPECT_EQ(figure_csv(before[i]), figure_csv(after[i]));
    EXPECT_EQ(figure_json(before[i]), figure_json(after[i]));
  }
}

TEST(Figures, CurvesEndWithTheMeanOfTheRuns) {
  const Figure figure = *convergence_figure(RunTable(all_runs()));
  const auto& last = figure.rows.back();  // Ψ2 direct beside Ψ2Ω3
  EXPECT_EQ(std::get<std::string>(last[0]), "Ψ2Ω3");
  EXPECT_EQ(std::get<std::string>(last[1]), "direct");
  EXPECT_EQ(std::get<double>(last[3]), 80);              // evaluations
  EXPECT_NEAR(std::get<double>(last[4]), 0.735, 1e-12);  // mean of 0.71 to 0.76
  EXPECT_NEAR(std::get<double>(last[8]), 0.6, 1e-12);    // best of the last generation
}

/// The number of a column in the row that starts with these words.
double number_in(const Figure& figure, const std::vector<std::string>& words,
                 const std::string& column) {
  const auto at = std::find(figure.columns.begin(), figure.columns.end(), column);
  EXPECT_NE(at, figure.columns.end()) << column;
  for (const auto& row : figure.rows) {
    bool is_row = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
      is_row = is_row && std::get<std::string>(row[i]) == words[i];
    }
    if (is_row) return std::get<double>(row[static_cast<std::size_t>(at - figure.columns.begin())]);
  }
  ADD_FAILURE() << "no such row";
  return 0;
}

TEST(Figures, ColumnsHoldWhatTheyAreNamedFor) {
  std::vector<RunRecord> runs;
  for (const std::string variation : {"", "task.steps=500"}) {
    for (auto setup : {indirect_setup("raw", "omega3", 20), direct_setup("raw")}) {
      setup.variation = variation;
      const bool is_direct = setup.mapping == "direct";
      add_runs(runs, {.setup = setup,
                      .fitness = is_direct ? 0.76 : 0.86,
                      .evaluations_to_target = is_direct ? 4000 : 500,
                      .runs = is_direct ? 10 : 20,
                      .never = is_direct ? 4 : 0});
    }
  }
  const Figure settings = *sensitivity_settings_figure(RunTable(runs));
  const auto number = [&](const std::string& column) {
    return number_in(settings, {"task.steps=500"}, column);
  };
  EXPECT_EQ(number("c20_runs"), 20);
  EXPECT_EQ(number("c20_reached"), 20);
  EXPECT_NEAR(number("c20_evaluations"), 500, 1);  // counts are whole
  EXPECT_EQ(number("direct_runs"), 10);
  EXPECT_EQ(number("direct_reached"), 6);
  EXPECT_GT(number("direct_evaluations"), 4000);
  EXPECT_NEAR(number("ratio"), number("direct_evaluations") / number("c20_evaluations"), 1e-12);
  EXPECT_LT(number("ratio_low"), number("ratio"));
  EXPECT_GT(number("ratio_high"), number("ratio"));
  EXPECT_NEAR(number("c20_final_fitness"), 0.86, 1e-12);
  EXPECT_NEAR(number("direct_final_fitness"), 0.76, 1e-12);
  const Figure bars = *evaluations_figure(RunTable(runs));
  EXPECT_EQ(number_in(bars, {"Ψ2Ω3", "direct"}, "runs_that_reached_it"), 6);
  EXPECT_EQ(number_in(bars, {"Ψ2Ω3", "direct"}, "runs"), 10);
}

TEST(Figures, AFewRunsHaveARatioWithoutAnInterval) {
  const auto settings = [](int never_direct, int never_twenty) {
    std::vector<RunRecord> runs;
    for (auto setup : {indirect_setup("raw", "omega3", 20), direct_setup("raw")}) {
      setup.variation = "task.steps=500";
      const bool is_direct = setup.mapping == "direct";
      add_runs(runs, {.setup = setup,
                      .fitness = 0.8,
                      .evaluations_to_target = is_direct ? 4000 : 500,
                      .runs = 2,
                      .never = is_direct ? never_direct : never_twenty});
    }
    return *sensitivity_settings_figure(RunTable(runs));
  };
  const auto cell = [](const Figure& figure, const std::string& column) {
    const auto at = std::find(figure.columns.begin(), figure.columns.end(), column);
    return figure.rows.at(0).at(static_cast<std::size_t>(at - figure.columns.begin()));
  };
  const Figure known = settings(0, 0);
  EXPECT_NEAR(std::get<double>(cell(known, "ratio")), 8, 0.1);
  EXPECT_EQ(cell(known, "ratio_low"), FigureValue());
  EXPECT_NE(settings(1, 0).svg.find("≥ "), std::string::npos);
  EXPECT_NE(settings(0, 1).svg.find("≤ "), std::string::npos);
  const Figure unknown = settings(1, 1);
  EXPECT_EQ(cell(unknown, "ratio"), FigureValue());
  EXPECT_NE(unknown.svg.find("neither always reaches"), std::string::npos);
}

TEST(Figures, EvaluationsOfFewRunsHaveNoInterval) {
  const auto bars_of = [](int count) {
    std::vector<RunRecord> runs;
    add_runs(runs, {.setup = indirect_setup("raw", "omega3", 20), .runs = count});
    return *evaluations_figure(RunTable(runs));
  };
  const auto whiskers = [](const Figure& figure) { return count(figure.svg, "class=\"whisker\""); };
  EXPECT_EQ(whiskers(bars_of(1)), 0);
  EXPECT_EQ(whiskers(bars_of(4)), 0);
  EXPECT_GT(whiskers(bars_of(5)), 0);
  EXPECT_EQ(bars_of(4).rows.at(0).at(5), FigureValue());
  EXPECT_GT(number_in(bars_of(5), {"Ψ2Ω3", "20"}, "interval_low"), 0);
}

TEST(Figures, WeightsAreDrawnForEveryNetwork) {
  std::vector<SetupNetwork> networks;
  for (const auto& setup : {indirect_setup("meta", "omega1", 20), direct_setup("raw")}) {
    NetworkFile network{.inputs = 5, .neurons = 3};
    for (int i = 0; i < 3 * 5 + 9 + 3; ++i) network.weights.push_back(0.1 * (i % 7) - 0.3);
    networks.push_back({setup, network});
  }
  networks[1].network.weights.assign(27, 0.0);  // no range at all
  const Figure figure = *weights_figure(networks);
  expect_good(figure);
  EXPECT_EQ(count(figure.svg, "class=\"matrix\""), 6);
  EXPECT_EQ(figure.rows.size(), 54u);
  EXPECT_EQ(std::get<std::string>(figure.rows[15][1]), "recurrent");
  EXPECT_EQ(std::get<double>(figure.rows[15][4]), networks[0].network.weights[15]);
}

TEST(Figures, FilmsHaveARowARecording) {
  std::vector<Recording> chains = {swinging_chain(3, 0.0, 20), swinging_chain(10, 0.0, 30)};
  chains[1].title = "10 links";
  for (const auto& figure : {behaviour_figure(chains), arms_figure(chains)}) {
    expect_good(*figure);
    ASSERT_EQ(figure->rows.size(), 2u);
    EXPECT_EQ(std::get<std::string>(figure->rows[1][0]), "10 links");
    EXPECT_EQ(std::get<double>(figure->rows[1][1]), 0.25);
    EXPECT_EQ(std::get<std::string>(figure->rows[1][2]), "no");
    EXPECT_EQ(std::get<double>(figure->rows[1][3]), 30);
  }
}

TEST(Figure, CsvQuotesWhatNeedsIt) {
  const Figure figure{.name = "example",
                      .title = "t",
                      .columns = {"a", "b,c"},
                      .rows = {{std::string("say \"x\""), 1.0 / 3.0}, {std::monostate(), 6000.0}}};
  EXPECT_EQ(figure_csv(figure), "a,\"b,c\"\n\"say \"\"x\"\"\",0.3333333333333333\n,6000\n");
}

TEST(Figure, JsonReadsBack) {
  const Figure figure{.name = "example",
                      .title = "t",
                      .columns = {"a", "b"},
                      .rows = {{std::string("x"), 1.0 / 3.0}, {std::monostate(), 6000.0}}};
  EXPECT_EQ(figure_json(figure),
            R"({"format":"lowpass-figure","version":1,"name":"example","title":"t",)"
            R"("columns":["a","b"],"rows":[["x",0.3333333333333333],[null,6000.0]]})"
            "\n");
}

TEST(Goals, AreReadFromVariationsOfTheGoalAlone) {
  const auto goal = goal_of("task.goal=[5,-4.5]");
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->x, 5);
  EXPECT_EQ(goal->y, -4.5);
  EXPECT_FALSE(goal_of(""));
  EXPECT_FALSE(goal_of("task.steps=500"));
  EXPECT_FALSE(goal_of("task.goal=[5,-4] task.steps=500"));
  EXPECT_FALSE(goal_of("task.goal=[5]"));
}

}  // namespace
}  // namespace lowpass
