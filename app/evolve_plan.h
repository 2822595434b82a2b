#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/sweep_points.h"
#include "app/verbs.h"
#include "lowpass/sweep/sweep.h"

namespace lowpass::app {

/// One setting of a sweep, resolved; the only one, where nothing is swept.
struct PlannedSetting {
  SweepPoint point;
  Configuration configuration;     ///< of the first seed
  std::vector<double> start = {};  ///< the mean of the first generation, if --from gave it
};

/// What evolve is asked to do.
struct EvolvePlan {
  std::vector<PlannedSetting> settings = {};
  int runs = 1;  ///< of each setting, with seeds that follow each other

  bool is_sweep() const { return !settings[0].point.keys.empty(); }
  /// How many folders the runs lie below the output folder.
  int depth() const { return is_sweep() ? 2 : runs > 1 ? 1 : 0; }
};

/// Resolves and checks what was asked for; makes nothing. The plan is the leader's, on every rank:
/// others have no standard input, and perhaps other files.
EvolvePlan evolve_plan(const EvolveOptions& options);

/// The plan of several runs is kept in their folder, so that they can go on without the command
/// line. Reading throws Error (kFile).
inline constexpr const char* kPlanFile = "sweep.json";
std::string plan_text(const EvolvePlan& plan);
EvolvePlan plan_from_text(const std::string& text, const std::string& name);

/// Where the runs go: --out, or a folder of its own below runs/.
std::filesystem::path output_folder(const EvolveOptions& options,
                                    const Configuration& configuration);

/// The runs of the plan, setting by setting, in OUT, OUT/<seed>, or OUT/<setting>/<seed>.
std::vector<SweepRun> planned_runs(const EvolvePlan& plan, const EvolveOptions& options,
                                   const std::filesystem::path& out);

/// What must be so of the folders before anything is made or changed there; keeps the plan, and
/// gives a run that goes on a larger budget where one is asked for.
void prepare_folders(const EvolvePlan& plan, const std::vector<SweepRun>& runs,
                     const EvolveOptions& options, const std::filesystem::path& out);

}  // namespace lowpass::app
