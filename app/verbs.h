#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/reading.h"

// The verbs of the program: what each can be told (app/command_line.cpp says how), and what does
// it, in a file of its own. Results go to stdout, narration to stderr; wrong input throws
// lowpass::Error, caught once in main.

namespace lowpass::app {

struct EvolveOptions {
  /// A task, a .toml file or a manifest.json, or with `resume` a folder; empty: the default task,
  /// or as below.
  std::string subject;
  std::vector<std::string> settings;
  std::vector<std::string> sweeps;  ///< "key=value,value,..."
  std::string from;                 ///< genome file or run folder to start from
  std::string out;
  std::optional<int> runs, threads;
  std::optional<std::int64_t> seed;
  bool resume = false, dry_run = false, is_explained = false, json = false;
};
void run(const EvolveOptions& options);

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string out = "reproduction";
  std::optional<int> runs, evaluations, threads;
  std::string precision = "double";
  std::string reading = default_reading().name();
  bool list = false, json = false;
};
void run(const ReproduceOptions& options);

/// A saved controller, and under what it is tried.
struct ControllerOptions {
  std::string file;  ///< genome file, or run folder for its best controller
  std::optional<int> size;
  std::string starts;
  std::vector<std::string> settings;
};

struct EvaluateOptions {
  ControllerOptions controller;
  bool json = false;
};
void run(const EvaluateOptions& options);

struct GeneralizeOptions {
  std::vector<std::string> runs;
  bool json = false;
};
void run(const GeneralizeOptions& options);

struct ReplayOptions {
  ControllerOptions controller;
  std::string svg, video, json;
};
void run(const ReplayOptions& options);

struct ServeOptions {
  std::string folder = "runs";
  bool is_folder_given = false;  ///< the default one may come later
  std::string host = "127.0.0.1";
  int port = 8080;
};
void run(const ServeOptions& options);

struct ReportOptions {
  std::string folder;
  std::string out;
};
void run(const ReportOptions& options);

struct TasksOptions {
  bool json = false;
};
void run(const TasksOptions& options);

struct DecodeOptions {
  std::string file;
  std::optional<int> size;
  std::string scale = "none";
  std::optional<std::string> resize_mapping;
  bool json = false;
};
void run(const DecodeOptions& options);

struct ImportOptions {
  std::string file;
  std::string mapping = "omega3";
  std::optional<long long> coefficients;
  std::string task;  ///< empty: the first that fits
  std::string like;  ///< a run folder, genome file or manifest whose task and network it has
  std::vector<std::string> settings;
  std::string out;
};
void run(const ImportOptions& options);

struct OrderOptions {
  std::string shape;
  std::optional<long long> count;
  bool json = false;
};
void run(const OrderOptions& options);

struct SimulateOptions {
  std::string file;
  bool json = false;
};
void run(const SimulateOptions& options);

struct BenchTaskOptions {
  std::string task;
  double seconds = 6;
  bool json = false;
};
void run(const BenchTaskOptions& options);

struct BenchEvolveOptions {
  std::string task;  ///< empty: the default one
  std::vector<std::string> settings;
  int evaluations = 640;
  bool json = false;
};
void run(const BenchEvolveOptions& options);

struct BenchSearchOptions {
  std::vector<std::string> searches;  ///< with keys: "cma-es:active=false"; none: all
  std::vector<std::string> functions = {"sphere", "ellipsoid", "rosenbrock"};
  std::vector<int> dimensions = {10, 20};
  int runs = 20;
  int evaluations = 200'000;  ///< the most of a run
  bool json = false;
};
void run(const BenchSearchOptions& options);

struct CompletionOptions {
  /// What there is to complete.
  struct Verb {
    std::string name;
    std::string help;
    std::vector<std::string> words;  ///< its flags, its own verbs, and the names that it takes
  };
  /// A flag or a key that takes one of some words; a key without such takes any value.
  struct Choice {
    std::string name;
    std::vector<std::string> words;
  };
  std::string shell;
  std::string program;  ///< its name: others than lowpass have tasks of their own
  std::vector<Verb> verbs;
  std::vector<Choice> flags;
  std::vector<Choice> keys;  ///< of --set and --sweep, dotted
};
void run(const CompletionOptions& options);

}  // namespace lowpass::app
