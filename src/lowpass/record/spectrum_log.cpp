#include "lowpass/record/spectrum_log.h"

#include <algorithm>
#include <bit>
#include <climits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

std::string line_of(const SpectrumRecord& r) {
  return fmt::format("{{\"generation\":{},\"mean\":[{:.6g}],\"sigma\":[{:.6g}]}}\n", r.generation,
                     fmt::join(r.mean, ","), fmt::join(r.sigma, ","));
}

/// Where the lines of the first `generations` generations end.
std::size_t end_of_generations(const std::string& text, std::uint32_t generations) {
  std::size_t begin = 0;
  for (const SpectrumRecord& record : spectrum_records(text)) {
    if (record.generation > generations) break;
    begin = text.find('\n', begin) + 1;
  }
  return begin;
}

}  // namespace

bool is_spectrum_generation(std::uint32_t generation) {
  const int octave = std::bit_width(generation) - 1;
  return generation > 0 && generation % (1u << std::max(0, octave - 3)) == 0;
}

SpectrumLog::SpectrumLog(const std::filesystem::path& path, std::uint32_t generations)
    : path_(path) {
  if (!std::filesystem::exists(path)) return;
  file_.emplace(path, end_of_generations(read_file(path), generations));
}

void SpectrumLog::append(const SpectrumRecord& record) {
  if (!file_) file_.emplace(path_, 0);
  file_->append(line_of(record));
}

void SpectrumLog::flush() {
  if (file_) file_->flush();
}

std::vector<SpectrumRecord> spectrum_records(const std::string& text) {
  std::vector<SpectrumRecord> records;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    try {
      const JsonValue json = JsonValue::parse(text.substr(begin, end - begin), "spectrum.jsonl");
      records.push_back(
          {.generation = static_cast<std::uint32_t>(json.at("generation").integer(1, INT_MAX)),
           .mean = json.at("mean").numbers(),
           .sigma = json.at("sigma").numbers()});
      if (records.back().mean.size() != records.back().sigma.size()) {
        records.pop_back();
        break;
      }
    } catch (const Error&) {
      break;
    }
    begin = end + 1;
  }
  return records;
}

}  // namespace lowpass
