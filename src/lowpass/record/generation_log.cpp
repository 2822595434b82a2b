#include "lowpass/record/generation_log.h"

#include <cerrno>
#include <climits>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

/// Where line `count` (from 0) begins, or the end of the last whole line.
std::size_t begin_of_line(const std::string& text, std::uint32_t count) {
  std::size_t begin = 0;
  for (std::uint32_t line = 0; line < count; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  return begin;
}

std::string line_of(const GenerationRecord& r) {
  return fmt::format(
      "{{\"generation\":{},\"evaluations\":{},\"coefficients\":{},\"best\":{},\"mean\":{},"
      "\"worst\":{},\"best_so_far\":{},\"sigma_least\":{},\"sigma_mean\":{},\"sigma_most\":{},"
      "\"diverged\":{}}}\n",
      r.generation, r.evaluations, r.coefficients, r.best, r.mean, r.worst, r.best_so_far,
      r.sigma_least, r.sigma_mean, r.sigma_most, r.diverged);
}

GenerationRecord record_of(const JsonValue& json) {
  return {.generation = static_cast<std::uint32_t>(json.at("generation").integer(1, INT_MAX)),
          .evaluations = json.at("evaluations").integer(0, INT_MAX),
          .coefficients = json.at("coefficients").integer(1, INT_MAX),
          .best = json.at("best").number(),
          .mean = json.at("mean").number(),
          .worst = json.at("worst").number(),
          .best_so_far = json.at("best_so_far").number(),
          .sigma_least = json.at("sigma_least").number(),
          .sigma_mean = json.at("sigma_mean").number(),
          .sigma_most = json.at("sigma_most").number(),
          .diverged = static_cast<int>(json.at("diverged").integer(0, INT_MAX))};
}

}  // namespace

GenerationLog::GenerationLog(const std::filesystem::path& path, std::uint32_t generations)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail();
  const std::size_t kept = begin_of_line(read_file(path), generations);
  if (::ftruncate(file_, static_cast<off_t>(kept)) != 0) fail();
}

GenerationLog::~GenerationLog() { ::close(file_); }

void GenerationLog::append(const GenerationRecord& record) {
  const std::string line = line_of(record);
  if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) fail();
}

void GenerationLog::flush() {
  if (::fdatasync(file_) != 0) fail();
}

void GenerationLog::fail() const {
  // A write that was cut short sets no error: the disk is full.
  const char* why = std::strerror(errno == 0 ? ENOSPC : errno);
  throw Error(ErrorKind::kFile, fmt::format("{}: cannot write: {}", path_.string(), why));
}

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
