#include "lowpass/program.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/job.h"
#include "app/licences.h"
#include "app/terminal.h"
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

void choose_simd_target() {
  const char* target = std::getenv("LOWPASS_SIMD");
  if (!target) return;
  try {
    lowpass::use_simd_target(target);
  } catch (const lowpass::Error& error) {
    throw lowpass::Error(error.kind(), fmt::format("LOWPASS_SIMD: {}", error.what()));
  }
}

int run(int argc, char** argv) {
  lowpass::app::job();  // first of all: only the leader of a job talks
  choose_simd_target();
  CLI::App program("Evolves large recurrent controllers by searching a handful of frequencies.",
                   std::filesystem::path(argv[0]).filename().string());
  program.require_subcommand(1);
  // Before --version, so that of both this one is done.
  program.add_flag_callback(
      "--licenses",
      [] { throw CLI::CallForVersion(version_text() + "\n\n" + lowpass::app::licences_text(), 0); },
      "Display version and the licences of all that is built in, and exit");
  program.set_version_flag("--version", version_text());
  lowpass::app::declare_verbs(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return program.exit(help_or_version);
  } catch (const lowpass::app::Interrupted&) {
    return lowpass::app::kInterrupted;
  } catch (const CLI::ParseError& error) {
    const std::string what = lowpass::one_line(usage_error(program, error, argc, argv));
    lowpass::app::narrate("lowpass: {}\n", what);
    return kUsage;
  }
  return 0;
}

/// A file that is opened while 0, 1 or 2 is closed would get that number, and what is printed.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDWR);  // takes the lowest number
  }
}

[[noreturn]] void fail_to_write(const std::string& why) {
  throw lowpass::Error(lowpass::ErrorKind::kFile, "standard output: cannot write" + why);
}

std::string reason(int code) { return std::string(": ") + std::strerror(code); }

/// Results that nobody can read are a failure.
int with_results_written(int code) {
  if (std::fflush(stdout) != 0) fail_to_write(reason(errno));
  if (std::ferror(stdout)) fail_to_write("");  // before, and who met it has not told why
  return code;
}

/// How the program ended: what went wrong, if anything is still to be told, and its exit code.
struct Outcome {
  std::string failure;
  int code = 0;
};

Outcome outcome_of(int argc, char** argv) {
  try {
    try {
      return {"", with_results_written(run(argc, argv))};
    } catch (const std::system_error& error) {
      if (std::ferror(stdout)) fail_to_write(reason(error.code().value()));
      throw;
    }
  } catch (const lowpass::Error& error) {
    return {error.what(), exit_code(error.kind())};
  } catch (const std::exception& error) {
    return {lowpass::one_line(error.what()), kFailure};
  }
}

}  // namespace

int lowpass::run_program(int argc, char** argv) {
  open_standard_streams();
  const Outcome outcome = outcome_of(argc, argv);
  if (!outcome.failure.empty()) lowpass::app::narrate("lowpass: {}\n", outcome.failure);
  // A command line or configuration is wrong on every rank of a job alike.
  const bool is_everywhere = outcome.code == kUsage || outcome.code == kConfiguration;
  return lowpass::app::leave_job(outcome.failure, outcome.code, is_everywhere);
}
