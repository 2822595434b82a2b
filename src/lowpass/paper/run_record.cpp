#include "lowpass/paper/run_record.h"

#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-generalization";
constexpr int kVersion = 2;
constexpr std::size_t kTestArms = 18;  // of 3 to 20 compartments
constexpr int kMostArmTrials = 1000;

using Scores = GeneralizationRecord::Scores;

JsonText json_of(const Scores& scores) {
  JsonText json = JsonText::array();
  for (const auto& score : scores) json.add(JsonText(score));
  return json;
}

Scores scores_from(const JsonValue& json) {
  Scores scores;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const JsonValue item = json.item(i);
    scores.push_back(item.is_null() ? std::nullopt : std::optional(item.number()));
  }
  return scores;
}

GeneralizationRecord::Lengths lengths_from(const JsonValue& json) {
  GeneralizationRecord::Lengths lengths;
  lengths.controller = json.at("controller").text_of({"best", "last"});
  lengths.resize = json.at("resize").text_of({"omega1", "omega2", "omega3"});
  lengths.fitness = scores_from(json.at("fitness"));
  json.at("fitness").require_size(kTestArms, "numbers (arms of 3 to 20 compartments)");
  return lengths;
}

}  // namespace

std::string generalization_text(const GeneralizationRecord& record) {
  JsonText tests = JsonText::array();
  for (const auto& lengths : record.lengths) {
    tests.add(JsonText::object({{"controller", lengths.controller},
                                {"resize", lengths.resize},
                                {"fitness", json_of(lengths.fitness)}}));
  }
  return JsonText::object({{"format", kFormat},
                           {"version", kVersion},
                           {"starts", json_of(record.starts)},
                           {"dense_starts", json_of(record.dense_starts)},
                           {"lengths", tests},
                           {"void_arm_trials", record.void_arm_trials}})
             .text() +
         "\n";
}

GeneralizationRecord read_generalization(const std::string& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path);
  json.at("format").text_of({kFormat});
  const std::int64_t version = json.at("version").integer(1, kVersion);
  GeneralizationRecord record;
  record.has_void_scores = version == 1;
  record.starts = scores_from(json.at("starts"));
  if (record.starts.empty()) json.at("starts").expected("at least one number");
  if (json.has("dense_starts")) record.dense_starts = scores_from(json.at("dense_starts"));
  const JsonValue lengths = json.at("lengths");
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    record.lengths.push_back(lengths_from(lengths.item(i)));
  }
  if (json.has("void_arm_trials")) {
    record.void_arm_trials =
        static_cast<int>(json.at("void_arm_trials").integer(0, kMostArmTrials));
  }
  return record;
}

}  // namespace lowpass
