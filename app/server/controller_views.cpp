#include "app/server/controller_views.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "app/server/answer_text.h"
#include "app/server/run_files.h"
#include "app/server/task_view.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/encoding/order.h"
#include "lowpass/evaluation/evaluator.h"
#include "lowpass/experiment/stored_controller.h"
#include "lowpass/record/spectrum_log.h"

namespace lowpass::app {
namespace {

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

/// What the weights of a block lead from and to; hidden neurons are numbered first.
std::string block_name(const WeightBlock& block, int hidden) {
  const bool is_to_hidden = block.first_to < hidden;
  const std::string to = is_to_hidden ? "hidden" : "outputs";
  if (block.source == Source::kBias) return hidden > 0 ? "bias of " + to : "bias";
  if (hidden == 0) return block.source == Source::kInputs ? "input" : "recurrent";
  const bool is_from_hidden = block.first_from < hidden;
  const std::string from = block.source == Source::kInputs ? "inputs"
                           : is_from_hidden                ? "hidden"
                                                           : "outputs";
  return from + " to " + to;
}

/// Arrays that hold one block are called by it; others by what they are.
std::string array_name(const Mapping& mapping, std::size_t m, int hidden) {
  const WeightArray& array = mapping.arrays[m];
  if (array.blocks.size() == 1 && array.weights.empty()) return block_name(array.blocks[0], hidden);
  return mapping.arrays.size() == 1 ? "all weights" : fmt::format("array {}", m + 1);
}

std::string chromosomes_text(const Configuration& configuration, const Mapping& mapping,
                             const std::vector<Cell>& lengths) {
  std::string text = "[";
  for (std::size_t m = 0; m < mapping.arrays.size(); ++m) {
    const Shape& shape = mapping.arrays[m].shape;
    text += fmt::format("{}{{\"name\":\"{}\",\"shape\":{},\"length\":{},\"frequencies\":{}}}",
                        m > 0 ? "," : "", array_name(mapping, m, configuration.network.hidden),
                        numbers_text(shape), lengths[m], frequencies_text(shape, lengths[m]));
  }
  return text + "]";
}

std::string distribution_text(std::uint32_t generation, const std::vector<double>& mean,
                              const std::vector<double>& sigma) {
  return fmt::format("{{\"generation\":{},\"mean\":{},\"sigma\":{}}}", generation,
                     numbers_text(mean), numbers_text(sigma));
}

/// The search of a run where its checkpoint stands.
struct Standing {
  Configuration configuration;
  RunState state;
  std::unique_ptr<Encoding> encoding;
  std::unique_ptr<Search> search;
  Distribution distribution;
};

Standing standing_of(const FolderReader& folder, const std::string& run) {
  Standing now{.configuration = run_configuration(folder, run), .state = run_state(folder, run)};
  now.encoding = make_encoding(now.configuration, now.state.coefficients);
  now.search = make_search(now.configuration, *now.encoding);
  now.distribution = now.search->distribution(now.state.search);
  if (now.distribution.mean.size() != static_cast<std::size_t>(now.encoding->genome_size())) {
    throw Error(ErrorKind::kFile, run + ": the checkpoint does not fit the manifest");
  }
  return now;
}

/// {"20":[7,7,6],...}: a growing genome is divided anew with each addition. How, for every length
/// that occurs.
std::string lengths_text(const Standing& now, const std::vector<SpectrumRecord>& records) {
  std::set<std::size_t> sizes{now.distribution.mean.size()};
  for (const SpectrumRecord& record : records) sizes.insert(record.mean.size());
  std::string text;
  for (const std::size_t size : sizes) {
    const auto encoding = make_encoding(now.configuration, static_cast<Cell>(size));
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", size,
                        numbers_text(encoding->lengths()));
  }
  return "{" + text + "}";
}

/// The weights that there are.
std::ptrdiff_t link_count(const Configuration& configuration) {
  const Topology topology = network_topology(configuration);
  return topology.exists.empty() ? topology.size.weight_count()
                                 : std::ranges::count(topology.exists, true);
}

/// Diverged episodes of each individual.
std::vector<int> diverged_of(const Evaluation& evaluation) {
  std::vector<int> diverged(evaluation.fitness.size(), 0);
  const std::size_t trials = evaluation.episodes.size() / diverged.size();
  for (std::size_t i = 0; i < evaluation.episodes.size(); ++i) {
    diverged[i / trials] += evaluation.episodes[i].diverged;
  }
  return diverged;
}

}  // namespace

std::string weights_json(const FolderReader& folder, const ControllerChoice& choice) {
  const GenomeFile file = run_controller(folder, choice.run, choice.which);
  const TaskEntry& entry = task_entry(file.configuration);
  if (choice.size && entry.size) {
    const int largest = largest_size(entry, file.configuration.task.keys);
    if (*choice.size > largest) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("size = {}: expected at most {}", *choice.size, largest));
    }
  }
  const Configuration then = configuration_under(file, {.size = choice.size});
  const Weights weights = stored_weights(file, then);
  const std::vector<float> values(weights.values.begin(), weights.values.end());
  return fmt::format(
      "{{\"inputs\":{},\"neurons\":{},\"hidden\":{},\"links\":{},\"genes\":{},\"mapping\":{},"
      "\"size\":{},\"geometry\":{},\"values\":\"{}\"}}",
      weights.size.inputs, weights.size.neurons, then.network.hidden, link_count(then),
      file.genome.size(), json_string(file.configuration.encoding.mapping),
      entry.size ? std::to_string(then.task.keys.integer(entry.size->key)) : "null",
      geometry_text(network_geometry(then)), base64_of(std::span<const float>(values)));
}

std::string spectrum_json(const FolderReader& folder, const std::string& run) {
  if (run_configuration(folder, run).encoding.mapping == "direct") return "{\"direct\":true}";
  const Standing now = standing_of(folder, run);
  const auto records = spectrum_records(folder.read(below(run, "spectrum.jsonl")).value_or(""));
  std::string history;
  for (const SpectrumRecord& record : records) {
    history += (history.empty() ? "" : ",") +
               distribution_text(record.generation, record.mean, record.sigma);
  }
  return fmt::format(
      "{{\"direct\":false,\"chromosomes\":{},\"lengths\":{},\"now\":{},\"best\":{},"
      "\"history\":[{}]}}",
      chromosomes_text(now.configuration, make_mapping(now.configuration), now.encoding->lengths()),
      lengths_text(now, records),
      distribution_text(now.state.search.generation, now.distribution.mean, now.distribution.sigma),
      numbers_text(now.state.search.best_genome), history);
}

std::string population_json(const FolderReader& folder, const std::string& run) {
  const Standing now = standing_of(folder, run);
  Population population;
  now.search->ask(now.state.search, population);
  const auto task = make_task(now.configuration);
  Evaluator evaluator(*task, network_topology(now.configuration),
                      network_activations(now.configuration), 1);
  const Evaluation evaluation = evaluator.evaluate(*now.encoding, population.genomes);
  const std::size_t genes = population.dimension;
  const bool are_drawn = genes <= kMostSpectrumGenes;
  std::string genomes;
  for (std::size_t k = 0; k < population.size() && are_drawn; ++k) {
    genomes += (genomes.empty() ? "" : ",") + numbers_text(population.genome(k));
  }
  return fmt::format(
      "{{\"generation\":{},\"is_finished\":{},\"genes\":{},\"fitness\":{},\"diverged\":{},"
      "\"genomes\":[{}],\"mean\":{},\"sigma\":{}}}",
      now.state.search.generation + 1, now.state.is_finished, genes,
      numbers_text(evaluation.fitness), numbers_text(diverged_of(evaluation)), genomes,
      are_drawn ? numbers_text(now.distribution.mean) : "[]",
      are_drawn ? numbers_text(now.distribution.sigma) : "[]");
}

}  // namespace lowpass::app
