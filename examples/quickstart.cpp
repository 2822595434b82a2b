// Draws a row of random numbers that is the same on every machine.
#include <cstdio>
#include <vector>

#include "lowpass/core/random.h"

int main() {
  std::vector<double> numbers(4);
  lowpass::fill_normals({.seed = 1}, numbers);
  for (double number : numbers) std::printf("%.17g\n", number);
}
