#pragma once

#include <filesystem>
#include <string>

#include "lowpass/core/file.h"
#include "tests/support/temporary_folder.h"

namespace lowpass {

/// A folder with a run whose episodes take three steps: requests simulate them.
class RunsFolder {
 public:
  RunsFolder() {
    const std::filesystem::path stored =
        std::filesystem::path(LOWPASS_TEST_DATA) / "earlier/finished";
    std::filesystem::copy(stored, folder_ / "run");
    std::string best = read_file(stored / "best.json");
    const std::string steps = "\"steps\":40";
    best.replace(best.find(steps), steps.size(), "\"steps\":3");
    folder_.write("run/best.json", best);
  }
  std::filesystem::path path() const { return folder_ / ""; }

 private:
  TemporaryFolder folder_;
};

}  // namespace lowpass
