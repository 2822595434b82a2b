#pragma once

#include <string>
#include <vector>

#include "lowpass/paper/setup_style.h"
#include "lowpass/report/chart.h"
#include "lowpass/paper/claim_parts.h"
#include "lowpass/paper/figures.h"

namespace lowpass {

// What figures share.

inline constexpr double kFigureWidth = 960.0;  // pixels
inline constexpr double kFigureMargin = 14.0;
inline constexpr double kBelowLegend = 34.0;  // where panels begin, if a legend stands above them

/// An architecture with a mapping.
struct PanelConfiguration {
  std::string actions, mapping;
  std::string title;  ///< as the paper writes it

  /// Its setups: every number of coefficients, then direct.
  std::vector<Setup> setups() const;
};

/// The paper's four.
std::vector<PanelConfiguration> configurations();
/// The two whose controllers are tested further: Ψ1Ω1 and Ψ2Ω3.
std::vector<PanelConfiguration> tested_configurations();

/// Those with an indirect run that has such a value: direct runs alone have nothing to be compared
/// with.
std::vector<PanelConfiguration> with_runs(std::vector<PanelConfiguration> all, const RunTable& runs,
                                          const RunValues& values = best_fitness);
/// Boxes for so many panels, two a row.
std::vector<PixelBox> panel_boxes(std::size_t count, double height, double top);

FigureValue value_or_nothing(const std::optional<double>& value);

/// "direct" or the number of coefficients, as columns and axes have it.
std::string coefficients_label(const Setup& setup);

/// The most runs that any of the setups has; figures say it.
std::size_t most_runs(const RunTable& runs, const std::vector<PanelConfiguration>& configurations);

/// The whole file: `body`, which ends at `bottom`, and a note in faint text below it.
std::string figure_document(const std::string& title, const std::string& body, double bottom,
                            const std::string& note);

}  // namespace lowpass
