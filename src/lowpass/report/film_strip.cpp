#include "lowpass/report/film_strip.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/report/labels.h"
#include "lowpass/report/legend.h"
#include "lowpass/report/scene_drawing.h"
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
// Where the highest panels would be lower, a row has more lines, up to so many.
constexpr double kLowestPanel = 50.0;
constexpr int kMostLines = 4;

constexpr TextStyle kHeadingStyle = {.size = 13.5, .is_bold = true};
constexpr TextStyle kOutcomeStyle = {.size = 13.5, .color = palette::kFaint};
constexpr TextStyle kTimeStyle = {.size = 11.0, .color = palette::kFaint};
constexpr LegendStyle kLegendStyle = {.text_height = 8.64, .text_width = svg_text_width};

void check(const FilmStripOptions& options) {
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
/// but no panel is higher than its own recording needs.
struct Layout {
  int columns;
  double panel_width;
  double scale;                 // pixels a unit
  std::vector<SceneBox> boxes;  // of each row

  double panel_height(std::size_t row) const { return boxes[row].height() * scale; }
};

double panel_width(const FilmStripOptions& options, int columns) {
  return (options.width - 2 * kPageMargin - (columns - 1) * kPanelGap) / columns;
}

/// As many columns as snapshots, or fewer where panels would be too low. `aspect` is the width of
/// all panels by the height of the highest.
int columns_of(const FilmStripOptions& options, double aspect) {
  int lines = 1, columns = options.snapshots;
  while (lines < kMostLines && columns > 2 &&
         panel_width(options, columns) / aspect < kLowestPanel) {
    ++lines;
    columns = (options.snapshots + lines - 1) / lines;
  }
  return columns;
}

Layout layout_of(std::span<const SceneDrawing> drawings, const FilmStripOptions& options) {
  Layout layout;
  SceneBox all = drawings[0].bounds();
  double highest = 0;
  for (const SceneDrawing& drawing : drawings) {
    layout.boxes.push_back(drawing.bounds());
    all = united(all, layout.boxes.back());
    highest = std::max(highest, layout.boxes.back().height());
  }
  layout.columns = columns_of(options, all.width() / highest);
  layout.panel_width = panel_width(options, layout.columns);
  layout.scale = std::min(layout.panel_width / all.width(), kHighestPanel / highest);
  // Where the height limits the scale, panels are wider than what is to be seen: centred.
  const double spare = 0.5 * (layout.panel_width / layout.scale - all.width());
  for (SceneBox& box : layout.boxes) {
    box.left = all.left - spare;
    box.right = all.right + spare;
  }
  return layout;
}

std::string panel(const SceneDrawing& drawing, double position, const View& view) {
  const Scene& scene = drawing.recording().scene;
  const double width = view.world.width() * view.scale;
  const double height = view.world.height() * view.scale;
  std::string text = "<g class=\"panel\">\n";
  text += svg_text(
      {view.corner.x + 2, view.corner.y - 4},
      {{time_label(position * scene.step_time, drawing.duration(), scene.time_unit), kTimeStyle}});
  text += svg_rectangle("ground", view.corner, width, height, palette::kGround);
  for (const DrawnShape& shape : drawing.shapes(position, view)) text += svg_element(shape);
  return text + "</g>\n";
}

/// Writes the heading and the panels of a row, and moves `y` below them.
std::string row(const SceneDrawing& drawing, const Layout& layout, std::size_t index, int snapshots,
                double& y) {
  const Recording& recording = drawing.recording();
  std::string text = svg_text({kPageMargin, y + 13}, {{recording.title, kHeadingStyle},
                                                      {outcome_label(recording), kOutcomeStyle}});
  y += kHeading;
  const double last = drawing.moments() - 1, line = kTimeLabel + layout.panel_height(index);
  for (int i = 0; i < snapshots; ++i) {
    const int column = i % layout.columns;
    if (column == 0 && i > 0) y += line + kPanelGap;
    const PixelPoint corner{kPageMargin + column * (layout.panel_width + kPanelGap),
                            y + kTimeLabel};
    const double position = i + 1 == snapshots ? last : last * i / (snapshots - 1);
    text += panel(drawing, position, {layout.boxes[index], corner, layout.scale});
  }
  y += line + kRowGap;
  return text;
}

}  // namespace

std::string film_strip_svg(std::span<const Recording> recordings, const FilmStripOptions& options) {
  check(options);
  const std::vector<SceneDrawing> drawings = drawings_of(recordings, "film strip");
  const Layout layout = layout_of(drawings, options);
  std::string body;
  double y = kPageMargin;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    body += row(drawings[i], layout, i, options.snapshots, y);
  }
  const Legend legend =
      legend_of(drawings, {kPageMargin, y}, options.width - 2 * kPageMargin, kLegendStyle);
  for (const DrawnShape& shape : legend.shapes) body += svg_element(shape);
  y += legend.height + kPageMargin;
  const std::string page = svg_rectangle("page", {0, 0}, options.width, y, palette::kPage, 6);
  return svg_document(options.width, y, "What happened, from left to right", page + body);
}

}  // namespace lowpass
