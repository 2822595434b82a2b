#include "app/command_line.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/paper/reproduction.h"
#include "lowpass/task/task_list.h"

// The whole command line. CLI11 takes seconds to compile wherever it is included, so the verbs
// themselves know nothing of it.

namespace lowpass::app {
namespace {

constexpr const char* kJsonHelp = "Print one JSON object";

/// Adds a verb whose options `declare` binds to members of `Options`; chosen, it runs with them.
template <typename Options>
void add_verb(CLI::App& parent, const char* name, const char* help,
              void (*declare)(CLI::App& verb, Options& options)) {
  CLI::App* verb = parent.add_subcommand(name, help);
  const auto options = std::make_shared<Options>();
  declare(*verb, *options);
  verb->callback([options] { run(*options); });
}

void add_genome(CLI::App& verb, std::string& file) {
  verb.add_option("GENOME", file,
                  "Genome file (- for standard input), or run folder for its best controller")
      ->required();
}

void add_settings(CLI::App& verb, std::vector<std::string>& settings, const char* help) {
  verb.add_option("--set", settings, help)->allow_extra_args(false)->take_all();
}

/// --size, and each task's own name for it.
void add_size(CLI::App& verb, std::optional<int>& size) {
  std::string names = "--size";
  for (const TaskEntry* task : tasks()) {
    if (task->size) names += ",--" + task->size->key;
  }
  verb.add_option(names, size, "The task at another size; what scales with it is scaled");
}

void add_controller(CLI::App& verb, ControllerOptions& o) {
  add_genome(verb, o.file);
  add_size(verb, o.size);
  add_settings(verb, o.settings, "key=value of the task, such as task.steps=500; may be repeated");
  verb.add_option("--starts,--start", o.starts,
                  "Other starts, separated by commas: short for --set task.starts=[...]");
}

void add_threads(CLI::App& verb, std::optional<int>& threads, const char* help) {
  verb.add_option("--threads", threads, help)->check(CLI::Range(1, 1024));
}

/// CLI11 itself takes a number that is too large for the largest.
std::string is_seed(const std::string& text) {
  std::int64_t seed = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  const bool is_good = error == std::errc() && end == text.data() + text.size() && seed >= 0;
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  return is_good ? "" : fmt::format("{}: expected an integer from 0 to {}", text, kLast);
}

void declare_evolve(CLI::App& verb, EvolveOptions& o) {
  verb.add_option("TASK", o.subject,
                  "A task (see: lowpass tasks), a .toml file, the manifest.json of a run, which is "
                  "repeated, or with --resume a folder")
      ->default_str(tasks().front()->name);
  add_settings(verb, o.settings, "key=value, over the file and the defaults; may be repeated");
  verb.add_option("--sweep", o.sweeps,
                  "key=value,value,...: runs for each value; repeated, for all combinations")
      ->allow_extra_args(false)
      ->take_all();
  verb.add_option("--from", o.from,
                  "Start from a saved controller: a genome file, or a run folder for its best; its "
                  "task, network and encoding are the defaults");
  verb.add_option("--out", o.out,
                  "Run folder (default: a new one below runs/); with --runs one a seed inside, "
                  "with --sweep one a setting around those");
  verb.add_option("--runs", o.runs, "Several runs, with seeds that follow each other (default 1)")
      ->check(CLI::Range(1, 1'000'000));
  add_threads(verb, o.threads, "Threads (default: all); never changes the result");
  verb.add_option("--seed", o.seed, "Seed of the first run (default 1)")->check(is_seed);
  verb.add_flag("--resume", o.resume,
                "Go on with a run or a sweep where it stopped: --resume FOLDER needs nothing else; "
                "a run may be given a larger budget.evaluations");
  verb.add_flag("--dry-run", o.dry_run, "Print the resolved configuration and stop");
  verb.add_flag("--explain", o.is_explained,
                "Print how networks are stepped, by model and by measurement, and stop");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_reproduce(CLI::App& verb, ReproduceOptions& o) {
  verb.add_option("NAME", o.names,
                  "Claims (1 to 12), figures, sensitivity, or infer; none: the whole paper");
  verb.add_option("--out", o.out, "Folder of runs and results")->capture_default_str();
  verb.add_option("--runs", o.runs,
                  "Runs of each setup, seeds 1, 2, ... (default 20; sensitivity: 3)")
      ->check(CLI::Range(1, 100'000));
  verb.add_option("--evaluations", o.evaluations,
                  "Evaluations of a run, for a quick look (default 6000)")
      ->check(CLI::Range(100, 1'000'000'000));
  verb.add_option("--precision", o.precision,
                  "Of arm and network: single takes about half the time; a folder has one of them")
      ->check(CLI::IsMember(precision_names()))
      ->capture_default_str();
  verb.add_option("--reading", o.reading,
                  "Of what the paper leaves open: a row of docs/protocol/readings.csv; a folder "
                  "has one of them")
      ->capture_default_str();
  add_threads(verb, o.threads, "Threads, one a run (default: all); never changes the result");
  verb.add_flag("--list", o.list, "List claims and figures, and stop");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_evaluate(CLI::App& verb, EvaluateOptions& o) {
  add_controller(verb, o.controller);
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_generalize(CLI::App& verb, GeneralizeOptions& o) {
  verb.add_option("RUN", o.runs, "Run folders (their best controller) or genome files")->required();
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_replay(CLI::App& verb, ReplayOptions& o) {
  add_controller(verb, o.controller);
  verb.add_option("--svg", o.svg, "Write a film strip");
  verb.add_option("--video", o.video, "Write a video (.mp4, .webm, .gif; needs ffmpeg)");
  verb.add_option("--json", o.json, "Write the episodes, moment by moment");
}

void declare_serve(CLI::App& verb, ServeOptions& o) {
  verb.add_option("DIR", o.folder, "Folder with runs, at any depth")
      ->capture_default_str()
      ->each([&o](const std::string&) { o.is_folder_given = true; });
  verb.add_option("--host", o.host,
                  "Address to listen at; another than 127.0.0.1 lets others look, too")
      ->capture_default_str();
  verb.add_option("--port", o.port, "Port; 0 takes any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
}

void declare_report(CLI::App& verb, ReportOptions& o) {
  verb.add_option("DIR", o.folder, "Folder with runs, at any depth")->required();
  verb.add_option("--out", o.out, "The page (default: DIR/report.html)");
}

void declare_tasks(CLI::App& verb, TasksOptions& o) { verb.add_flag("--json", o.json, kJsonHelp); }

void declare_decode(CLI::App& verb, DecodeOptions& o) {
  add_genome(verb, o.file);
  add_size(verb, o.size);
  verb.add_option("--scale", o.scale,
                  "When resizing: none keeps the coefficients, amplitude the height of the weights")
      ->check(CLI::IsMember({"none", "amplitude"}))
      ->capture_default_str();
  verb.add_option("--resize-mapping", o.resize_mapping,
                  "Mapping through which a direct network is resized")
      ->check(CLI::IsMember(mapping_names()));
  verb.add_flag("--json", o.json, "Print one JSON object: input, recurrent, bias");
}

void declare_import(CLI::App& verb, ImportOptions& o) {
  verb.add_option("FILE", o.file, "Weights as decode --json prints them (- for stdin)")->required();
  auto mappings = mapping_names();
  mappings.push_back("direct");
  verb.add_option("--mapping", o.mapping, "How genes become weights")
      ->check(CLI::IsMember(mappings))
      ->capture_default_str();
  verb.add_option("--coefficients", o.coefficients,
                  "Keep only the first N coefficients (default: all, which is exact)");
  verb.add_option("--task", o.task, "The task that it is for (default: the first that fits)");
  verb.add_option("--like", o.like, "A run folder or genome file, whose task and network it has");
  add_settings(verb, o.settings, "key=value of the task or the network; may be repeated");
  verb.add_option("--out", o.out, "Write the genome file here (default: standard output)");
}

void declare_order(CLI::App& verb, OrderOptions& o) {
  verb.add_option("--shape", o.shape, "Sizes of the array, such as 8x11x3x11")->required();
  verb.add_option("--count", o.count, "Only the first COUNT positions");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_simulate(CLI::App& verb, SimulateOptions& o) {
  verb.add_option("FILE", o.file,
                  "JSON with the actions, in the format of its \"task\" (docs/TASK.md); - reads "
                  "standard input")
      ->required();
  verb.add_flag("--json", o.json, "Print one JSON object with the states");
}

void declare_bench_task(CLI::App& verb, BenchTaskOptions& o) {
  o.task = verb.get_name();
  verb.add_flag("--json", o.json, kJsonHelp);
  verb.add_option("--seconds", o.seconds, "Time to measure for")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
}

void declare_bench_evolve(CLI::App& verb, BenchEvolveOptions& o) {
  o.task = tasks().front()->name;
  verb.add_option("TASK", o.task, "The task")->capture_default_str();
  add_settings(verb, o.settings, "key=value, over the defaults; may be repeated");
  verb.add_option("--evaluations", o.evaluations, "Evaluations of each run")
      ->check(CLI::Range(32, 100'000))
      ->capture_default_str();
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_bench_search(CLI::App& verb, BenchSearchOptions& o) {
  verb.add_option("--searches", o.searches,
                  "Searches, with keys if wanted: snes,cma-es:active=false (default: all)")
      ->delimiter(',');
  verb.add_option("--functions", o.functions, "Some of sphere, ellipsoid, rosenbrock")
      ->delimiter(',')
      ->capture_default_str();
  verb.add_option("--dimensions", o.dimensions, "Numbers of genes")
      ->delimiter(',')
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb.add_option("--runs", o.runs, "Runs a cell, with seeds 1, 2, ...")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  verb.add_option("--evaluations", o.evaluations, "The most evaluations of a run")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  verb.add_flag("--json", o.json, kJsonHelp);
}

void add_bench(CLI::App& program) {
  CLI::App* bench = program.add_subcommand("bench", "Measure speed on this machine");
  bench->require_subcommand(1);
  for (const TaskEntry* task : tasks()) {
    if (task->bench) {
      add_verb(*bench, task->name.c_str(), "The bare simulator of the task: one lane and all lanes",
               declare_bench_task);
    }
  }
  add_verb(*bench, "evolve", "The whole loop: where its time goes, one and two threads",
           declare_bench_evolve);
  add_verb(*bench, "search", "Searches on known functions: evaluations to the optimum, overhead",
           declare_bench_search);
}

std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// The words that a check of CLI11 names: "TEXT:{none,amplitude}".
std::vector<std::string> words_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

/// What stands on a verb's command line besides files.
std::vector<std::string> names_for(const std::string& verb) {
  std::vector<std::string> names;
  if (verb == "evolve") {
    for (const TaskEntry* task : tasks()) names.push_back(task->name);
  }
  if (verb == "reproduce") {
    for (const auto& target : reproduction_targets()) names.push_back(target.name);
  }
  return names;
}

/// Adds a verb's flags, and those of its own verbs.
void add_words(CompletionOptions& all, std::vector<std::string>& words, const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string> flags = flags_of(*option), choices = words_of(*option);
    append(words, flags.empty() ? choices : flags);
    if (choices.empty()) continue;
    for (const std::string& flag : flags) all.flags.push_back({flag, choices});
  }
  for (const CLI::App* inner : verb.get_subcommands({})) {
    words.push_back(inner->get_name());
    add_words(all, words, *inner);
  }
}

void add_key(CompletionOptions& all, const std::string& table, const Key& key) {
  all.keys.push_back({table + "." + key.name, key.type == "boolean"
                                                  ? std::vector<std::string>{"true", "false"}
                                                  : key.choices});
}

CompletionOptions completion_of(const CLI::App& program, const std::string& shell) {
  CompletionOptions all{.shell = shell, .program = program.get_name()};
  for (const CLI::App* verb : program.get_subcommands({})) {
    CompletionOptions::Verb entry{verb->get_name(), verb->get_description(), {}};
    add_words(all, entry.words, *verb);
    append(entry.words, names_for(entry.name));
    all.verbs.push_back(std::move(entry));
  }
  for (const GeneralKey& key : general_keys()) add_key(all, key.table, key.key);
  for (const TaskEntry* task : tasks()) {
    for (const Key& key : task->keys) add_key(all, "task", key);
  }
  for (const SearchEntry& search : searches()) {
    for (const Key& key : search.keys) add_key(all, "optimizer", key);
  }
  // Some flags and keys several have: one of each name, with the words of all.
  for (auto* list : {&all.flags, &all.keys}) {
    std::map<std::string, std::set<std::string>> words;
    for (const auto& [name, own] : *list) words[name].insert(own.begin(), own.end());
    list->clear();
    for (const auto& [name, own] : words) list->push_back({name, {own.begin(), own.end()}});
  }
  return all;
}

void add_completion(CLI::App& program) {
  CLI::App* verb = program.add_subcommand(
      "completion", "Print a completion script; bash: source <(lowpass completion bash)");
  const auto shell = std::make_shared<std::string>();
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  verb->callback([&program, shell] { run(completion_of(program, *shell)); });
}

}  // namespace

void declare_verbs(CLI::App& program) {
  add_verb(program, "evolve", "Evolve controllers for a task", declare_evolve);
  add_verb(program, "reproduce",
           "Run the paper's experiments, as far as they are missing, and check its claims",
           declare_reproduce);
  add_verb(program, "evaluate", "Score a saved controller", declare_evaluate);
  add_verb(program, "generalize",
           "Test controllers under conditions that they were not evolved for", declare_generalize);
  add_verb(program, "replay", "Show what a saved controller does: film strip, video, data",
           declare_replay);
  add_verb(program, "serve", "Show runs live in a browser; stop with Ctrl-C", declare_serve);
  add_verb(program, "report",
           "Write runs as one HTML page that opens anywhere, and a CSV file beside it",
           declare_report);
  add_verb(program, "tasks", "List tasks, searches and configuration keys", declare_tasks);
  add_verb(program, "decode", "Print the weights that a saved genome stands for", declare_decode);
  add_verb(program, "import",
           "Turn a network's weights into a genome, and tell what truncation leaves out",
           declare_import);
  add_verb(program, "order", "Print the order in which Algorithm 1 fills a coefficient array",
           declare_order);
  add_verb(program, "simulate", "Run the bare simulator of a task under given actions",
           declare_simulate);
  add_bench(program);
  add_completion(program);
}

}  // namespace lowpass::app
