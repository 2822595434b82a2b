#include "app/command_line.h"

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/verbs.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/task/octopus_geometry.h"

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
  verb.add_option("GENOME", file, "Genome file (- for standard input)")->required();
}

void add_compartments(CLI::App& verb, std::optional<int>& compartments,
                      const char* help = "An arm of another length") {
  verb.add_option("--compartments", compartments, help)->check(CLI::Range(1, kMaxTaskCompartments));
}

void add_threads(CLI::App& verb, std::optional<int>& threads, const char* help) {
  verb.add_option("--threads", threads, help)->check(CLI::Range(1, 1024));
}

void declare_evolve(CLI::App& verb, EvolveOptions& o) {
  verb.add_option("TASK", o.subject, "A task (see: lowpass tasks) or a .toml file")
      ->capture_default_str();
  verb.add_option("--set", o.settings, "key=value, over the file and the defaults; may be repeated")
      ->take_all();
  verb.add_option("--out", o.out,
                  "Run folder (default: a new one below runs/); with --runs one a seed inside");
  verb.add_option("--runs", o.runs, "Several runs, with seeds that follow each other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  add_threads(verb, o.threads, "Threads (default: all); never changes the result");
  verb.add_option("--seed", o.seed, "Seed of the first run (default 1)")
      ->check(CLI::NonNegativeNumber);
  verb.add_flag("--resume", o.resume, "Go on with the run in --out where it stopped");
  verb.add_flag("--dry-run", o.dry_run, "Print the resolved configuration and stop");
  verb.add_flag("--explain", o.is_explained,
                "Print how networks are stepped, by model and by measurement, and stop");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_reproduce(CLI::App& verb, ReproduceOptions& o) {
  verb.add_option("NAME", o.names,
                  "Claims (1 to 8), figures, or sensitivity; none: the whole paper");
  verb.add_option("--out", o.out, "Folder of runs and results")->capture_default_str();
  verb.add_option("--runs", o.runs,
                  "Runs of each setup, seeds 1, 2, ... (default 20; sensitivity: 3)")
      ->check(CLI::Range(1, 100'000));
  verb.add_option("--evaluations", o.evaluations,
                  "Evaluations of a run, for a quick look (default 6000)")
      ->check(CLI::Range(100, 1'000'000'000));
  add_threads(verb, o.threads, "Threads, one a run (default: all); never changes the result");
  verb.add_flag("--list", o.list, "List claims and figures, and stop");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_evaluate(CLI::App& verb, EvaluateOptions& o) {
  add_genome(verb, o.file);
  verb.add_option("--starts", o.starts, "Other starts: angles in radians, separated by commas");
  add_compartments(verb, o.compartments);
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_generalize(CLI::App& verb, GeneralizeOptions& o) {
  verb.add_option("RUN", o.runs, "Run folders (their best controller) or genome files")->required();
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_replay(CLI::App& verb, ReplayOptions& o) {
  add_genome(verb, o.file);
  verb.add_option("--start", o.starts,
                  "Start angles in radians, separated by commas (default: the trained ones)");
  add_compartments(verb, o.compartments);
  verb.add_option("--svg", o.svg, "Write a film strip");
  verb.add_option("--video", o.video, "Write a video (.mp4, .webm, .gif; needs ffmpeg)");
  verb.add_option("--json", o.json, "Write the trajectory");
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
  add_compartments(verb, o.compartments,
                   "Decode for an arm of this length instead of the one it was evolved for");
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
  verb.add_option("--actions", o.actions, "raw or meta, where the sizes fit both")
      ->check(CLI::IsMember({"raw", "meta"}));
  verb.add_option("--out", o.out, "Write the genome file here (default: standard output)");
}

void declare_order(CLI::App& verb, OrderOptions& o) {
  verb.add_option("--shape", o.shape, "Sizes of the array, such as 8x11x3x11")->required();
  verb.add_option("--count", o.count, "Only the first COUNT positions");
  verb.add_flag("--json", o.json, kJsonHelp);
}

void declare_simulate(CLI::App& verb, SimulateOptions& o) {
  verb.add_option("FILE", o.file,
                  "JSON with model, p, constants, nodes, segments, steps, and optionally state and "
                  "step_duration; - reads standard input")
      ->required();
  verb.add_flag("--json", o.json, "Print {\"steps\":[...],\"states\":[[...],...]}");
}

void declare_bench_octopus(CLI::App& verb, BenchOctopusOptions& o) {
  verb.add_flag("--json", o.json, kJsonHelp);
  verb.add_option("--seconds", o.seconds, "Time to measure for")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
}

void declare_bench_evolve(CLI::App& verb, BenchEvolveOptions& o) {
  verb.add_option("--evaluations", o.evaluations, "Evaluations of each run")
      ->check(CLI::Range(32, 100'000))
      ->capture_default_str();
  verb.add_flag("--json", o.json, kJsonHelp);
}

void add_bench(CLI::App& program) {
  CLI::App* bench = program.add_subcommand("bench", "Measure speed on this machine");
  bench->require_subcommand(1);
  add_verb(*bench, "octopus",
           "Octopus arm: one lane and all lanes, both models, 10 and 20 compartments",
           declare_bench_octopus);
  add_verb(*bench, "evolve", "The whole loop: where its time goes, one and two threads",
           declare_bench_evolve);
}

void add_flags(std::vector<std::string>& words, const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
}

std::vector<CompletionOptions::Verb> verbs_of(const CLI::App& program) {
  std::vector<CompletionOptions::Verb> verbs;
  for (const CLI::App* verb : program.get_subcommands({})) {
    auto& entry =
        verbs.emplace_back(CompletionOptions::Verb{verb->get_name(), verb->get_description(), {}});
    add_flags(entry.words, *verb);
    for (const CLI::App* inner : verb->get_subcommands({})) {
      entry.words.push_back(inner->get_name());
      add_flags(entry.words, *inner);
    }
  }
  return verbs;
}

void add_completion(CLI::App& program) {
  CLI::App* verb = program.add_subcommand(
      "completion", "Print a completion script; bash: source <(lowpass completion bash)");
  const auto shell = std::make_shared<std::string>();
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  verb->callback([&program, shell] { run(CompletionOptions{*shell, verbs_of(program)}); });
}

}  // namespace

void declare_verbs(CLI::App& program) {
  add_verb(program, "evolve", "Evolve controllers for a task", declare_evolve);
  add_verb(program, "reproduce",
           "Run the paper's experiments, as far as they are missing, and check its claims",
           declare_reproduce);
  add_verb(program, "evaluate", "Score a saved controller", declare_evaluate);
  add_verb(program, "generalize",
           "Test controllers from untrained starts and on arms of other lengths",
           declare_generalize);
  add_verb(program, "replay", "Show what a saved controller does: film strip, video, data",
           declare_replay);
  add_verb(program, "serve", "Show runs live in a browser; stop with Ctrl-C", declare_serve);
  add_verb(program, "report",
           "Write runs as one HTML page that opens anywhere, and a CSV file beside it",
           declare_report);
  add_verb(program, "tasks", "List tasks, presets and configuration keys", declare_tasks);
  add_verb(program, "decode", "Print the weights that a saved genome stands for", declare_decode);
  add_verb(program, "import",
           "Turn a network's weights into a genome, and tell what truncation leaves out",
           declare_import);
  add_verb(program, "order", "Print the order in which Algorithm 1 fills a coefficient array",
           declare_order);
  add_verb(program, "simulate", "Run the bare octopus arm under given actions", declare_simulate);
  add_bench(program);
  add_completion(program);
}

}  // namespace lowpass::app
