#include "app/server/run_files.h"

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"

namespace lowpass::app {

std::string below(const std::string& run, const std::string& name) {
  return run.empty() ? name : run + "/" + name;
}

std::string required_text(const FolderReader& folder, const std::string& run,
                          const std::string& name) {
  auto text = folder.read(below(run, name));
  if (!text) throw Error(ErrorKind::kFile, fmt::format("{}: not there (yet)", below(run, name)));
  return std::move(*text);
}

Configuration run_configuration(const FolderReader& folder, const std::string& run) {
  const std::string place = below(run, "manifest.json");
  const JsonValue json = JsonValue::parse(required_text(folder, run, "manifest.json"), place);
  return configuration_from_json(json.at("configuration"));
}

GenomeFile run_controller(const FolderReader& folder, const std::string& run,
                          const std::string& which) {
  const std::string name = which + ".json";
  GenomeFile file = genome_file_from_text(required_text(folder, run, name), below(run, name));
  if (folder.stamp(below(run, "manifest.json"))) {
    file.configuration = run_configuration(folder, run);
  }
  return file;
}

RunState run_state(const FolderReader& folder, const std::string& run) {
  std::string why = "no checkpoint (yet)";
  for (const char* name : {"checkpoint", "checkpoint.previous"}) {
    const auto bytes = folder.read(below(run, name));
    if (!bytes) continue;
    try {
      const Checkpoint checkpoint = checkpoint_from_bytes(*bytes);
      return state_from_bytes(checkpoint.payload, checkpoint.version);
    } catch (const Error& error) {
      why = fmt::format("{}: {}", name, error.what());
    }
  }
  throw Error(ErrorKind::kFile, fmt::format("{}: {}", run, why));
}

}  // namespace lowpass::app
