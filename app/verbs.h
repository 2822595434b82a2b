#pragma once

// The verbs of the program, one file each. A verb adds its subcommand, with its options and help,
// to the program; CLI11 calls it back when it was chosen. Results go to stdout, narration to
// stderr; wrong input throws lowpass::Error, caught once in main.

namespace CLI {
class App;
}

namespace lowpass::app {

void add_evolve(CLI::App& program);
void add_reproduce(CLI::App& program);
void add_evaluate(CLI::App& program);
void add_generalize(CLI::App& program);
void add_replay(CLI::App& program);
void add_tasks(CLI::App& program);
void add_decode(CLI::App& program);
void add_import(CLI::App& program);
void add_order(CLI::App& program);
void add_serve(CLI::App& program);
void add_report(CLI::App& program);
void add_simulate(CLI::App& program);
void add_bench(CLI::App& program);
void add_completion(CLI::App& program);

}  // namespace lowpass::app
