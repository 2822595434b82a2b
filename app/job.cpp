#include "app/job.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

bool has_joined = false;

/// Did mpirun or srun start this process?
bool is_in_job() {
  // Set by Open MPI, by MPICH and Slurm's PMI-2, and by Slurm's PMIx for each process they start.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

Ranks joined() {
  if (!is_in_job()) return {};
  Ranks ranks = Ranks::join();
  has_joined = true;
  if (ranks.is_leader()) return ranks;
  // What happens to all is told once; what happens here is reported to the leader.
  for (std::FILE* stream : {stdout, stderr}) {
    if (std::freopen("/dev/null", "w", stream) == nullptr) std::fclose(stream);
  }
  return ranks;
}

}  // namespace

bool has_joined_job() { return has_joined; }

double silence_limit() {
  constexpr double kDefault = 60.0;
  const char* text = std::getenv("LOWPASS_SILENCE_LIMIT");
  if (text == nullptr) return kDefault;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(seconds >= 1.0 && seconds <= 86400.0)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("LOWPASS_SILENCE_LIMIT={}: expected seconds, 1 to 86400", text));
  }
  return seconds;
}

Ranks& job() {
  static Ranks ranks = joined();
  return ranks;
}

}  // namespace lowpass::app
