#include "lowpass/report/film.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/report/labels.h"
#include "lowpass/report/legend.h"
#include "lowpass/report/stroke_font.h"

namespace lowpass {
namespace {

// Shares of the picture's height.
constexpr double kHeader = 0.09;       // a band for texts, free of the scene
constexpr double kTextHeight = 0.022;  // of a digit
constexpr double kLegendText = 0.0165;
constexpr double kLargestLegend = 0.3;  // a larger one is left out

constexpr double kUnitsPerSecond = 12.5;  // of scenes without a unit of time
constexpr double kLongest_s = 60.0;       // that a recording moves, unless a speed is asked for
constexpr double kMostFrames = 1e7;       // of a recording

void check(const char* name, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw Error(ErrorKind::kUsage,
              fmt::format("film: {} = {}: expected {} to {}", name, value, low, high));
}

const FilmOptions& checked(const FilmOptions& options) {
  check("width", options.width, 160, 8192);
  check("height", options.height, 160, 8192);
  check("frames_per_second", options.frames_per_second, 1, 120);
  if (options.speed) check("speed", *options.speed, 0.01, 10000);
  check("hold_s", options.hold_s, 0, 60);
  return options;
}

double text_margin(const FilmOptions& options) { return 1.5 * kTextHeight * options.height; }

/// The legend at the bottom of the picture.
Legend legend_of(std::span<const SceneDrawing> drawings, const FilmOptions& options) {
  const LegendStyle style{kLegendText * options.height, stroke_text_width};
  const double margin = text_margin(options), width = options.width - 2 * margin;
  const double height = legend_of(drawings, {0, 0}, width, style).height;
  if (height > kLargestLegend * options.height) return {{}, 0};
  return legend_of(drawings, {margin, options.height - 0.5 * margin - height}, width, style);
}

/// The whole picture, with `box` in the middle of what is left below the header and above a footer
/// of `footer` pixels.
View view_of(const SceneBox& box, double footer, const FilmOptions& options) {
  const double header = kHeader * options.height;
  const double free_height = options.height - header - footer;
  const double scale = std::min(options.width / box.width(), free_height / box.height());
  const double width = options.width / scale, height = options.height / scale;
  const double left = 0.5 * (box.left + box.right - width);
  const double top = 0.5 * (box.bottom + box.top) + (header + 0.5 * free_height) / scale;
  return {{left, top - height, left + width, top}, {0, 0}, scale};
}

/// A line of texts beside each other; smaller, where they would not have room.
void draw_line(Canvas& canvas, PixelPoint at, double height, double room,
               const std::vector<std::pair<std::string, Color>>& texts) {
  constexpr double kGap = 1.2;  // of the height
  double width = 0;
  for (const auto& [text, color] : texts) width += stroke_text_width(text, height) + kGap * height;
  height *= std::min(1.0, room / width);
  for (const auto& [text, color] : texts) {
    canvas.draw(stroke_text(text, at, height, color));
    at.x += stroke_text_width(text, height) + kGap * height;
  }
}

/// Title, how it ended once it has, and the time.
void draw_header(Canvas& canvas, const SceneDrawing& drawing, double position,
                 const FilmOptions& options) {
  const Recording& recording = drawing.recording();
  const bool is_end = position == drawing.moments() - 1;
  const auto& label = is_end ? time_label : clock_label;
  const std::string clock =
      label(position * recording.scene.step_time, drawing.duration(), recording.scene.time_unit);
  const double height = kTextHeight * options.height, margin = text_margin(options);
  const double clock_at = options.width - margin - stroke_text_width(clock, height);
  canvas.draw(stroke_text(clock, {clock_at, 2.5 * height}, height, palette::kInk));
  draw_line(canvas, {margin, 2.5 * height}, height, clock_at - margin,
            {{recording.title, palette::kInk},
             {is_end ? outcome_label(recording) : "", palette::kFaint}});
}

}  // namespace

Film::Film(std::vector<Recording> recordings, const FilmOptions& options)
    : recordings_(std::move(recordings)),
      options_(checked(options)),
      drawings_(drawings_of(recordings_, "film")) {
  SceneBox box = drawings_[0].bounds();
  for (const SceneDrawing& drawing : drawings_) {
    box = united(box, drawing.bounds());
    frames_ += length(drawing);
  }
  Legend legend = legend_of(drawings_, options_);
  view_ = view_of(box, legend.height + text_margin(options_), options_);
  legend_ = std::move(legend.shapes);
}

double Film::moments_per_frame(const SceneDrawing& drawing) const {
  const Scene& scene = drawing.recording().scene;
  const double usual = scene.time_unit == "s" ? 1.0 : kUnitsPerSecond;
  const double speed = options_.speed.value_or(std::max(usual, drawing.duration() / kLongest_s));
  return speed / options_.frames_per_second / scene.step_time;
}

int Film::length(const SceneDrawing& drawing) const {
  const double moving = (drawing.moments() - 1) / moments_per_frame(drawing);
  const double holding = options_.hold_s * options_.frames_per_second;
  if (!(moving + holding <= kMostFrames)) {
    throw Error(ErrorKind::kUsage, fmt::format("film: {} frames: expected at most {}; a higher "
                                               "speed makes it shorter",
                                               moving + holding, kMostFrames));
  }
  // (A frame more for a rounding would show nothing new.)
  return static_cast<int>(std::ceil(moving - 1e-9) + std::round(holding)) + 1;
}

Image Film::frame(int index) const {
  assert(index >= 0 && index < frames_);
  auto drawing = drawings_.begin();
  for (; index >= length(*drawing); ++drawing) index -= length(*drawing);
  const double last = drawing->moments() - 1;
  const bool is_end = index >= last / moments_per_frame(*drawing) - 1e-9;
  const double position = is_end ? last : index * moments_per_frame(*drawing);
  Canvas canvas(options_.width, options_.height, palette::kGround);
  canvas.draw(drawing->shapes(position, view_));
  canvas.draw(legend_);
  draw_header(canvas, *drawing, position, options_);
  return std::move(canvas).take();
}

}  // namespace lowpass
