#pragma once

#include <string>

namespace lowpass::app {

/// The licences of all code that the program holds: its own, those of the libraries that it is
/// compiled with, and those of the libraries in its page.
std::string licences_text();

}  // namespace lowpass::app
