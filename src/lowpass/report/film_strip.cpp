#include "lowpass/report/film_strip.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/report/labels.h"
#include "lowpass/report/legend.h"
#include "lowpass/report/scene.h"
#include "lowpass/report/svg.h"

namespace lowpass {
namespace {

// Pixels.
constexpr double kPageMargin = 14.0;
constexpr double kPanelGap = 5.0;
constexpr double kRowGap = 14.0;
constexpr double kHeading = 20.0;    // a row's label above its panels
constexpr double kTimeLabel = 15.0;  // a panel's, above it
constexpr double kHighestPanel = 420.0;

constexpr TextStyle kHeadingStyle = {.size = 13.5, .is_bold = true};
constexpr TextStyle kOutcomeStyle = {.size = 13.5, .color = palette::kFaintInk};
constexpr TextStyle kTimeStyle = {.size = 11.0, .color = palette::kFaintInk};

void check(std::span<const Trajectory> trajectories, const FilmStripOptions& options) {
  if (trajectories.empty()) throw Error(ErrorKind::kUsage, "film strip: no trajectory to draw");
  if (options.snapshots < 2 || options.snapshots > 100) {
    throw Error(ErrorKind::kUsage,
                fmt::format("film strip: {} snapshots: expected 2 to 100", options.snapshots));
  }
  if (!(options.width >= 200 && options.width <= 100000)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("film strip: width {}: expected 200 to 100000", options.width));
  }
}

/// What every panel shares, and what each row sees of the world: one scale and one width for all,
/// but no row is higher than its own trajectory needs.
struct Layout {
  double panel_width;
  double scale;                 // pixels a unit
  std::vector<WorldBox> boxes;  // of each row
};

Layout layout_of(std::span<const Trajectory> trajectories, const FilmStripOptions& options) {
  Layout layout;
  const int n = options.snapshots;
  layout.panel_width = (options.width - 2 * kPageMargin - (n - 1) * kPanelGap) / n;
  WorldBox all = bounds(trajectories[0]);
  double highest = 0;
  for (const Trajectory& trajectory : trajectories) {
    layout.boxes.push_back(bounds(trajectory));
    all = united(all, layout.boxes.back());
    highest = std::max(highest, layout.boxes.back().height());
  }
  layout.scale = std::min(layout.panel_width / all.width(), kHighestPanel / highest);
  // Where the height limits the scale, panels are wider than what is to be seen: centred.
  const double spare = 0.5 * (layout.panel_width / layout.scale - all.width());
  for (WorldBox& box : layout.boxes) {
    box.left = all.left - spare;
    box.right = all.right + spare;
  }
  return layout;
}

/// "start −π/2 (down)"; which arm it is only where a picture shows several lengths.
std::string row_label(const Trajectory& trajectory, bool with_compartments) {
  const std::string start = "start " + angle_label(trajectory.start);
  if (!with_compartments) return start;
  return fmt::format("{} compartment{}, {}", trajectory.compartments,
                     trajectory.compartments == 1 ? "" : "s", start);
}

std::string panel(const Trajectory& trajectory, double position, const View& view) {
  const double width = view.world.width() * view.scale;
  const double height = view.world.height() * view.scale;
  std::string text = "<g class=\"panel\">\n";
  text += svg_text({view.corner.x + 2, view.corner.y - 4},
                   {{time_label(position * trajectory.control_step), kTimeStyle}});
  text += svg_rectangle("air", view.corner, width, height, palette::kAir);
  for (const DrawnShape& shape : snapshot(trajectory, position, view)) text += svg_element(shape);
  return text + "</g>\n";
}

std::string row(const Trajectory& trajectory, const Layout& layout, std::size_t index, double top,
                int snapshots) {
  const double last = drawable_frames(trajectory) - 1;
  std::string text;
  for (int i = 0; i < snapshots; ++i) {
    const double left = kPageMargin + i * (layout.panel_width + kPanelGap);
    const double position = i + 1 == snapshots ? last : last * i / (snapshots - 1);
    text += panel(trajectory, position, {layout.boxes[index], {left, top}, layout.scale});
  }
  return text;
}

}  // namespace

std::string film_strip_svg(std::span<const Trajectory> trajectories,
                           const FilmStripOptions& options) {
  check(trajectories, options);
  const Layout layout = layout_of(trajectories, options);
  const bool several_lengths = std::any_of(
      trajectories.begin(), trajectories.end(),
      [&](const Trajectory& other) { return other.compartments != trajectories[0].compartments; });
  std::string body;
  double y = kPageMargin;
  for (std::size_t i = 0; i < trajectories.size(); ++i) {
    body += svg_text({kPageMargin, y + 13},
                     {{row_label(trajectories[i], several_lengths), kHeadingStyle},
                      {outcome_label(trajectories[i]), kOutcomeStyle}});
    y += kHeading + kTimeLabel;
    body += row(trajectories[i], layout, i, y, options.snapshots);
    y += layout.boxes[i].height() * layout.scale + kRowGap;
  }
  const Legend legend = legend_of({kPageMargin, y}, options.width - 2 * kPageMargin);
  y += legend.height + kPageMargin;
  const std::string page = svg_rectangle("page", {0, 0}, options.width, y, palette::kPage, 6);
  return svg_document(options.width, y, "What the arm did, from left to right",
                      page + body + legend.text);
}

}  // namespace lowpass
