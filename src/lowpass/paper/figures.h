#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lowpass/record/network_file.h"
#include "lowpass/report/figure.h"
#include "lowpass/scene/scene.h"
#include "lowpass/paper/run_table.h"

namespace lowpass {

// The paper's figures, and those on how much depends on what it left open. Each shows what runs
// there are; a figure without any is unset.

/// `convergence`: fitness against evaluations, a panel for each configuration ([FDE12] Figure
/// "Performance results", the curves).
std::optional<Figure> convergence_figure(const RunTable& runs);
/// `evaluations`: evaluations to the target, with 95 % intervals (ibid., the bars).
std::optional<Figure> evaluations_figure(const RunTable& runs);
/// `incremental`: fitness for each number of coefficients of growing runs ([FDE12] Figure
/// "Incremental Coefficient Search").
std::optional<Figure> incremental_figure(const RunTable& runs);
/// `starts`: fitness from starts that were not trained ([FDE12] Figure "Generalization: different
/// starting positions").
std::optional<Figure> starts_figure(const RunTable& runs);

/// The same from starts every 5 degrees, medians (the task's test "dense starts").
std::optional<Figure> angles_figure(const RunTable& runs);
/// `lengths`: indirect less direct fitness on other arms ([FDE12] Figure "Generalization: changing
/// arm length").
std::optional<Figure> lengths_figure(const RunTable& runs);

/// A network and the setup that it is of.
struct SetupNetwork {
  Setup setup;
  NetworkFile network;
};
/// `weights`: matrices of weights, a row a network, meta-actions to the left ([FDE12] Figure
/// "Weight matrix visualization").
std::optional<Figure> weights_figure(std::span<const SetupNetwork> networks);
/// `behaviour`: film strips, one a start ([FDE12] Figure "Octopus arm visualization").
std::optional<Figure> behaviour_figure(std::span<const Recording> recordings);
/// `arms`: film strips, one an arm length ([FDE12] Figure "Generalization visualization").
std::optional<Figure> arms_figure(std::span<const Recording> recordings);

/// `sensitivity_goals`: what C = 20 and direct reach for other goals: runs of Ψ2 with variations
/// "task.goal=[x,y]".
std::optional<Figure> sensitivity_goals_figure(const RunTable& runs);
/// `sensitivity_settings`: the key numbers of claims 1, 2 and 7 for every other variation.
std::optional<Figure> sensitivity_settings_figure(const RunTable& runs);

}  // namespace lowpass
