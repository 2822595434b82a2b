#include "lowpass/experiment/manifest.h"

#include <nlohmann/json.hpp>

#include "lowpass/core/file.h"
#include "lowpass/core/simd.h"
#include "lowpass/core/version.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-run";
constexpr int kVersion = 1;

nlohmann::ordered_json result_json(const RunResult& result) {
  const RunSummary& summary = result.summary;
  nlohmann::ordered_json json{
      {"evaluations", summary.evaluations},   {"coefficients", summary.coefficients},
      {"best_fitness", summary.best_fitness}, {"evaluations_to_target", nullptr},
      {"diverged", summary.diverged},         {"digest", summary.digest},
      {"wall_seconds", result.wall_seconds}};
  if (summary.evaluations_to_target) {
    json["evaluations_to_target"] = *summary.evaluations_to_target;
  }
  return json;
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  nlohmann::ordered_json json{
      {"format", kFormat},
      {"version", kVersion},
      {"configuration", nlohmann::ordered_json::parse(configuration_json(manifest.configuration))},
      {"seed", manifest.configuration.run.seed},
      {"lowpass", version()},
      {"compiler", compiler()},
      {"cpu", manifest.circumstances.cpu},
      {"simd", simd_target()},
      {"threads", manifest.circumstances.threads},
      {"started", manifest.circumstances.started},
      {"result", nullptr}};
  if (manifest.result) json["result"] = result_json(*manifest.result);
  return json.dump(2) + "\n";
}

Configuration read_manifest_configuration(const std::filesystem::path& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path.string());
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  return configuration_from_json(json.at("configuration"));
}

}  // namespace lowpass
