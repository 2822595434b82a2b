#include "lowpass/experiment/genome_file.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/configuration/resolution.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/task/task_list.h"

namespace lowpass {
namespace {

constexpr const char* kGenomeFormat = "lowpass-genome";
constexpr int kGenomeVersion = 2;

void add_table(const JsonValue& json, const std::string& table, std::vector<Setting>& settings) {
  for (const std::string& key : json.keys()) {
    settings.push_back(setting_of_json(fmt::format("{}.{}", table, key), json.at(key)));
  }
}

/// In version 1 the keys of the task and of the network stood beside all others.
void add_flat_keys(const JsonValue& json, const TaskEntry& task, std::vector<Setting>& settings) {
  for (const auto& [key, value] : task.first_defaults) {
    if (!json.has(key)) settings.push_back({"task." + key, value, json.place(), json.place()});
  }
  for (const Key& key : task.keys) {
    if (json.has(key.name)) {
      settings.push_back(setting_of_json("task." + key.name, json.at(key.name)));
    }
  }
  for (const char* key : {"activation", "step"}) {
    if (json.has(key))
      settings.push_back(setting_of_json(fmt::format("network.{}", key), json.at(key)));
  }
}

Configuration configuration_of(const JsonValue& json, std::int64_t version) {
  const JsonValue name = json.at("task");
  const TaskEntry& task = task_named(
      name.text(), fmt::format("{} = \"{}\"", name.place(), name.text()), ErrorKind::kFile);
  std::vector<Setting> settings{setting_of_json("task.name", name),
                                setting_of_json("encoding.mapping", json.at("mapping"))};
  for (const char* key : {"basis", "transform"}) {
    if (json.has(key))
      settings.push_back(setting_of_json(fmt::format("encoding.{}", key), json.at(key)));
  }
  if (version == 1) {
    add_flat_keys(json, task, settings);
  } else {
    add_table(json.at("keys"), "task", settings);
    add_table(json.at("network"), "network", settings);
  }
  return resolved(settings);
}

/// Throws unless the genome's length fits its encoding.
void check_length(const GenomeFile& file, const std::string& place) {
  const Configuration& configuration = file.configuration;
  const auto genes = static_cast<Cell>(file.genome.size());
  const Cell most = coefficient_limit(configuration);
  const bool is_direct = configuration.encoding.mapping == "direct";
  if (is_direct ? genes == most : genes <= most) return;
  const NetworkSize size = network_size(configuration);
  throw Error(ErrorKind::kFile,
              fmt::format("{}: genome of {} genes: expected {}{} for {} with {} inputs and {} "
                          "neurons",
                          place, genes, is_direct ? "" : "1 to ", most,
                          configuration.encoding.mapping, size.inputs, size.neurons));
}

Normalization normalization_from(const JsonValue& json, const Configuration& configuration) {
  const auto inputs = static_cast<std::size_t>(network_size(configuration).inputs);
  Normalization normalization{json.at("mean").numbers(), json.at("scale").numbers()};
  for (const char* key : {"mean", "scale"}) json.at(key).require_size(inputs, "one an input");
  return normalization;
}

std::vector<std::int64_t> seeds_from(const JsonValue& json) {
  std::vector<std::int64_t> seeds;
  for (std::size_t i = 0; i < json.size(); ++i) {
    seeds.push_back(json.item(i).integer(0, std::numeric_limits<std::int64_t>::max()));
  }
  return seeds;
}

JsonText json_of(const std::vector<std::int64_t>& numbers) {
  JsonText json = JsonText::array();
  for (const std::int64_t number : numbers) json.add(number);
  return json;
}

}  // namespace

GenomeFile read_genome_file(const std::filesystem::path& path) {
  return genome_file_from_text(read_file(path), path.string());
}

GenomeFile genome_file_from_text(const std::string& text, const std::string& name) {
  const JsonValue json = JsonValue::parse(text, name);
  json.at("format").text_of({kGenomeFormat});
  const std::int64_t version = json.at("version").integer(1, kGenomeVersion);
  GenomeFile file{.configuration = configuration_of(json, version),
                  .genome = json.at("genome").numbers()};
  if (file.genome.empty()) json.at("genome").expected("at least one number");
  if (json.has("fitness")) file.fitness = json.at("fitness").number();
  if (json.has("normalization")) {
    file.normalization = normalization_from(json.at("normalization"), file.configuration);
  }
  if (json.has("seeds")) file.seeds = seeds_from(json.at("seeds"));
  check_length(file, name);
  if (file.configuration.encoding.mapping != "direct") {
    file.configuration.encoding.coefficients = static_cast<int>(file.genome.size());
  }
  return file;
}

std::string genome_file_text(const GenomeFile& file) {
  const Configuration& configuration = file.configuration;
  JsonText json = JsonText::object({{"format", kGenomeFormat},
                                    {"version", kGenomeVersion},
                                    {"task", configuration.task.name},
                                    {"keys", keys_json(configuration, "task")},
                                    {"network", keys_json(configuration, "network")},
                                    {"mapping", configuration.encoding.mapping}});
  if (configuration.encoding.basis != "cosine") json.add("basis", configuration.encoding.basis);
  if (configuration.encoding.transform != "printed") {
    json.add("transform", configuration.encoding.transform);
  }
  json.add("genome", file.genome);
  if (file.fitness) json.add("fitness", *file.fitness);
  if (file.truncation) {
    json.add("truncation", JsonText::object({{"rms", file.truncation->rms},
                                             {"relative", file.truncation->relative},
                                             {"largest", file.truncation->largest}}));
  }
  if (!file.normalization.empty()) {
    json.add("normalization", JsonText::object({{"mean", file.normalization.mean},
                                                {"scale", file.normalization.scale}}));
  }
  if (!file.seeds.empty()) json.add("seeds", json_of(file.seeds));
  return json.text() + "\n";
}

}  // namespace lowpass
