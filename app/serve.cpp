#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/interrupt.h"
#include "app/server/api.h"
#include "app/server/http_server.h"
#include "app/server/page.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

struct Options {
  std::string folder = "runs";
  std::string host = "127.0.0.1";
  int port = 8080;
  bool is_folder_given = false;
};

void run(const Options& options) {
  page();  // fails first if there is none
  // The default folder may come later: `serve` first, `evolve` then.
  if (options.is_folder_given && !std::filesystem::is_directory(options.folder)) {
    throw Error(ErrorKind::kFile, options.folder + ": no such folder");
  }
  watch_interrupts();
  Api api(std::filesystem::weakly_canonical(options.folder), options.folder);
  HttpServer server(api, options.host, options.port);
  fmt::print("{}\n", server.address());
  std::fflush(stdout);
  fmt::print(stderr, "lowpass: showing {}; Ctrl-C stops\n", options.folder);
  server.run(is_interrupted);
}

}  // namespace

void add_serve(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = program.add_subcommand("serve", "Show runs live in a browser; stop with Ctrl-C");
  CLI::Option* folder = verb->add_option("DIR", options->folder, "Folder with runs, at any depth")
                            ->capture_default_str();
  verb->add_option("--host", options->host,
                   "Address to listen at; another than 127.0.0.1 lets others look, too")
      ->capture_default_str();
  verb->add_option("--port", options->port, "Port; 0 takes any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  verb->callback([options, folder] {
    options->is_folder_given = folder->count() > 0;
    run(*options);
  });
}

}  // namespace lowpass::app
