#include "app/server/recording_view.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/server/recording_text.h"
#include "app/server/run_files.h"
#include "app/server/task_view.h"
#include "app/server/timed_task.h"
#include "lowpass/configuration/problem.h"
#include "lowpass/configuration/setting.h"
#include "lowpass/core/error.h"
#include "lowpass/experiment/recording.h"
#include "lowpass/scene/recording_file.h"

namespace lowpass::app {
namespace {

/// An episode under conditions that a reader chose may go on for so long; one of the run itself for
/// as long as it takes.
constexpr double kLongestEpisode_s = 10.0;

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::kUsage, message); }

/// "3" after "trial:", of so many.
int index_of(std::string_view text, std::size_t count, const std::string& what) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size() || index >= count) {
    refuse(fmt::format("condition: {} {}: expected 0 to {}", what, text.substr(0, 20),
                       static_cast<std::ptrdiff_t>(count) - 1));
  }
  return static_cast<int>(index);
}

/// Under which keys an episode runs, and which trial of them it is.
struct Condition {
  KeyValues keys;
  std::string_view trial;
};

Condition condition_of(const std::string& text, const Configuration& configuration) {
  const std::string_view all = text;
  if (all.starts_with("trial:")) return {configuration.task.keys, all.substr(6)};
  const std::size_t colon = text.rfind(':');
  if (!all.starts_with("test:") || colon < 5) {
    refuse("condition: expected trial:K, test:T:K or recorded:NAME");
  }
  const TaskEntry& entry = task_entry(configuration);
  const std::vector<TaskTest> tests =
      entry.tests ? entry.tests(configuration.task.keys) : std::vector<TaskTest>();
  const int test = index_of(all.substr(5, colon - 5), tests.size(), "test");
  return {tests[static_cast<std::size_t>(test)].keys, all.substr(colon + 1)};
}

/// "a=1; b=2", without what is empty.
std::vector<std::string> settings_of(const std::string& text) {
  std::vector<std::string> settings;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t", begin);
    if (first < end) {
      const std::size_t last = text.find_last_not_of(" \t", end - 1);
      settings.push_back(text.substr(first, last + 1 - first));
    }
    begin = end + 1;
  }
  return settings;
}

/// Keys that are texts may name files, and a page must not read any outside its folder.
void refuse_texts(const std::vector<std::string>& settings, const TaskEntry& entry) {
  for (const std::string& setting : settings) {
    const std::string name = setting_of_argument(setting).name;
    for (const Key& key : entry.keys) {
      if ((key.type == "text" || key.type == "file") && name == "task." + key.name) {
        refuse(fmt::format("{}: a text cannot be set on the page; lowpass replay --set can", name));
      }
    }
  }
}

void check_size(const Configuration& then, const GenomeFile& file) {
  const TaskEntry& entry = task_entry(then);
  if (!entry.size) return;
  const int size = then.task.keys.integer(entry.size->key);
  const int largest = largest_size(entry, file.configuration.task.keys);
  if (size > largest) {
    refuse(fmt::format("task.{} = {}: expected at most {} on the page", entry.size->key, size,
                       largest));
  }
}

std::string recorded_json(const FolderReader& folder, const RecordingChoice& choice,
                          const std::string& name) {
  if (name.find('/') != std::string::npos) refuse("condition: expected the name of a recording");
  const std::string path = recording_path(choice.run, name);
  const auto text = folder.read(path);
  if (!text) throw Error(ErrorKind::kFile, path + ": no such recording");
  return recording_answer(recording_from_text(*text, path), {.success = "succeeded", .stride = 1});
}

}  // namespace

std::string recording_json(const FolderReader& folder, const RecordingChoice& choice) {
  constexpr std::string_view kRecorded = "recorded:";
  if (choice.condition.starts_with(kRecorded)) {
    return recorded_json(folder, choice, choice.condition.substr(kRecorded.size()));
  }
  const GenomeFile file = run_controller(folder, choice.run, choice.which);
  const Condition condition = condition_of(choice.condition, file.configuration);
  const TaskEntry& entry = task_entry(file.configuration);
  const std::vector<std::string> settings = settings_of(choice.settings);
  refuse_texts(settings, entry);
  GenomeFile tested = file;
  tested.configuration.task.keys = condition.keys;
  const Configuration then =
      configuration_under(tested, {.size = choice.size, .settings = settings});
  check_size(then, file);

  const auto task = make_task(then);
  const int trial = index_of(condition.trial, static_cast<std::size_t>(task->trials()), "trial");
  const Controller controller = stored_controller(file, then);
  const bool is_own = then.task.keys == file.configuration.task.keys;
  const Recording recording =
      is_own ? recorded_episode(*task, entry, controller, trial)
             : recorded_episode(TimedTask(*task, kLongestEpisode_s), entry, controller, trial);
  return recording_answer(recording, {.success = entry.success,
                                      .stride = static_cast<int>(std::lround(
                                          recording.scene.step_time / task->scene().step_time))});
}

}  // namespace lowpass::app
