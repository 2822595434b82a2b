#pragma once

#include <vector>

#include "lowpass/report/picture.h"

namespace lowpass {

/// The way as lines that look like it: points closer than a pixel to the last one kept say nothing
/// more, nor do pieces where the way had been before, so that of a point that swings for hours
/// about as many are left as there are pixels that it visits. Ends at the last point.
std::vector<std::vector<PixelPoint>> thinned_way(const std::vector<PixelPoint>& way);

}  // namespace lowpass
