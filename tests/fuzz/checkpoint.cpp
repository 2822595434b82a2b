#include "tests/fuzz/targets.h"

#include <cstdint>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/digest.h"
#include "lowpass/experiment/run.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/bytes.h"
#include "lowpass/record/checkpoint.h"

namespace lowpass {
namespace {

/// The same bytes with a length and a checksum that are right, behind which few random bytes come.
std::string sealed(std::string bytes) {
  constexpr std::size_t kLength = 20, kPayload = 28, kChecksum = 8;
  if (bytes.size() < kPayload + kChecksum) return bytes;
  ByteWriter length, checksum;
  length.put(static_cast<std::uint64_t>(bytes.size() - kPayload - kChecksum));
  bytes.replace(kLength, length.bytes().size(), length.bytes());
  bytes.resize(bytes.size() - kChecksum);
  checksum.put(digest(bytes));
  return bytes + checksum.bytes();
}

/// Of the runs whose checkpoints are the first inputs.
const Configuration& configuration() {
  static const Configuration made = load_configuration(
      {}, std::vector<std::string>{"task.name=octopus", "task.preset=paper", "task.compartments=3",
                                   "encoding.coefficients=20", "budget.evaluations=100"});
  return made;
}

}  // namespace

void fuzz_checkpoint(const std::string& bytes) {
  static const std::unique_ptr<Task> task = make_task(configuration());
  const Checkpoint checkpoint = checkpoint_from_bytes(sealed(bytes));
  RunState state = state_from_bytes(checkpoint.payload, checkpoint.version);
  const Run run(configuration(), *task, 1, std::move(state));
  run.summary();
  if (!run.state().search.best_genome.empty()) best_controller(configuration(), run.state());
}

}  // namespace lowpass
