#include "python/src/episodes.h"

#include <algorithm>

#include "lowpass/core/error.h"
#include "lowpass/report/part_drawing.h"

namespace lowpass::python {
namespace {

/// Of a long episode the last moments are drawn: the way of a point does not grow for ever.
constexpr std::size_t kKeptMoments = 2000;
/// What is seen of the world beyond what the starts of all trials need: in shares of its larger
/// side.
constexpr double kPictureMargin = 0.15;

int unit_count(const Grid& grid) { return grid.unit_count(); }

/// The view of `box` in the middle of a picture.
View centred_view(const SceneBox& box, int width, int height) {
  const double scale = std::min(width / box.width(), height / box.height());
  const double world_width = width / scale, world_height = height / scale;
  const double left = 0.5 * (box.left + box.right - world_width);
  const double top = 0.5 * (box.bottom + box.top + world_height);
  return {{left, top - world_height, left + world_width, top}, {0, 0}, scale};
}

SceneBox widened(const SceneBox& box) {
  const double margin = kPictureMargin * std::max(box.width(), box.height());
  return {box.left - margin, box.bottom - margin, box.right + margin, box.top + margin};
}

}  // namespace

Episodes::Episodes(std::shared_ptr<const Task> task, int lanes, int threads, bool is_recording)
    : task_(std::move(task)),
      lanes_(lanes),
      inputs_(unit_count(task_->geometry().inputs)),
      outputs_(unit_count(task_->geometry().neurons)),
      is_recording_(is_recording),
      lane_(lanes),
      observations_(static_cast<std::size_t>(lanes) * inputs_, 0.0),
      pool_(threads) {
  arenas_.push_back(task_->make_arena());
  arena_lanes_ = arenas_[0]->lanes();
  while (static_cast<int>(arenas_.size()) * arena_lanes_ < lanes) {
    arenas_.push_back(task_->make_arena());
  }
  if (is_recording) box_ = picture_box();
}

void Episodes::start(std::span<const std::int64_t> lanes, std::span<const std::int64_t> trials) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    begin(static_cast<int>(lanes[i]), static_cast<int>(trials[i]));
  }
}

void Episodes::begin(int lane, int trial) {
  arena_of(lane).start(lane % arena_lanes_, trial);
  Lane& l = lane_[lane];
  l.is_running = true;
  l.returned = 0.0;
  if (is_recording_) l.recording = {.scene = task_->scene(), .title = {}, .moments = {}};
  see(lane);
  record(lane);
}

void Episodes::see(int lane) {
  arena_of(lane).observe(lane % arena_lanes_,
                         std::span(observations_).subspan(lane * inputs_, inputs_));
}

void Episodes::observe(double* rows) const {
  // (On the way: a pass of its own would take as long again.)
  for (std::size_t i = 0; i < observations_.size(); ++i) {
    rows[i] = std::min(std::max(observations_[i], -kLargestObservation), kLargestObservation);
  }
}

void Episodes::step(std::span<const double> outputs, std::span<LaneResult> results) {
  const int arenas = static_cast<int>(arenas_.size()), threads = pool_.threads();
  if (threads == 1) {
    for (int i = 0; i < arenas; ++i) step_arena(i, outputs, results);
  } else {
    pool_.run([&](int worker) {
      for (int i = worker; i < arenas; i += threads) step_arena(i, outputs, results);
    });
  }
}

void Episodes::step_arena(int arena, std::span<const double> outputs,
                          std::span<LaneResult> results) {
  const int first = arena * arena_lanes_, last = std::min(first + arena_lanes_, lanes_);
  for (int lane = first; lane < last; ++lane) {
    if (!lane_[lane].is_running) continue;
    arenas_[arena]->act(lane - first, outputs.subspan(lane * outputs_, outputs_));
  }
  arenas_[arena]->step();
  for (int lane = first; lane < last; ++lane) {
    results[lane] = lane_[lane].is_running ? judged(lane) : LaneResult{};
  }
}

/// What became of a lane that ran.
LaneResult Episodes::judged(int lane) {
  const Arena& arena = arena_of(lane);
  const int place = lane % arena_lanes_;
  Lane& l = lane_[lane];
  l.is_running = !arena.finished(place);
  const bool is_sound = l.is_running || !arena.episode(place).diverged;
  if (is_sound) {
    see(lane);
    record(lane);
  }
  LaneResult result{.reward = arena.score(place) - l.returned};
  l.returned += result.reward;
  if (!l.is_running) {
    result.truncated = arena.is_out_of_time(place);
    result.terminated = !result.truncated;
  }
  return result;
}

void Episodes::record(int lane) {
  if (!is_recording_) return;
  std::vector<Moment>& moments = lane_[lane].recording.moments;
  if (moments.size() == kKeptMoments) moments.erase(moments.begin());
  moments.push_back(arena_of(lane).moment(lane % arena_lanes_));
}

/// The same for every picture of the task: its scene's own view, or what the starts of all trials
/// need and some more; the few that are left out of it are cut off.
SceneBox Episodes::picture_box() const {
  const Scene scene = task_->scene();
  if (scene.parts.empty()) {
    throw Error(ErrorKind::kUsage, "render_mode: the task has no scene to draw");
  }
  if (scene.view) return *scene.view;
  std::optional<SceneBox> box;
  const auto arena = task_->make_arena();
  for (int trial = 0; trial < task_->trials(); ++trial) {
    arena->start(0, trial);
    const Recording start{.scene = scene, .title = {}, .moments = {arena->moment(0)}};
    const SceneBox needed = SceneDrawing(start).bounds();
    box = box ? united(*box, needed) : needed;
  }
  return widened(*box);
}

Image Episodes::picture(int lane, int width, int height) const {
  const SceneDrawing drawing(lane_[lane].recording);
  Canvas canvas(width, height, palette::kGround);
  canvas.draw(drawing.shapes(drawing.moments() - 1, centred_view(*box_, width, height)));
  return std::move(canvas).take();
}

}  // namespace lowpass::python
