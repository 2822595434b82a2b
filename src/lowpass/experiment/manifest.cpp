#include "lowpass/experiment/manifest.h"

#include <cstdint>
#include <limits>

#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/core/simd.h"
#include "lowpass/core/version.h"

namespace lowpass {
namespace {

constexpr const char* kManifestFormat = "lowpass-run";
constexpr int kManifestVersion = 1;
constexpr int kMostThreads = 1 << 20;  // of any machine

JsonText result_json(const RunResult& result) {
  const RunSummary& summary = result.summary;
  return JsonText::object({{"evaluations", summary.evaluations},
                           {"coefficients", summary.coefficients},
                           {"best_fitness", summary.best_fitness},
                           {"evaluations_to_target", summary.evaluations_to_target},
                           {"diverged", summary.diverged},
                           {"digest", summary.digest},
                           {"wall_seconds", result.wall_seconds}});
}

RunResult result_from(const JsonValue& json, std::uint64_t seed) {
  const auto count = [&](const char* key) {
    return json.at(key).integer(0, std::numeric_limits<std::int64_t>::max());
  };
  RunSummary summary{.seed = seed,
                     .evaluations = count("evaluations"),
                     .coefficients = count("coefficients"),
                     .best_fitness = json.at("best_fitness").number(),
                     .evaluations_to_target = {},
                     .diverged = count("diverged"),
                     .digest = json.at("digest").text()};
  if (!json.at("evaluations_to_target").is_null()) {
    summary.evaluations_to_target = count("evaluations_to_target");
  }
  return {summary, json.at("wall_seconds").number()};
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  JsonText json =
      JsonText::object({{"format", kManifestFormat},
                        {"version", kManifestVersion},
                        {"configuration", configuration_json(manifest.configuration)},
                        {"seed", manifest.configuration.run.seed},
                        {"lowpass", version()},
                        {"compiler", compiler()},
                        {"cpu", manifest.circumstances.cpu},
                        {"simd", simd_target()},
                        {"threads", manifest.circumstances.threads},
                        {"started", manifest.circumstances.started},
                        {"result", manifest.result ? result_json(*manifest.result) : nullptr}});
  if (!manifest.earlier_budgets.empty()) {
    JsonText budgets = JsonText::array();
    for (const int evaluations : manifest.earlier_budgets) budgets.add(evaluations);
    json.add("earlier_budgets", budgets);
  }
  return json.indented() + "\n";
}

Manifest read_manifest(const std::filesystem::path& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path.string());
  json.at("format").text_of({kManifestFormat});
  json.at("version").integer(kManifestVersion, kManifestVersion);
  Manifest manifest{
      .configuration = configuration_from_json(json.at("configuration")),
      .circumstances = {.cpu = json.at("cpu").text(),
                        .threads = static_cast<int>(json.at("threads").integer(1, kMostThreads)),
                        .started = json.at("started").text()},
      .result = {}};
  const JsonValue result = json.at("result");
  if (!result.is_null()) manifest.result = result_from(result, manifest.configuration.run.seed);
  if (json.has("earlier_budgets")) {
    const JsonValue budgets = json.at("earlier_budgets");
    for (std::size_t i = 0; i < budgets.size(); ++i) {
      manifest.earlier_budgets.push_back(
          static_cast<int>(budgets.item(i).integer(1, std::numeric_limits<int>::max())));
    }
  }
  return manifest;
}

}  // namespace lowpass
