#include "tests/fuzz/targets.h"

#include <sstream>
#include <stdexcept>

#include "app/server/api.h"
#include "tests/support/runs_folder.h"

namespace lowpass {

/// The first line is the name of the request, each other one a parameter: name=value.
void fuzz_api(const std::string& bytes) {
  static const RunsFolder folder;
  static app::Api api(folder.path(), "runs");
  api.index().refresh();
  std::istringstream lines(bytes);
  app::ApiRequest request;
  std::getline(lines, request.name);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t sign = std::min(line.find('='), line.size());
    request.parameters[line.substr(0, sign)] = line.substr(std::min(sign + 1, line.size()));
  }
  const app::ApiAnswer answer = api.answer(request);
  // What is wrong with a request is an Error inside; anything else becomes this status.
  if (answer.status == 500) throw std::logic_error(*answer.body);
}

}  // namespace lowpass
