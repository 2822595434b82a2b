#include "app/verbs.h"

namespace lowpass::app {

void add_completion(CLI::App&) {}

}  // namespace lowpass::app
