#include "tests/fuzz/targets.h"

#include "lowpass/experiment/genome_file.h"
#include "lowpass/experiment/stored_controller.h"
#include "tests/fuzz/input.h"

namespace lowpass {

void fuzz_genome(const std::string& bytes) {
  const GenomeFile file = genome_file_from_text(bytes, "genome.json");
  require_round_trip(genome_file_text(file), [](const std::string& text) {
    return genome_file_text(genome_file_from_text(text, "again"));
  });
  stored_weights(file, file.configuration);
}

}  // namespace lowpass
