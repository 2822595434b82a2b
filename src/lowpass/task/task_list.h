#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lowpass/core/error.h"
#include "lowpass/core/key.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// The one key of a task that changes its geometry: what was evolved at one size can be decoded at
/// another.
struct TaskSize {
  std::string key;
  int low, high;  ///< worth looking at; the key itself may allow more
  /// The keys at another size: what scales with it, scaled.
  std::function<KeyValues(const KeyValues& keys, int size)> resized;
};

/// Where a search starts: its step size for coefficients, and for weights that are searched
/// directly.
struct StepSizes {
  double coefficients = 3.0, weights = 1.0;
};

/// A condition that a controller was not evolved for.
struct TaskTest {
  std::string name;  ///< "starts", "12 places"
  KeyValues keys;    ///< of the task then
};

/// Throws an Error about a key: where it was set, its value, "expected <what>".
using ExpectedElse = std::function<void(const std::string& key, const std::string& what)>;

/// What a benchmark of a bare simulator is asked for.
struct BenchRequest {
  double seconds;                        ///< to measure for
  const std::function<double()>& clock;  ///< seconds since some moment
  bool as_json;
  std::ostream& out;
};

/// Everything that the program knows of a task. Configuration, --set, help, completion, documents,
/// run folders, films and the page follow from it.
struct TaskEntry {
  std::string name;
  std::string help;            ///< one line
  std::vector<Key> keys = {};  ///< of the table [task] in files, besides its name
  std::function<std::unique_ptr<Task>(const KeyValues& keys)> make;

  // What has a default here may be left out.

  /// Calls `expected` for the first key whose value does not go with the others.
  std::function<void(const KeyValues& keys, const ExpectedElse& expected)> check = {};
  /// The same for what only training minds: a task that can be tried, but teaches nothing.
  std::function<void(const KeyValues& keys, const ExpectedElse& expected)> check_training = {};
  /// The grids, where making the whole task for them would take long.
  std::function<Geometry(const KeyValues& keys)> geometry = {};
  std::optional<TaskSize> size = {};
  /// Keys whose defaults were others when genome files had version 1, with those values.
  std::vector<std::pair<std::string, KeyValue>> first_defaults = {};
  /// What `generalize` tries, given the keys that a controller was evolved with.
  std::function<std::vector<TaskTest>(const KeyValues& keys)> tests = {};
  /// The fitness that counts as a success (default of budget.target).
  std::function<double(const KeyValues& keys)> target = [](const KeyValues&) { return 0.75; };
  bool stops_at_target = false;  ///< default of budget.stop_at_target
  /// Default of optimizer.sigma0.
  std::function<StepSizes(const KeyValues& keys)> sigma0 = [](const KeyValues&) {
    return StepSizes();
  };
  /// What success is called, "touched"; and the distance of an Episode, if the task has one.
  std::string success = "succeeded", distance = {};
  /// The bare simulator under given actions (`simulate FILE`): what the JSON `text` asks for, as a
  /// table or one JSON object, to `out`; returns what is to be said about it, if anything. `place`
  /// names the file in messages. Throws Error (kFile).
  std::function<std::string(const std::string& text, const std::string& place, bool as_json,
                            std::ostream& out)>
      simulate = {};
  /// How fast the bare simulator is (`bench NAME`).
  std::function<void(const BenchRequest& request)> bench = {};
};

/// Every task: the library's own, then those that a program has added, in that order. The first is
/// the default.
const std::vector<const TaskEntry*>& tasks();

/// Adds a task of a program's own, before anything else is done with the library. Throws Error
/// (kUsage) for a name that is taken or no word of lower-case letters, digits and '-', and for
/// entries that lack something.
void add_task(TaskEntry entry);

/// The task of that name; null if there is none.
const TaskEntry* find_task(const std::string& name);
/// The same; throws Error of `kind` with `place` in front, and the nearest name.
const TaskEntry& task_named(const std::string& name, const std::string& place, ErrorKind kind);

/// The geometry of a task with these keys.
Geometry task_geometry(const TaskEntry& entry, const KeyValues& keys);

}  // namespace lowpass
