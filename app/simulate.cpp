#include "app/verbs.h"

namespace lowpass::app {

void add_simulate(CLI::App&) {}

}  // namespace lowpass::app
