#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "lowpass/core/error.h"
#include "lowpass/core/simd.h"
#include "lowpass/core/suggestion.h"
#include "lowpass/core/version.h"

namespace {

// Exit codes, the same for every verb.
constexpr int kFailure = 1, kUsage = 2, kConfiguration = 3, kFile = 4;

int exit_code(lowpass::ErrorKind kind) {
  switch (kind) {
    case lowpass::ErrorKind::kUsage:
      return kUsage;
    case lowpass::ErrorKind::kConfiguration:
      return kConfiguration;
    case lowpass::ErrorKind::kFile:
      return kFile;
    case lowpass::ErrorKind::kFailure:
      return kFailure;
  }
  return kFailure;
}

std::string version_text() {
  return fmt::format("lowpass {} ({}, SIMD {})", lowpass::version(), lowpass::compiler(),
                     lowpass::simd_target());
}

/// One line that says what is wrong with the command line and where to read on.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error, int argc,
                        char** argv) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : program.get_subcommands({})) verbs.push_back(verb->get_name());
  const std::string first = argc > 1 ? argv[1] : "";
  const bool is_verb = std::find(verbs.begin(), verbs.end(), first) != verbs.end();
  if (is_verb) return fmt::format("{} (see: lowpass {} --help)", error.what(), first);
  if (first.empty()) return "expected a verb (see: lowpass --help)";
  return fmt::format("{}: unknown{} (see: lowpass --help)", first,
                     lowpass::did_you_mean(first, verbs));
}

int run(int argc, char** argv) {
  lowpass::app::job();  // first of all: only the leader of a job talks
  if (const char* target = std::getenv("LOWPASS_SIMD")) lowpass::use_simd_target(target);
  CLI::App program("Evolves large recurrent controllers by searching a handful of frequencies.",
                   "lowpass");
  program.require_subcommand(1);
  program.set_version_flag("--version", version_text());
  lowpass::app::declare_verbs(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return program.exit(help_or_version);
  } catch (const lowpass::app::Interrupted&) {
    return lowpass::app::kInterrupted;
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "lowpass: {}\n", usage_error(program, error, argc, argv));
    return kUsage;
  }
  return 0;
}

/// Tells what went wrong. A command line or configuration is wrong on every rank of a job alike;
/// with anything else the other ranks would wait for this one: the job ends with it.
int failed(const char* what, int code) {
  fmt::print(stderr, "lowpass: {}\n", what);
  std::fflush(nullptr);
  const bool is_everywhere = code == kUsage || code == kConfiguration;
  if (lowpass::app::has_joined_job() && !is_everywhere) lowpass::app::job().end_job(code);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const lowpass::Error& error) {
    return failed(error.what(), exit_code(error.kind()));
  } catch (const std::exception& error) {
    return failed(error.what(), kFailure);
  }
}
