#include "lowpass/program.h"

int main(int argc, char** argv) { return lowpass::run_program(argc, argv); }
