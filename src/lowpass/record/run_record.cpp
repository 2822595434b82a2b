#include "lowpass/record/run_record.h"

#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-generalization";
constexpr int kVersion = 1;
constexpr std::size_t kTestArms = 18;  // of 3 to 20 compartments

GeneralizationRecord::Lengths lengths_from(const JsonValue& json) {
  GeneralizationRecord::Lengths lengths;
  lengths.controller = json.at("controller").text_of({"best", "last"});
  lengths.resize = json.at("resize").text_of({"omega1", "omega2", "omega3"});
  lengths.fitness = json.at("fitness").numbers();
  json.at("fitness").require_size(kTestArms, "numbers (arms of 3 to 20 compartments)");
  return lengths;
}

}  // namespace

std::string generalization_text(const GeneralizationRecord& record) {
  JsonText tests = JsonText::array();
  for (const auto& lengths : record.lengths) {
    tests.add(JsonText::object({{"controller", lengths.controller},
                                {"resize", lengths.resize},
                                {"fitness", lengths.fitness}}));
  }
  return JsonText::object({{"format", kFormat},
                           {"version", kVersion},
                           {"starts", record.starts},
                           {"lengths", tests}})
             .text() +
         "\n";
}

GeneralizationRecord read_generalization(const std::string& path) {
  const JsonValue json = JsonValue::parse(read_file(path), path);
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  GeneralizationRecord record;
  record.starts = json.at("starts").numbers();
  if (record.starts.empty()) json.at("starts").expected("at least one number");
  const JsonValue lengths = json.at("lengths");
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    record.lengths.push_back(lengths_from(lengths.item(i)));
  }
  return record;
}

}  // namespace lowpass
