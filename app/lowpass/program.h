#pragma once

namespace lowpass {

/// The whole program: evolve, resume, sweeps, MPI, evaluate, generalize, replay, serve, report, ...
/// for the library's tasks and those that were added before (task/task_list.h). Returns the exit
/// code of the process.
///
///   int main(int argc, char** argv) {
///     lowpass::add_task({.name = "mine", .help = "...", .make = ...});
///     return lowpass::run_program(argc, argv);
///   }
int run_program(int argc, char** argv);

}  // namespace lowpass
