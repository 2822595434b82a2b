#include <iostream>
#include <string>

#include <fmt/format.h>

#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_value.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {
namespace {

/// The task that the file names; the default one, if it names none.
const TaskEntry& task_of(const std::string& text, const std::string& name) {
  const JsonValue json = JsonValue::parse(text, name);
  if (!json.has("task")) return *tasks().front();
  const JsonValue task = json.at("task");
  const TaskEntry& entry = task_named(
      task.text(), fmt::format("{} = \"{}\"", task.place(), task.text()), ErrorKind::kFile);
  if (!entry.simulate) task.expected("a task whose bare simulator can be run");
  return entry;
}

}  // namespace

void run(const SimulateOptions& options) {
  const std::string name = options.file == "-" ? "standard input" : options.file;
  const std::string text = read_file(options.file);
  const std::string note = task_of(text, name).simulate(text, name, options.json, std::cout);
  std::cout.flush();
  if (!std::cout) throw Error(ErrorKind::kFailure, "standard output cannot be written");
  if (!note.empty()) narrate("lowpass: {}\n", note);
}

}  // namespace lowpass::app
