#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "app/interrupt.h"
#include "app/server/api.h"
#include "app/server/http_server.h"
#include "app/server/page.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"

namespace lowpass::app {

void run(const ServeOptions& options) {
  const std::string_view html = page();  // fails first if there is none
  // The default folder may come later: `serve` first, `evolve` then.
  if (options.is_folder_given && !std::filesystem::is_directory(options.folder)) {
    throw Error(ErrorKind::kFile, options.folder + ": no such folder");
  }
  watch_interrupts();
  Api api(std::filesystem::weakly_canonical(options.folder), options.folder);
  HttpServer server(api, html, options.host, options.port);
  fmt::print("{}\n", server.address());
  std::fflush(stdout);
  narrate("lowpass: showing {}; Ctrl-C stops\n", options.folder);
  server.run(is_interrupted);
}

}  // namespace lowpass::app
