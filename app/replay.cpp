#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/recordings.h"
#include "app/verbs.h"
#include "app/video.h"
#include "lowpass/core/file.h"
#include "lowpass/report/film.h"
#include "lowpass/report/film_strip.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass::app {
namespace {

/// All starts in one JSON array; a single start as the object itself.
std::string json_text(const std::vector<Trajectory>& trajectories) {
  if (trajectories.size() == 1) return trajectory_text(trajectories[0]);
  std::string text = "[";
  for (const Trajectory& trajectory : trajectories) {
    std::string one = trajectory_text(trajectory);
    one.erase(one.find_last_not_of('\n') + 1);
    text += (text.size() > 1 ? ",\n" : "") + one;
  }
  return text + "]\n";
}

}  // namespace

void run(const ReplayOptions& options) {
  if (!options.video.empty()) check_video_name(options.video);
  std::vector<double> starts;
  if (!options.starts.empty()) starts = parse_angles(options.starts, "--start");
  const auto trajectories = recorded(read_genome_file(options.file), options.file, starts,
                                     {.compartments = options.compartments});
  for (const Trajectory& t : trajectories) {
    fmt::print("start {:7.4f}  fitness {:.6f}  {} steps  {}\n", t.start, t.fitness,
               t.frames.size() - 1, t.touched ? "touched" : "not touched");
  }
  if (!options.svg.empty()) write_file(options.svg, film_strip_svg(trajectories));
  if (!options.json.empty()) write_file(options.json, json_text(trajectories));
  if (options.video.empty()) return;
  const Film film(trajectories);
  write_video(options.video, {.frames = film.frames(),
                              .frames_per_second = film.options().frames_per_second,
                              .frame = [&](int i) { return film.frame(i); }});
}

}  // namespace lowpass::app
