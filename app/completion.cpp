#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"

namespace lowpass::app {
namespace {

struct Verb {
  std::string name;
  std::string help;
  std::vector<std::string> flags;
};

/// The long flags of a (sub)command, as its own help lists them.
std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::vector<Verb> verbs_of(const CLI::App& program) {
  std::vector<Verb> verbs;
  for (const CLI::App* verb : program.get_subcommands({})) {
    Verb entry{verb->get_name(), verb->get_description(), flags_of(*verb)};
    for (const CLI::App* inner : verb->get_subcommands({})) {
      entry.flags.push_back(inner->get_name());
      for (const std::string& flag : flags_of(*inner)) entry.flags.push_back(flag);
    }
    verbs.push_back(std::move(entry));
  }
  return verbs;
}

void print_bash(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.push_back(verb.name);
  fmt::print("_lowpass() {{\n  local words\n  case \"${{COMP_WORDS[1]}}\" in\n");
  for (const Verb& verb : verbs) {
    fmt::print("    {}) words=\"{}\" ;;\n", verb.name, fmt::join(verb.flags, " "));
  }
  fmt::print("    *) words=\"\" ;;\n  esac\n");
  fmt::print("  if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"{} --help --version\"; fi\n",
             fmt::join(names, " "));
  fmt::print(
      "  COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n}}\n"
      "complete -o default -F _lowpass lowpass\n");
}

void print_zsh(const std::vector<Verb>& verbs) {
  fmt::print("#compdef lowpass\n_lowpass() {{\n  local -a verbs\n  verbs=(\n");
  for (const Verb& verb : verbs) fmt::print("    '{}:{}'\n", verb.name, verb.help);
  fmt::print(
      "  )\n  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
      "  case $words[2] in\n");
  for (const Verb& verb : verbs) {
    fmt::print("    {}) compadd -- {}; _files ;;\n", verb.name, fmt::join(verb.flags, " "));
  }
  fmt::print("  esac\n}}\ncompdef _lowpass lowpass\n");
}

void print_fish(const std::vector<Verb>& verbs) {
  for (const Verb& verb : verbs) {
    fmt::print("complete -c lowpass -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
               verb.help);
    for (const std::string& flag : verb.flags) {
      const bool is_flag = flag.starts_with("--");
      fmt::print("complete -c lowpass -n '__fish_seen_subcommand_from {}' {} {}\n", verb.name,
                 is_flag ? "-l" : "-a", is_flag ? flag.substr(2) : flag);
    }
  }
}

}  // namespace

void add_completion(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb = program.add_subcommand(
      "completion", "Print a completion script; bash: source <(lowpass completion bash)");
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  verb->callback([&program, shell] {
    const std::vector<Verb> verbs = verbs_of(program);
    if (*shell == "bash") print_bash(verbs);
    if (*shell == "zsh") print_zsh(verbs);
    if (*shell == "fish") print_fish(verbs);
  });
}

}  // namespace lowpass::app
