#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/verbs.h"

namespace lowpass::app {
namespace {

std::vector<std::string> verb_names(const CompletionOptions& all) {
  std::vector<std::string> names;
  for (const auto& verb : all.verbs) names.push_back(verb.name);
  return names;
}

/// "key=" for each key: its value follows.
std::vector<std::string> keys_with_equals(const CompletionOptions& all) {
  std::vector<std::string> keys;
  for (const auto& key : all.keys) keys.push_back(key.name + "=");
  return keys;
}

/// Branches of a "case", in bash and zsh alike: the name, then what to do with its words.
std::string branches(const std::vector<CompletionOptions::Choice>& choices,
                     const std::string& action, const std::string& end) {
  std::string text;
  for (const auto& [name, words] : choices) {
    if (words.empty()) continue;
    text += fmt::format("      {}) {}{}{} ;;\n", name, action, fmt::join(words, " "), end);
  }
  return text;
}

std::string verb_branches(const CompletionOptions& all, const std::string& action,
                          const std::string& end) {
  std::string text;
  for (const auto& verb : all.verbs) {
    text +=
        fmt::format("      {}) {}{}{} ;;\n", verb.name, action, fmt::join(verb.words, " "), end);
  }
  return text;
}

/// Bash breaks words at "=": "--set key=value" comes as --set, key, = and value.
void print_bash(const CompletionOptions& all) {
  fmt::print(R"(_lowpass() {{
  local now="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" key= front= words=
  if [ "$now" = "=" ]; then
    key=$before now=
  elif [ "$before" = "=" ]; then
    key="${{COMP_WORDS[COMP_CWORD-2]}}"
  elif [[ $now == *=* ]]; then
    key=${{now%%=*}} now=${{now#*=}} front=$key=
  fi
  if [ -n "$key" ]; then
    case "$key" in
{0}{1}    esac
  elif [ "$COMP_CWORD" -eq 1 ]; then
    words="{2} --help --version"
  else
    case "$before" in
      --set | --sweep)
        words="{3}"
        compopt -o nospace 2>/dev/null
        ;;
{1}      *)
        case "${{COMP_WORDS[1]}}" in
{4}        esac
        ;;
    esac
  fi
  COMPREPLY=($(compgen -P "$front" -W "$words" -- "$now"))
}}
complete -o default -F _lowpass {5}
)",
             branches(all.keys, "words=\"", "\""), branches(all.flags, "words=\"", "\""),
             fmt::join(verb_names(all), " "), fmt::join(keys_with_equals(all), " "),
             verb_branches(all, "words=\"", "\""), all.program);
}

void print_zsh(const CompletionOptions& all) {
  std::string verbs;
  for (const auto& verb : all.verbs) verbs += fmt::format("    '{}:{}'\n", verb.name, verb.help);
  fmt::print(R"(#compdef {0}
_lowpass() {{
  local -a verbs
  verbs=(
{1}  )
  if (( CURRENT == 2 )); then _describe verb verbs; return; fi
  local before=$words[CURRENT-1] key=${{words[CURRENT]%%=*}}
  if [[ $before == --set || $before == --sweep ]]; then
    if ! compset -P '*='; then compadd -S '' -- {2}; return; fi
    case $key in
{3}    esac
    return
  fi
  case $before in
{4}  esac
  case $words[2] in
{5}  esac
  _files
}}
compdef _lowpass {0}
)",
             all.program, verbs, fmt::join(keys_with_equals(all), " "),
             branches(all.keys, "compadd -- ", ""), branches(all.flags, "compadd -- ", "; return"),
             verb_branches(all, "compadd -- ", ""));
}

/// Flags whose words are known are listed with them; the others may be files.
void print_fish(const CompletionOptions& all) {
  std::vector<std::string> settings = keys_with_equals(all);
  for (const auto& [key, words] : all.keys) {
    for (const std::string& word : words) settings.push_back(key + "=" + word);
  }
  for (const auto& verb : all.verbs) {
    fmt::print("complete -c {} -n __fish_use_subcommand -a {} -d '{}'\n", all.program, verb.name,
               verb.help);
    const std::string begin =
        fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", all.program, verb.name);
    for (const std::string& word : verb.words) {
      if (!word.starts_with("--")) {
        fmt::print("{} -a {}\n", begin, word);
      } else if (word == "--set" || word == "--sweep") {
        fmt::print("{} -l {} -x -a '{}'\n", begin, word.substr(2), fmt::join(settings, " "));
      } else {
        fmt::print("{} -l {}\n", begin, word.substr(2));
      }
    }
  }
  for (const auto& [flag, words] : all.flags) {
    fmt::print("complete -c {} -l {} -x -a '{}'\n", all.program, flag.substr(2),
               fmt::join(words, " "));
  }
}

}  // namespace

void run(const CompletionOptions& options) {
  if (options.shell == "bash") print_bash(options);
  if (options.shell == "zsh") print_zsh(options);
  if (options.shell == "fish") print_fish(options);
}

}  // namespace lowpass::app
