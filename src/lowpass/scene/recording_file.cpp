#include "lowpass/scene/recording_file.h"

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"
#include "lowpass/scene/scene_check.h"
#include "lowpass/scene/scene_json.h"

namespace lowpass {
namespace {

constexpr const char* kFormat = "lowpass-recording";
constexpr int kVersion = 1;

using Numbers = std::vector<double>;

/// One kind of numbers of a moment, as the file keeps them: a row a moment.
struct Column {
  const char* key;
  Numbers Moment::*numbers;
};

constexpr Column kColumns[] = {
    {"points", &Moment::points}, {"levels", &Moment::levels}, {"signals", &Moment::signals}};

std::size_t columns_of(const Scene& scene, Numbers Moment::*numbers) {
  if (numbers == &Moment::points) return static_cast<std::size_t>(scene.point_numbers());
  if (numbers == &Moment::levels) return static_cast<std::size_t>(scene.level_numbers());
  return scene.signals.size();
}

/// Reads the rows of a column into the moments, which are as many as the first column has rows.
void read_rows(const JsonValue& json, const Scene& scene, const Column& column,
               std::vector<Moment>& moments) {
  std::vector<Numbers> rows = json.matrix();
  const std::size_t width = columns_of(scene, column.numbers);
  if (rows.front().size() != width) {
    json.expected(fmt::format("rows of {} numbers, as the scene says", width));
  }
  if (moments.empty()) moments.resize(rows.size());
  if (rows.size() != moments.size()) {
    json.expected(fmt::format("{} rows, as points has", moments.size()));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    moments[i].*column.numbers = std::move(rows[i]);
  }
}

}  // namespace

std::string recording_text(const Recording& recording) {
  JsonText json = JsonText::object({{"format", kFormat},
                                    {"version", kVersion},
                                    {"title", recording.title},
                                    {"fitness", recording.fitness},
                                    {"succeeded", recording.succeeded},
                                    {"outcome", recording.outcome},
                                    {"scene", scene_json(recording.scene)}});
  for (const Column& column : kColumns) {
    JsonText rows = JsonText::array();
    for (const Moment& moment : recording.moments) rows.add(moment.*column.numbers);
    json.add(column.key, rows);
  }
  return json.text() + "\n";
}

Recording recording_from_text(const std::string& text, const std::string& name) {
  const JsonValue json = JsonValue::parse(text, name);
  json.at("format").text_of({kFormat});
  json.at("version").integer(kVersion, kVersion);
  Recording recording{.scene = scene_from_json(json.at("scene")),
                      .title = json.at("title").text(),
                      .fitness = json.at("fitness").number(),
                      .succeeded = json.at("succeeded").boolean(),
                      .outcome = json.at("outcome").text(),
                      .moments = {}};
  for (const Column& column : kColumns) {
    read_rows(json.at(column.key), recording.scene, column, recording.moments);
  }
  if (const std::string fault = recording_fault(recording); !fault.empty()) {
    throw Error(ErrorKind::kFile, fmt::format("{}: {}", name, fault));
  }
  return recording;
}

Recording read_recording(const std::filesystem::path& path) {
  return recording_from_text(read_file(path), path.string());
}

}  // namespace lowpass
