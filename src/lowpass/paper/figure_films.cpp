// Behaviour as film strips.

#include "lowpass/paper/figures.h"
#include "lowpass/report/film_strip.h"

namespace lowpass {
namespace {

std::optional<Figure> film_figure(const std::string& name, const std::string& title,
                                  std::span<const Recording> recordings, int snapshots) {
  if (recordings.empty()) return std::nullopt;
  Figure figure{
      .name = name, .title = title, .columns = {"episode", "fitness", "succeeded", "time"}};
  for (const Recording& recording : recordings) {
    const auto steps = static_cast<double>(recording.moments.size()) - 1;
    figure.rows.push_back({recording.title, recording.fitness,
                           std::string(recording.succeeded ? "yes" : "no"),
                           steps * recording.scene.step_time});
  }
  figure.svg = film_strip_svg(recordings, {.snapshots = snapshots});
  return figure;
}

}  // namespace

std::optional<Figure> behaviour_figure(std::span<const Recording> recordings) {
  return film_figure("behaviour", "Behaviour of a controller from its three starts", recordings, 8);
}

std::optional<Figure> arms_figure(std::span<const Recording> recordings) {
  return film_figure("arms", "Behaviour of one controller on arms of several lengths", recordings,
                     6);
}

}  // namespace lowpass
