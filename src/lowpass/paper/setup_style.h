#pragma once

#include <vector>

#include "lowpass/paper/setup.h"
#include "lowpass/report/chart.h"

namespace lowpass {

/// The colour of a setup in every figure: one for each of the paper's numbers of coefficients, ink
/// for direct (Okabe and Ito, 2008, without their yellow, which is faint on white).
Color setup_color(const Setup& setup);

/// The stroke of a setup's line: direct is dashed, so that it stands out without colour too.
Stroke setup_stroke(const Setup& setup);

/// The entries of setups in a legend, each as a line (direct dashed) or a box.
std::vector<LegendEntry> setup_entries(const std::vector<Setup>& setups, bool are_boxes);

}  // namespace lowpass
