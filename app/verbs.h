#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The verbs of the program: what each can be told (app/command_line.cpp says how), and what does
// it, in a file of its own. Results go to stdout, narration to stderr; wrong input throws
// lowpass::Error, caught once in main.

namespace lowpass::app {

struct EvolveOptions {
  std::string subject = "octopus";
  std::vector<std::string> settings;
  std::string out;
  int runs = 1;
  std::optional<int> threads;
  std::optional<std::int64_t> seed;
  bool resume = false, dry_run = false, is_explained = false, json = false;
};
void run(const EvolveOptions& options);

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string out = "reproduction";
  std::optional<int> runs, evaluations, threads;
  bool list = false, json = false;
};
void run(const ReproduceOptions& options);

struct EvaluateOptions {
  std::string file;
  std::string starts;
  std::optional<int> compartments;
  bool json = false;
};
void run(const EvaluateOptions& options);

struct GeneralizeOptions {
  std::vector<std::string> runs;
  bool json = false;
};
void run(const GeneralizeOptions& options);

struct ReplayOptions {
  std::string file;
  std::string starts;
  std::optional<int> compartments;
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
  std::optional<int> compartments;
  std::string scale = "none";
  std::optional<std::string> resize_mapping;
  bool json = false;
};
void run(const DecodeOptions& options);

struct ImportOptions {
  std::string file;
  std::string mapping = "omega3";
  std::optional<long long> coefficients;
  std::optional<std::string> actions;
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

struct BenchOctopusOptions {
  double seconds = 6;
  bool json = false;
};
void run(const BenchOctopusOptions& options);

struct BenchEvolveOptions {
  int evaluations = 640;
  bool json = false;
};
void run(const BenchEvolveOptions& options);

struct CompletionOptions {
  /// What there is to complete.
  struct Verb {
    std::string name;
    std::string help;
    std::vector<std::string> words;  ///< its flags, and its own verbs
  };
  std::string shell;
  std::vector<Verb> verbs;
};
void run(const CompletionOptions& options);

}  // namespace lowpass::app
