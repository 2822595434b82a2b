#pragma once

#include <string>
#include <string_view>

namespace lowpass::app {

/// The page that `serve` shows and `report` fills: one HTML file, bundled from web/ when the
/// program was built. Throws Error (kFailure) if it was built without, saying what was missing.
std::string_view page();

/// The same; empty if it was built without.
std::string_view bundled_page();

/// Where `report` puts its data into the page.
inline constexpr std::string_view kDataMark = "<!-- lowpass-data -->";

}  // namespace lowpass::app
