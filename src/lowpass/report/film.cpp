#include "lowpass/report/film.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/report/labels.h"
#include "lowpass/report/stroke_font.h"

namespace lowpass {
namespace {

// Shares of the picture's height.
constexpr double kHeader = 0.09, kFooter = 0.08;  // bands for texts, free of the arm
constexpr double kTextHeight = 0.022;             // of a digit

void check(const char* name, double value, double low, double high) {
  if (value >= low && value <= high) return;
  throw Error(ErrorKind::kUsage,
              fmt::format("film: {} = {}: expected {} to {}", name, value, low, high));
}

void check(const std::vector<Trajectory>& trajectories, const FilmOptions& options) {
  if (trajectories.empty()) throw Error(ErrorKind::kUsage, "film: no trajectory to show");
  check("width", options.width, 160, 8192);
  check("height", options.height, 160, 8192);
  check("frames_per_second", options.frames_per_second, 1, 120);
  check("speed", options.speed, 0.01, 10000);
  check("hold_s", options.hold_s, 0, 60);
}

/// The whole picture, with `box` in the middle of what the bands leave free.
View view_of(const WorldBox& box, const FilmOptions& options) {
  const double free_height = options.height * (1 - kHeader - kFooter);
  const double scale = std::min(options.width / box.width(), free_height / box.height());
  const double width = options.width / scale, height = options.height / scale;
  const double left = 0.5 * (box.left + box.right - width);
  const double top =
      0.5 * (box.bottom + box.top) + height * (kHeader + 0.5 * (1 - kHeader - kFooter));
  return {{left, top - height, left + width, top}, {0, 0}, scale};
}

/// Writes along a line of the picture.
class Writer {
 public:
  Writer(Canvas& canvas, double x, double baseline, double height)
      : canvas_(canvas), x_(x), baseline_(baseline), height_(height) {}

  void text(const std::string& text, Color color) {
    canvas_.draw(stroke_text(text, {x_, baseline_}, height_, color));
    x_ += stroke_text_width(text, height_) + 1.2 * height_;
  }

  /// A bar from relaxed to active, and what it stands for.
  void activation_scale(const std::string& name, Color relaxed, Color active) {
    constexpr int kSteps = 6;
    const double width = 0.6 * height_, bottom = baseline_ + 0.1 * height_,
                 top = baseline_ - height_;
    for (int i = 0; i < kSteps; ++i) {
      const double left = x_ + i * width;
      canvas_.draw({"key",
                    DrawnShape::Kind::kFill,
                    {{left, top}, {left + width, top}, {left + width, bottom}, {left, bottom}},
                    mixed(relaxed, active, static_cast<double>(i) / (kSteps - 1))});
    }
    x_ += kSteps * width + 0.7 * height_;
    text(name, palette::kFaintInk);
    x_ += height_;
  }

 private:
  Canvas& canvas_;
  double x_, baseline_, height_;
};

void draw_texts(Canvas& canvas, const Trajectory& trajectory, double time, bool is_end) {
  using namespace palette;
  const Image& image = canvas.image();
  const double size = kTextHeight * image.height, margin = 1.5 * size;
  Writer header(canvas, margin, 2.5 * size, size);
  header.text("start " + angle_label(trajectory.start), kInk);
  header.text(is_end ? outcome_label(trajectory) : "", kFaintInk);
  // Whole units while it moves: digits that come and go would make the text jump.
  const std::string clock = time_label(is_end ? time : std::floor(time));
  Writer(canvas, image.width - margin - stroke_text_width(clock, size), 2.5 * size, size)
      .text(clock, kInk);
  Writer footer(canvas, margin, image.height - 1.5 * size, 0.8 * size);
  footer.activation_scale("dorsal", kRelaxedEdge, kDorsal);
  footer.activation_scale("ventral", kRelaxedEdge, kVentral);
  footer.activation_scale("transversal", kRelaxedFill, kTransversal);
}

}  // namespace

Film::Film(std::vector<Trajectory> trajectories, const FilmOptions& options)
    : trajectories_(std::move(trajectories)), options_(options) {
  check(trajectories_, options_);
  WorldBox box = bounds(trajectories_[0]);
  for (const Trajectory& trajectory : trajectories_) {
    box = united(box, bounds(trajectory));
    frames_ += length(trajectory);
  }
  view_ = view_of(box, options_);
}

double Film::steps_per_frame(const Trajectory& trajectory) const {
  return options_.speed / options_.frames_per_second / trajectory.control_step;
}

int Film::length(const Trajectory& trajectory) const {
  const double moving = (drawable_frames(trajectory) - 1) / steps_per_frame(trajectory);
  const double holding = options_.hold_s * options_.frames_per_second;
  return static_cast<int>(std::ceil(moving) + std::round(holding)) + 1;
}

Image Film::frame(int index) const {
  assert(index >= 0 && index < frames_);
  auto trajectory = trajectories_.begin();
  for (; index >= length(*trajectory); ++trajectory) index -= length(*trajectory);
  const double last = drawable_frames(*trajectory) - 1;
  const double position = std::min(index * steps_per_frame(*trajectory), last);
  Canvas canvas(options_.width, options_.height, palette::kAir);
  canvas.draw(snapshot(*trajectory, position, view_));
  draw_texts(canvas, *trajectory, position * trajectory->control_step, position == last);
  return std::move(canvas).take();
}

}  // namespace lowpass
