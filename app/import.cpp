#include "app/verbs.h"

namespace lowpass::app {

void add_import(CLI::App&) {}

}  // namespace lowpass::app
