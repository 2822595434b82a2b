#include "lowpass/experiment/evolve.h"

#include <optional>
#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/thread_pool.h"
#include "python/src/clock.h"
#include "python/src/controller_file.h"
#include "python/src/run_records.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// What Python wants of a run that goes on without it: to be told, and to be heard. An exception of
/// Python (Ctrl-C, or one of the callback) stops the run, which is then saved, and is thrown again.
class PythonSide {
 public:
  explicit PythonSide(const nb::object& on_generation) : on_generation_(on_generation) {}

  RunHooks hooks() {
    return {.clock = seconds_now,
            .should_stop = [this] { return should_stop(); },
            .on_generation = [this](const GenerationRecord& record) { tell(record); }};
  }

  void throw_failure() {
    if (failure_) throw *failure_;
  }

 private:
  bool should_stop() {
    nb::gil_scoped_acquire acquire;
    if (!failure_ && PyErr_CheckSignals() != 0) failure_.emplace();
    return failure_.has_value();
  }

  void tell(const GenerationRecord& record) {
    if (on_generation_.is_none()) return;
    nb::gil_scoped_acquire acquire;
    try {
      on_generation_(generation_dict(record));
    } catch (const nb::python_error& error) {
      failure_.emplace(error);
    }
  }

  nb::object on_generation_;
  std::optional<nb::python_error> failure_;
};

Dict outcome_dict(const Configuration& configuration, const RunState& state) {
  Dict result = summary_dict(run_summary(state));
  result["controller"] = controller_dict(best_controller(configuration, state));
  return result;
}

int thread_count(const Configuration& configuration) {
  return configuration.run.threads > 0 ? configuration.run.threads : available_threads();
}

/// Runs in memory alone.
RunState evolved(const Configuration& configuration, const Task& task, RunHooks hooks) {
  Run run(configuration, task, thread_count(configuration));
  while (!run.is_finished() && !hooks.should_stop()) hooks.on_generation(run.step());
  return run.state();
}

RunState evolved_in(RunFolder& folder, const Configuration& configuration, const Task& task,
                    const RunHooks& hooks) {
  evolve(configuration, task, thread_count(configuration), folder, hooks);
  return stored_state(folder.path());
}

Dict run(const Configuration& configuration, const std::optional<std::string>& folder, bool resume,
         const std::string& cpu, const std::string& started, const nb::object& on_generation) {
  PythonSide python(on_generation);
  RunState state;
  {
    nb::gil_scoped_release release;
    const auto task = make_task(configuration);
    if (folder) {
      RunFolder run_folder(
          *folder, configuration, resume,
          {.cpu = cpu, .threads = thread_count(configuration), .started = started});
      state = evolved_in(run_folder, configuration, *task, python.hooks());
    } else {
      state = evolved(configuration, *task, python.hooks());
    }
  }
  python.throw_failure();
  return outcome_dict(configuration, state);
}

}  // namespace

void bind_evolve(nb::module_& m) {
  m.def("evolve", &run, "configuration"_a, "folder"_a.none(), "resume"_a, "cpu"_a, "started"_a,
        "on_generation"_a.none());
}

}  // namespace lowpass::python
