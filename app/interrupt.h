#pragma once

namespace lowpass::app {

/// Ctrl-C (or SIGTERM) asks the work to stop at the next good moment; a second one ends the program
/// at once, with exit code 130. Finished work is saved already.
void watch_interrupts();

/// Has someone asked?
bool is_interrupted();

/// The exit code of an interrupted program.
inline constexpr int kInterrupted = 130;

/// Thrown by a verb that was asked to stop, when it has saved its work and said so.
struct Interrupted {};

}  // namespace lowpass::app
