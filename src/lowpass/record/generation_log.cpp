#include "lowpass/record/generation_log.h"

#include <climits>
#include <set>
#include <string>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

/// The size of the first `generations` lines of the log; 0 for none, whatever is there.
std::size_t size_of_generations(const std::filesystem::path& path, std::uint32_t generations) {
  const std::string text = generations > 0 ? read_file(path) : "";
  std::size_t size = 0;
  for (std::uint32_t line = 0; line < generations; ++line) {
    const std::size_t end = text.find('\n', size);
    if (end == std::string::npos) {
      throw Error(ErrorKind::kFile,
                  fmt::format("{}: {} generations: expected {}, as the checkpoint beside it has "
                              "(was the file changed, or the disk damaged?)",
                              path.string(), line, generations));
    }
    size = end + 1;
  }
  return size;
}

std::string line_of(const GenerationRecord& r) {
  JsonText line = JsonText::object({{"generation", r.generation},
                                    {"evaluations", r.evaluations},
                                    {"coefficients", r.coefficients},
                                    {"best", r.best},
                                    {"mean", r.mean},
                                    {"worst", r.worst},
                                    {"best_so_far", r.best_so_far}});
  for (const Signal& signal : r.signals) line.add(signal.name, signal.value);
  return line.add("diverged", r.diverged).text() + "\n";
}

/// Every key that is none of the record's own.
std::vector<Signal> signals_of(const JsonValue& json) {
  const std::set<std::string> own = {"generation", "evaluations", "coefficients", "best",
                                     "mean",       "worst",       "best_so_far",  "diverged"};
  std::vector<Signal> signals;
  for (const std::string& key : json.keys()) {
    if (!own.contains(key)) signals.push_back({key, json.at(key).number()});
  }
  return signals;
}

GenerationRecord record_of(const JsonValue& json) {
  return {.generation = static_cast<std::uint32_t>(json.at("generation").integer(1, INT_MAX)),
          .evaluations = json.at("evaluations").integer(0, INT_MAX),
          .coefficients = json.at("coefficients").integer(1, INT_MAX),
          .best = json.at("best").number(),
          .mean = json.at("mean").number(),
          .worst = json.at("worst").number(),
          .best_so_far = json.at("best_so_far").number(),
          .signals = signals_of(json),
          .diverged = static_cast<int>(json.at("diverged").integer(0, INT_MAX))};
}

}  // namespace

GenerationLog::GenerationLog(const std::filesystem::path& path, std::uint32_t generations)
    : file_(path, size_of_generations(path, generations)) {}

void GenerationLog::append(const GenerationRecord& record) { file_.append(line_of(record)); }

std::vector<GenerationRecord> read_generation_log(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  std::vector<GenerationRecord> records;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string name = fmt::format("{}:{}", path.string(), records.size() + 1);
    records.push_back(record_of(JsonValue::parse(text.substr(begin, end - begin), name)));
    begin = end + 1;
  }
  return records;
}

}  // namespace lowpass
