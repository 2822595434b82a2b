#include "app/verbs.h"

namespace lowpass::app {

void add_order(CLI::App&) {}

}  // namespace lowpass::app
