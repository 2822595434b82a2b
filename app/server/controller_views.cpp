#include "app/server/controller_views.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "app/server/answer_text.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"
#include "lowpass/encoding/chromosomes.h"
#include "lowpass/encoding/order.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/problem.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/checkpoint.h"
#include "lowpass/record/spectrum_log.h"

namespace lowpass::app {
namespace {

std::string below(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

std::string required(const FolderReader& folder, const std::string& run, const std::string& name) {
  auto text = folder.read(below(run, name));
  if (!text) throw Error(ErrorKind::kFile, fmt::format("{}: not there (yet)", below(run, name)));
  return std::move(*text);
}

GenomeFile genome_of(const FolderReader& folder, const ControllerChoice& choice) {
  const std::string name = choice.which + ".json";
  return genome_file_from_text(required(folder, choice.run_folder, name),
                               below(choice.run_folder, name));
}

ResizeOptions resize_of(const ControllerChoice& choice) {
  if (choice.compartments &&
      (*choice.compartments < 1 || *choice.compartments > kLongestViewedArm)) {
    throw Error(ErrorKind::kUsage, fmt::format("compartments = {}: expected 1 to {}",
                                               *choice.compartments, kLongestViewedArm));
  }
  return {.compartments = choice.compartments, .scale = Scale::kNone, .direct_mapping = {}};
}

/// The state of the checkpoint, or of the one before it where that is damaged.
RunState state_of(const FolderReader& folder, const std::string& run) {
  std::string why = "no checkpoint (yet)";
  for (const char* name : {"checkpoint", "checkpoint.previous"}) {
    const auto bytes = folder.read(below(run, name));
    if (!bytes) continue;
    try {
      return state_from_bytes(checkpoint_from_bytes(*bytes).payload);
    } catch (const Error& error) {
      why = fmt::format("{}: {}", name, error.what());
    }
  }
  throw Error(ErrorKind::kFile, fmt::format("{}: {}", run, why));
}

Configuration configuration_of(const FolderReader& folder, const std::string& run) {
  const std::string place = below(run, "manifest.json");
  const JsonValue json = JsonValue::parse(required(folder, run, "manifest.json"), place);
  return configuration_from_json(json.at("configuration"));
}

/// "[[0,0],[0,1],...]": the first `count` frequencies of an array.
std::string frequencies_text(const Shape& shape, Cell count) {
  std::string text = "[";
  for (Cell cell : coefficient_order(shape, count)) {
    std::vector<Cell> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; cell /= shape[axis]) {
      index[axis] = cell % shape[axis];
    }
    text += (text.size() > 1 ? "," : "") + numbers_text(index);
  }
  return text + "]";
}

std::string chromosomes_text(const Mapping& mapping, const std::vector<Cell>& lengths) {
  static const std::vector<std::string> kThree = {"input", "recurrent", "bias"};
  std::string text = "[";
  for (std::size_t m = 0; m < mapping.arrays.size(); ++m) {
    const std::string name = mapping.arrays.size() == 3 ? kThree[m] : "all weights";
    text += fmt::format("{}{{\"name\":\"{}\",\"shape\":{},\"length\":{},\"frequencies\":{}}}",
                        m > 0 ? "," : "", name, numbers_text(mapping.arrays[m].shape), lengths[m],
                        frequencies_text(mapping.arrays[m].shape, lengths[m]));
  }
  return text + "]";
}

std::string distribution_text(std::uint32_t generation, const std::vector<double>& mean,
                              const std::vector<double>& sigma) {
  return fmt::format("{{\"generation\":{},\"mean\":{},\"sigma\":{}}}", generation,
                     numbers_text(mean), numbers_text(sigma));
}

}  // namespace

std::string trajectory_json(const FolderReader& folder, const ControllerChoice& choice,
                            double start) {
  const GenomeFile file = genome_of(folder, choice);
  const std::string place = below(choice.run_folder, choice.which + ".json");
  const ResizeOptions resize = resize_of(choice);
  ReachingOptions reaching = stored_reaching(file, place, resize.compartments);
  reaching.starts = {start};
  const OctopusReaching task(reaching);
  const Trajectory t = recorded_episode(task, stored_controller(file, place, resize), 0);
  // Sixteen bits a coordinate: a thousandth of the arm's unit, coarser only if that is too fine for
  // the extent of the picture.
  double extent = 0.0;
  for (const auto& frame : t.frames) {
    for (const double x : frame.nodes) extent = std::max(extent, std::abs(x));
  }
  const double unit = std::max(1e-3, extent / 32000);
  std::vector<std::int16_t> nodes;
  std::vector<std::uint8_t> activations;
  for (const auto& frame : t.frames) {
    for (const double x : frame.nodes) {
      nodes.push_back(static_cast<std::int16_t>(std::lround(x / unit)));
    }
    for (const double a : frame.activations) {
      activations.push_back(static_cast<std::uint8_t>(std::lround(255 * a)));
    }
  }
  return fmt::format(
      "{{\"compartments\":{},\"start\":{},\"control_step\":{},\"goal\":[{},{}],\"surface\":{},"
      "\"fitness\":{},\"touched\":{},\"frames\":{},\"unit\":{},\"nodes\":\"{}\","
      "\"activations\":\"{}\"}}",
      t.compartments, number_text(t.start), t.control_step, t.goal_x, t.goal_y, t.surface,
      number_text(t.fitness), t.touched, t.frames.size(), unit,
      base64_of(std::span<const std::int16_t>(nodes)),
      base64_of(std::span<const std::uint8_t>(activations)));
}

std::string weights_json(const FolderReader& folder, const ControllerChoice& choice) {
  const GenomeFile file = genome_of(folder, choice);
  const Weights weights =
      stored_weights(file, below(choice.run_folder, choice.which + ".json"), resize_of(choice));
  const std::vector<float> values(weights.values.begin(), weights.values.end());
  return fmt::format(
      "{{\"inputs\":{},\"neurons\":{},\"genes\":{},\"mapping\":\"{}\","
      "\"compartments\":{},\"values\":\"{}\"}}",
      weights.size.inputs, weights.size.neurons, file.genome.size(), file.mapping,
      choice.compartments.value_or(file.compartments), base64_of(std::span<const float>(values)));
}

std::string spectrum_json(const FolderReader& folder, const std::string& run_folder) {
  const Configuration configuration = configuration_of(folder, run_folder);
  const std::string& name = configuration.encoding.mapping;
  if (name == "direct") return "{\"direct\":true}";
  const RunState state = state_of(folder, run_folder);
  const auto records =
      spectrum_records(folder.read(below(run_folder, "spectrum.jsonl")).value_or(""));
  const Mapping mapping = make_mapping(name, task_geometry(configuration));
  std::vector<Cell> capacities;
  for (const WeightArray& array : mapping.arrays) capacities.push_back(cell_count(array.shape));
  // A growing genome is divided anew with each addition: how, for every length that occurs.
  std::set<std::size_t> sizes{state.search.distribution.mean.size()};
  for (const SpectrumRecord& record : records) sizes.insert(record.mean.size());
  std::string lengths, history;
  for (const std::size_t size : sizes) {
    lengths += fmt::format("{}\"{}\":{}", lengths.empty() ? "" : ",", size,
                           numbers_text(chromosome_lengths(capacities, static_cast<Cell>(size))));
  }
  for (const SpectrumRecord& record : records) {
    history += (history.empty() ? "" : ",") +
               distribution_text(record.generation, record.mean, record.sigma);
  }
  const auto& now = state.search;
  return fmt::format(
      "{{\"direct\":false,\"chromosomes\":{},\"lengths\":{{{}}},\"now\":{},\"best\":{},"
      "\"history\":[{}]}}",
      chromosomes_text(
          mapping, chromosome_lengths(capacities, static_cast<Cell>(now.distribution.mean.size()))),
      lengths, distribution_text(now.generation, now.distribution.mean, now.distribution.sigma),
      numbers_text(now.best_genome), history);
}

std::string population_json(const FolderReader& folder, const std::string& run_folder) {
  const Configuration configuration = configuration_of(folder, run_folder);
  const RunState state = state_of(folder, run_folder);
  const auto encoding = make_encoding(configuration, state.coefficients);
  const std::size_t genes = state.search.distribution.mean.size();
  if (genes != static_cast<std::size_t>(encoding->genome_size())) {
    throw Error(ErrorKind::kFile, run_folder + ": the checkpoint does not fit the manifest");
  }
  const Population population = Snes(state.search, snes_rates(configuration, genes)).ask();
  const auto task = make_task(configuration);
  Evaluator evaluator(*task, Topology::fully_recurrent(encoding->network_size()),
                      network_activation(configuration), 1);
  const Evaluation evaluation = evaluator.evaluate(*encoding, population.genomes);
  std::string genomes;
  for (std::size_t k = 0; k < population.size() && genes <= kMostSpectrumGenes; ++k) {
    genomes += (genomes.empty() ? "" : ",") + numbers_text(population.genome(k));
  }
  std::vector<int> diverged(population.size(), 0);
  const std::size_t trials = evaluation.episodes.size() / population.size();
  for (std::size_t i = 0; i < evaluation.episodes.size(); ++i) {
    diverged[i / trials] += evaluation.episodes[i].diverged;
  }
  return fmt::format(
      "{{\"generation\":{},\"is_finished\":{},\"genes\":{},\"fitness\":{},\"diverged\":{},"
      "\"genomes\":[{}],\"mean\":{},\"sigma\":{}}}",
      state.search.generation + 1, state.is_finished, genes, numbers_text(evaluation.fitness),
      numbers_text(diverged), genomes,
      genes <= kMostSpectrumGenes ? numbers_text(state.search.distribution.mean) : "[]",
      genes <= kMostSpectrumGenes ? numbers_text(state.search.distribution.sigma) : "[]");
}

}  // namespace lowpass::app
