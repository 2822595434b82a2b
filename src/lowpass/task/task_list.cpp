#include "lowpass/task/task_list.h"

#include <deque>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/suggestion.h"
#include "lowpass/task/environment/environment_task.h"
#include "lowpass/task/octopus/octopus_task.h"
#include "lowpass/task/poles/poles_task.h"

namespace lowpass {
namespace {

/// The library's own tasks, a line each.
std::deque<TaskEntry> own_tasks() {
  return {
      octopus_task(),
      poles_task(),
      environment_task(),
  };
}

/// All entries, which stay where they are when one is added.
struct TaskList {
  std::deque<TaskEntry> entries = own_tasks();
  std::vector<const TaskEntry*> pointers;

  TaskList() {
    for (const TaskEntry& entry : entries) pointers.push_back(&entry);
  }
};

TaskList& list() {
  static TaskList all;
  return all;
}

bool is_task_name(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

}  // namespace

const std::vector<const TaskEntry*>& tasks() { return list().pointers; }

const TaskEntry* find_task(const std::string& name) {
  for (const TaskEntry* entry : tasks()) {
    if (entry->name == name) return entry;
  }
  return nullptr;
}

const TaskEntry& task_named(const std::string& name, const std::string& place, ErrorKind kind) {
  if (const TaskEntry* entry = find_task(name)) return *entry;
  std::vector<std::string> names;
  for (const TaskEntry* entry : tasks()) names.push_back(entry->name);
  throw Error(kind, fmt::format("{}: unknown task{} (there are {})", place,
                                did_you_mean(name, names), fmt::join(names, ", ")));
}

void add_task(TaskEntry entry) {
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::kUsage, fmt::format("task \"{}\": {}", entry.name, why));
  };
  if (!is_task_name(entry.name)) fail("expected a name of lower-case letters, digits and -");
  if (find_task(entry.name)) fail("there is a task of that name");
  if (!entry.make) fail("expected a function that makes it");
  list().entries.push_back(std::move(entry));
  list().pointers.push_back(&list().entries.back());
}

Geometry task_geometry(const TaskEntry& entry, const KeyValues& keys) {
  return entry.geometry ? entry.geometry(keys) : entry.make(keys)->geometry();
}

}  // namespace lowpass
