#include "lowpass/record/genome_file.h"

#include <climits>

#include <nlohmann/json.hpp>

#include "lowpass/core/file.h"
#include "lowpass/record/json_reader.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-genome";
constexpr int kVersion = 1;

}  // namespace

GenomeFile read_genome_file(const std::filesystem::path& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path.string());
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  GenomeFile file;
  file.task = json.at("task").text();
  file.actions = json.at("actions").text_of({"raw", "meta"});
  file.mapping = json.at("mapping").text_of({"omega1", "omega2", "omega3", "direct"});
  if (json.has("compartments")) {
    file.compartments = json.at("compartments").integer(1, INT_MAX);
  }
  file.genome = json.at("genome").numbers();
  if (file.genome.empty()) json.at("genome").expected("at least one number");
  if (json.has("fitness")) file.fitness = json.at("fitness").number();
  return file;
}

std::string genome_file_text(const GenomeFile& file) {
  nlohmann::ordered_json json{{"format", kFormat},       {"version", kVersion},
                              {"task", file.task},       {"actions", file.actions},
                              {"mapping", file.mapping}, {"compartments", file.compartments},
                              {"genome", file.genome}};
  if (file.fitness) json["fitness"] = *file.fitness;
  if (file.truncation) {
    json["truncation"] = {{"rms", file.truncation->rms},
                          {"relative", file.truncation->relative},
                          {"largest", file.truncation->largest}};
  }
  return json.dump() + "\n";
}

}  // namespace lowpass
