#include "app/circumstances.h"

#include <ctime>
#include <fstream>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace lowpass::app {
namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

}  // namespace

RunCircumstances circumstances_now() {
  return {.cpu = cpu_name(),
          .threads = 1,
          .started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)))};
}

}  // namespace lowpass::app
