// Behaviour as film strips.

#include "lowpass/report/figure_parts.h"
#include "lowpass/report/film_strip.h"

namespace lowpass {
namespace {

std::optional<Figure> film_figure(const std::string& name, const std::string& title,
                                  std::span<const Trajectory> trajectories, int snapshots) {
  if (trajectories.empty()) return std::nullopt;
  Figure figure{.name = name,
                .title = title,
                .columns = {"compartments", "start_radians", "fitness", "touched", "time"}};
  for (const Trajectory& trajectory : trajectories) {
    const auto steps = static_cast<double>(trajectory.frames.size()) - 1;
    figure.rows.push_back({static_cast<double>(trajectory.compartments), trajectory.start,
                           trajectory.fitness, std::string(trajectory.touched ? "yes" : "no"),
                           steps * trajectory.control_step});
  }
  figure.svg = film_strip_svg(trajectories, {.snapshots = snapshots});
  return figure;
}

}  // namespace

std::optional<Figure> behaviour_figure(std::span<const Trajectory> trajectories) {
  return film_figure("behaviour", "Behaviour of a controller from its three starts", trajectories,
                     8);
}

std::optional<Figure> arms_figure(std::span<const Trajectory> trajectories) {
  return film_figure("arms", "Behaviour of one controller on arms of several lengths", trajectories,
                     6);
}

}  // namespace lowpass
