#include "app/infer.h"

#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/interrupt.h"
#include "app/job.h"
#include "app/sweep_progress.h"
#include "app/terminal.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/thread_pool.h"
#include "lowpass/paper/claims_text.h"
#include "lowpass/paper/inference.h"

namespace lowpass::app {
namespace {

/// Evaluations of 250 time units that a core of a busy machine does in a second: for a first word
/// on how long it will take.
constexpr double kDoubleRate = 470, kSingleRate = 850;

/// The readings of a stage, which the leader alone can choose: it has the runs.
std::vector<Reading> chosen(std::size_t stage, const InferenceOptions& options) {
  std::istringstream names(from_leader([&] {
    std::string text;
    for (const Reading& reading : stage_readings(stage, options)) text += reading.name() + "\n";
    return text;
  }));
  std::vector<Reading> readings;
  for (std::string name; std::getline(names, name);) readings.push_back(*find_reading(name));
  return readings;
}

void announce(const LadderStage& stage, const std::vector<Reading>& readings, int threads,
              double rate) {
  double cost = 0;
  for (const Reading& reading : readings) cost += stage.cost(reading);
  narrate(
      "{}: {} readings, {} runs each; at most {:.2f} million evaluations of 250 time units, about "
      "{} "
      "on {} thread{} at {:.0f} a second\n",
      stage.name, readings.size(), stage.runs(), 1e-6 * cost, duration_text(cost / rate / threads),
      threads, threads == 1 ? "" : "s", rate);
}

void write_files(const InferenceOptions& options, const std::vector<ReadingResult>& results) {
  const Figure figure = readings_figure(results);
  write_file(options.folder / "readings.csv", figure_csv(figure));
  write_file(options.folder / "readings.json", figure_json(figure));
  write_file(options.folder / "readings.svg", figure.svg);
  write_file(options.folder / "terms.csv", terms_csv(results));
  for (const ReadingResult& result : results) {
    if (result.held_back.empty()) continue;
    make_folder(options.folder / "claims");
    write_file(options.folder / "claims" / (result.reading.name() + ".md"),
               claims_markdown(result.held_back));
  }
}

/// The leader alone knows whether its runs are done.
bool is_done_everywhere(bool is_done_here) {
  return from_leader([&] { return std::string(is_done_here ? "done" : "stopped"); }) == "done";
}

void stop() {
  if (!job().is_leader()) return;
  narrate("stopped and saved; the same command goes on\n");
  throw Interrupted();
}

InferenceOptions inference_options(const ReproduceOptions& options) {
  InferenceOptions result{.folder = std::filesystem::path(options.out) / "infer",
                          .settings = {},
                          .evaluations = options.evaluations,
                          .runs = options.runs};
  result.settings.push_back("task.precision=" + options.precision);
  return result;
}

}  // namespace

void infer(const ReproduceOptions& given) {
  if (given.names.size() != 1) {
    throw Error(ErrorKind::kUsage, "infer: expected alone, without claims or figures");
  }
  if (given.reading != default_reading().name()) {
    throw Error(ErrorKind::kUsage, "--reading: infer compares all of them");
  }
  const InferenceOptions options = inference_options(given);
  const int threads = given.threads.value_or(available_threads());
  const double rate = given.precision == "single" ? kSingleRate : kDoubleRate;
  for (std::size_t stage = 0; stage < ladder().size(); ++stage) {
    const std::vector<Reading> readings = chosen(stage, options);
    announce(ladder()[stage], readings, threads, rate);
    const bool is_done =
        is_done_everywhere(do_runs(stage_runs(ladder()[stage], readings, options), threads));
    if (job().is_leader()) write_files(options, inference(options));
    if (!is_done) return stop();
  }
  if (!job().is_leader()) return;
  const std::vector<ReadingResult> results = inference(options);
  fmt::print("{}", given.json ? figure_json(readings_figure(results)) : inference_text(results));
}

}  // namespace lowpass::app
