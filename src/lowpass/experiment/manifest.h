#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/run.h"

namespace lowpass {

/// What a manifest tells of the machine and the time; only the caller can know it.
struct RunCircumstances {
  std::string cpu;
  int threads = 1;
  std::string started;  ///< ISO 8601
};

/// How a finished run ended.
struct RunResult {
  RunSummary summary;
  double wall_seconds;  ///< of the process that finished it
};

/// manifest.json: what was run, with what, and what came out.
struct Manifest {
  Configuration configuration;
  RunCircumstances circumstances;
  std::optional<RunResult> result;  ///< of a finished run
  /// Those that budget.evaluations had before the run was given a larger one, the first one first.
  std::vector<int> earlier_budgets = {};
};

std::string manifest_text(const Manifest& manifest);

/// Reads such a file. Throws Error (kFile).
Manifest read_manifest(const std::filesystem::path& path);

}  // namespace lowpass
