#include "app/verbs.h"

namespace lowpass::app {

void add_bench(CLI::App&) {}

}  // namespace lowpass::app
