#include "app/recordings.h"

#include <cmath>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/report/film_strip.h"

namespace lowpass::app {

std::vector<double> parse_angles(const std::string& text, const std::string& option) {
  std::vector<double> angles;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    std::size_t used = 0;
    double angle = NAN;
    try {
      angle = std::stod(word, &used);
    } catch (const std::exception&) {
    }
    if (used != word.size() || !std::isfinite(angle)) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{} {}: expected radians separated by commas, such "
                              "as -0.785,0.785",
                              option, text));
    }
    angles.push_back(angle);
    begin = end + 1;
  }
  return angles;
}

std::vector<Trajectory> recorded(const GenomeFile& file, const std::string& place,
                                 std::vector<double> starts, const ResizeOptions& resize) {
  ReachingOptions reaching = stored_reaching(file, place, resize.compartments);
  if (!starts.empty()) reaching.starts = std::move(starts);
  const OctopusReaching task(reaching);
  const Controller controller = stored_controller(file, place, resize);
  std::vector<Trajectory> trajectories;
  for (int trial = 0; trial < task.trials(); ++trial) {
    trajectories.push_back(recorded_episode(task, controller, trial));
  }
  return trajectories;
}

RunAttachment film_attachment() {
  return {"film.svg", [](const GenomeFile& best, const GenomeFile&) {
            return film_strip_svg(recorded(best, "best.json", {}, {}));
          }};
}

}  // namespace lowpass::app
