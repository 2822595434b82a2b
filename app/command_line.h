#pragma once

namespace CLI {
class App;
}

namespace lowpass::app {

/// Adds every verb, with its options and help. The one that is chosen runs at the end of parsing.
void declare_verbs(CLI::App& program);

}  // namespace lowpass::app
