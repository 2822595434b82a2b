#include "lowpass/record/genome_file.h"

#include <climits>

#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-genome";
constexpr int kVersion = 1;

void read_task(const JsonValue& json, GenomeFile& file) {
  if (json.has("activation")) file.activation = json.at("activation").text_of({"logistic", "tanh"});
  if (json.has("step")) file.step = json.at("step").text_of({"dense", "spectral"});
  if (json.has("control_step")) file.control_step = json.at("control_step").number();
  if (json.has("steps")) file.steps = static_cast<int>(json.at("steps").integer(1, INT_MAX));
  if (json.has("goal")) {
    file.goal = json.at("goal").numbers();
    if (file.goal.size() != 2) json.at("goal").expected("two numbers");
  }
  if (json.has("starts")) {
    file.starts = json.at("starts").numbers();
    if (file.starts.empty()) json.at("starts").expected("at least one angle");
  }
}

}  // namespace

GenomeFile read_genome_file(const std::filesystem::path& path) {
  return genome_file_from_text(read_file(path), path.string());
}

GenomeFile genome_file_from_text(const std::string& text, const std::string& name) {
  const JsonValue json = JsonValue::parse(text, name);
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  GenomeFile file;
  file.task = json.at("task").text();
  file.actions = json.at("actions").text_of({"raw", "meta"});
  file.mapping = json.at("mapping").text_of({"omega1", "omega2", "omega3", "direct"});
  if (json.has("compartments")) {
    file.compartments = static_cast<int>(json.at("compartments").integer(1, INT_MAX));
  }
  file.genome = json.at("genome").numbers();
  if (file.genome.empty()) json.at("genome").expected("at least one number");
  if (json.has("fitness")) file.fitness = json.at("fitness").number();
  read_task(json, file);
  return file;
}

std::string genome_file_text(const GenomeFile& file) {
  JsonText json = JsonText::object({{"format", kFormat},
                                    {"version", kVersion},
                                    {"task", file.task},
                                    {"actions", file.actions},
                                    {"mapping", file.mapping},
                                    {"compartments", file.compartments},
                                    {"genome", file.genome}});
  if (file.fitness) json.add("fitness", *file.fitness);
  json.add("activation", file.activation);
  if (file.step != "dense") json.add("step", file.step);
  if (file.control_step) json.add("control_step", *file.control_step);
  if (file.steps) json.add("steps", *file.steps);
  if (!file.goal.empty()) json.add("goal", file.goal);
  if (!file.starts.empty()) json.add("starts", file.starts);
  if (file.truncation) {
    json.add("truncation", JsonText::object({{"rms", file.truncation->rms},
                                             {"relative", file.truncation->relative},
                                             {"largest", file.truncation->largest}}));
  }
  return json.text() + "\n";
}

}  // namespace lowpass
