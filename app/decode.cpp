#include "app/verbs.h"

namespace lowpass::app {

void add_decode(CLI::App&) {}

}  // namespace lowpass::app
