#include "app/job.h"

#include <cstdio>
#include <cstdlib>

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
  const double seconds = std::atof(text);
  return seconds > 0.0 ? seconds : kDefault;
}

Ranks& job() {
  static Ranks ranks = joined();
  return ranks;
}

}  // namespace lowpass::app
