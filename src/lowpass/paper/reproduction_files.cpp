#include "lowpass/paper/reproduction_files.h"

#include <filesystem>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "lowpass/core/file.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/paper/claims_text.h"
#include "lowpass/paper/run_list.h"

namespace lowpass {
namespace {

/// The arms of the figure that shows one controller on several ([FDE12] Figure "Generalization
/// visualization" has 3 to 20).
constexpr int kShownArms[] = {3, 4, 6, 8, 10, 12, 15, 18, 20};

/// Every setup that the paper has runs of.
std::vector<Setup> paper_setups() {
  std::vector<Setup> setups;
  for (const Target& target : reproduction_targets()) {
    if (target.name != "convergence" && target.name != "incremental") continue;
    setups.insert(setups.end(), target.setups.begin(), target.setups.end());
  }
  return setups;
}

std::filesystem::path best_file(const std::filesystem::path& run) { return run / "best.json"; }

}  // namespace

ReproductionFiles::ReproductionFiles(const ReproductionOptions& paper,
                                     const ReproductionOptions& sensitivity)
    : paper_(paper), sensitivity_(sensitivity), runs_(read_runs(paper_setups(), paper)) {
  make_folder(paper_.folder / "figures");
  write_claims();
  write_file(paper_.folder / "runs.csv", runs_csv(runs_));
}

void ReproductionFiles::write_claims() const {
  const std::vector<Claim> all = judged_claims(runs_);
  write_file(paper_.folder / "claims.txt", claims_text(all));
  write_file(paper_.folder / "claims.json", claims_json(all));
  write_file(paper_.folder / "claims.md", claims_markdown(all));
}

void ReproductionFiles::add(const Target& target) {
  switch (target.kind) {
    case Target::Kind::kClaim:
      claims_.push_back(judged_claim(std::stoi(target.name), runs_));
      break;
    case Target::Kind::kFigure:
      write_figure(figure(target));
      break;
    case Target::Kind::kSensitivity: {
      auto records = read_runs(target.setups, sensitivity_);
      write_file(sensitivity_.folder / "sensitivity.csv", runs_csv(RunTable(records)));
      const auto preset = read_runs(paper_setups(), paper_);  // to compare with
      records.insert(records.end(), preset.begin(), preset.end());
      const RunTable runs(std::move(records));
      write_figure(sensitivity_goals_figure(runs));
      write_figure(sensitivity_settings_figure(runs));
      break;
    }
    case Target::Kind::kInference:  // has files of its own (inference.h)
      break;
  }
}

std::optional<Figure> ReproductionFiles::figure(const Target& target) const {
  using Make = std::function<std::optional<Figure>()>;
  const std::map<std::string, Make> figures = {
      {"convergence", [&] { return convergence_figure(runs_); }},
      {"evaluations", [&] { return evaluations_figure(runs_); }},
      {"incremental", [&] { return incremental_figure(runs_); }},
      {"starts", [&] { return starts_figure(runs_); }},
      {"angles", [&] { return angles_figure(runs_); }},
      {"lengths", [&] { return lengths_figure(runs_); }},
      {"weights", [&] { return weights(target); }},
      {"behaviour", [&] { return behaviour(target); }},
      {"arms", [&] { return arms(target); }},
  };
  return figures.at(target.name)();
}

std::optional<Figure> ReproductionFiles::weights(const Target& target) const {
  std::vector<SetupNetwork> networks;
  for (const Setup& setup : target.setups) {
    if (runs_.of(setup).empty()) continue;
    const std::string path = best_file(typical_run(runs_.of(setup), paper_)).string();
    const GenomeFile file = read_genome_file(path);
    const Weights weights = stored_weights(file, file.configuration);
    networks.push_back({setup, {weights.size.inputs, weights.size.neurons, weights.values}});
  }
  return weights_figure(networks);
}

std::optional<Figure> ReproductionFiles::behaviour(const Target& target) const {
  const auto runs = runs_.of(target.setups[0]);
  if (runs.empty()) return {};
  const std::string path = best_file(typical_run(runs, paper_)).string();
  const GenomeFile file = read_genome_file(path);
  return behaviour_figure(recorded(file, file.configuration));
}

std::optional<Figure> ReproductionFiles::arms(const Target& target) const {
  const auto runs = runs_.of(target.setups[0]);
  if (runs.empty()) return {};
  const std::string path = best_file(typical_run(runs, paper_)).string();
  const GenomeFile controller = read_genome_file(path);
  std::vector<Recording> recordings;
  for (const int compartments : kShownArms) {
    const Configuration then =
        configuration_under(controller, {.size = compartments, .settings = {"task.starts=[0]"}});
    recordings.push_back(std::move(recorded(controller, then)[0]));
    std::string& title = recordings.back().title;
    title = fmt::format("{} compartments, {}", compartments, title);
  }
  return arms_figure(recordings);
}

void ReproductionFiles::write_figure(const std::optional<Figure>& figure) {
  if (!figure) return;
  const std::filesystem::path stem = paper_.folder / "figures" / figure->name;
  write_file(stem.string() + ".csv", figure_csv(*figure));
  write_file(stem.string() + ".json", figure_json(*figure));
  write_file(stem.string() + ".svg", figure->svg);
  written_.push_back(stem.string());
}

std::string ReproductionFiles::text() const {
  std::string text;
  if (!claims_.empty()) text += claims_text(claims_) + "\n" + claims_overview(claims_) + "\n";
  for (const std::string& stem : written_) text += fmt::format("{}.{{svg,csv,json}}\n", stem);
  return text;
}

std::string ReproductionFiles::json() const { return claims_json(claims_); }

}  // namespace lowpass
