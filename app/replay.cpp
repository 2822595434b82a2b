#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/controllers.h"
#include "app/step_progress.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "app/video.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/report/film.h"
#include "lowpass/report/film_strip.h"
#include "lowpass/scene/recording_file.h"

namespace lowpass::app {
namespace {

/// All trials in one JSON array; a single one as the object itself.
std::string json_text(const std::vector<Recording>& recordings) {
  if (recordings.size() == 1) return recording_text(recordings[0]);
  std::string text = "[";
  for (const Recording& recording : recordings) {
    std::string one = recording_text(recording);
    one.erase(one.find_last_not_of('\n') + 1);
    text += (text.size() > 1 ? ",\n" : "") + one;
  }
  return text + "]\n";
}

void require_something_to_see(const std::vector<Recording>& recordings,
                              const ReplayOptions& options) {
  if (!recordings[0].scene.parts.empty() || (options.svg.empty() && options.video.empty())) return;
  throw Error(ErrorKind::kUsage, "the task has no scene: there is nothing to be drawn");
}

/// A line a trial: on standard output, unless a file goes there.
void tell_results(const std::vector<Recording>& recordings, const ReplayOptions& options) {
  std::string text;
  for (const Recording& recording : recordings) {
    text += fmt::format("{:<18}  fitness {:.6g}{}{}\n", recording.title, recording.fitness,
                        recording.outcome.empty() ? "" : ", ", recording.outcome);
  }
  const bool is_taken = options.svg == "-" || options.video == "-" || options.json == "-";
  if (is_taken) {
    narrate("{}", text);
  } else {
    fmt::print("{}", text);
  }
}

void write_film(const std::string& path, const std::vector<Recording>& recordings) {
  const Film film(recordings);
  StepProgress progress(path == "-" ? "standard output" : path, film.frames(), "frames");
  write_video(path, {.frames = film.frames(),
                     .frames_per_second = film.options().frames_per_second,
                     .frame = [&](int i) {
                       progress.show(i, seconds_now());
                       return film.frame(i);
                     }});
  progress.finish(seconds_now());
}

}  // namespace

void run(const ReplayOptions& options) {
  if (!options.video.empty()) check_video_name(options.video);
  const GenomeFile file = read_genome_file(genome_path(options.controller.file));
  const auto recordings =
      recorded(file, configuration_under(file, conditions_of(options.controller)));
  require_something_to_see(recordings, options);
  tell_results(recordings, options);
  if (!options.svg.empty()) write_file(options.svg, film_strip_svg(recordings));
  if (!options.json.empty()) write_file(options.json, json_text(recordings));
  if (!options.video.empty()) write_film(options.video, recordings);
}

}  // namespace lowpass::app
