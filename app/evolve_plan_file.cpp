#include "app/evolve_plan.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/experiment/warm_start.h"

namespace lowpass::app {
namespace {

constexpr const char* kFormat = "lowpass-sweep";
constexpr int kVersion = 1;
constexpr int kMostRuns = 1'000'000;

std::vector<std::string> texts(const JsonValue& list) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.size(); ++i) texts.push_back(list.item(i).text());
  return texts;
}

PlannedSetting setting_of(const JsonValue& json, const std::vector<std::string>& keys) {
  PlannedSetting setting{.point = {.keys = keys, .values = texts(json.at("values"))},
                         .configuration = configuration_from_json(json.at("configuration"))};
  json.at("values").require_size(keys.size(), "values, one a key");
  if (!json.has("start")) return setting;
  setting.start = json.at("start").numbers();
  if (start_digest(setting.start) != setting.configuration.run.start) {
    json.at("start").expected("the genome whose digest is run.start");
  }
  return setting;
}

}  // namespace

std::string plan_text(const EvolvePlan& plan) {
  JsonText settings = JsonText::array();
  for (const PlannedSetting& setting : plan.settings) {
    JsonText json =
        JsonText::object({{"values", setting.point.values},
                          {"configuration", configuration_json(setting.configuration)}});
    if (!setting.start.empty()) json.add("start", setting.start);
    settings.add(json);
  }
  return JsonText::object({{"format", kFormat},
                           {"version", kVersion},
                           {"runs", plan.runs},
                           {"keys", plan.settings[0].point.keys},
                           {"settings", settings}})
             .text() +
         '\n';
}

EvolvePlan plan_from_text(const std::string& text, const std::string& name) {
  const JsonValue json = JsonValue::parse(text, name);
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  EvolvePlan plan{.runs = static_cast<int>(json.at("runs").integer(1, kMostRuns))};
  const std::vector<std::string> keys = texts(json.at("keys"));
  const JsonValue settings = json.at("settings");
  if (settings.size() == 0) settings.expected("at least one setting");
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    plan.settings.push_back(setting_of(settings.item(i), keys));
    points.push_back(plan.settings.back().point);
  }
  name_points(points);
  for (std::size_t i = 0; i < points.size(); ++i) plan.settings[i].point = points[i];
  return plan;
}

}  // namespace lowpass::app
