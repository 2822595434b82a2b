#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"

namespace lowpass::app {
namespace {

using Verb = CompletionOptions::Verb;

void print_bash(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.push_back(verb.name);
  fmt::print("_lowpass() {{\n  local words\n  case \"${{COMP_WORDS[1]}}\" in\n");
  for (const Verb& verb : verbs) {
    fmt::print("    {}) words=\"{}\" ;;\n", verb.name, fmt::join(verb.words, " "));
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
    fmt::print("    {}) compadd -- {}; _files ;;\n", verb.name, fmt::join(verb.words, " "));
  }
  fmt::print("  esac\n}}\ncompdef _lowpass lowpass\n");
}

void print_fish(const std::vector<Verb>& verbs) {
  for (const Verb& verb : verbs) {
    fmt::print("complete -c lowpass -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
               verb.help);
    for (const std::string& flag : verb.words) {
      const bool is_flag = flag.starts_with("--");
      fmt::print("complete -c lowpass -n '__fish_seen_subcommand_from {}' {} {}\n", verb.name,
                 is_flag ? "-l" : "-a", is_flag ? flag.substr(2) : flag);
    }
  }
}

}  // namespace

void run(const CompletionOptions& options) {
  if (options.shell == "bash") print_bash(options.verbs);
  if (options.shell == "zsh") print_zsh(options.verbs);
  if (options.shell == "fish") print_fish(options.verbs);
}

}  // namespace lowpass::app
