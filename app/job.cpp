#include "app/job.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "app/clock.h"
#include "app/terminal.h"
#include "lowpass/core/error.h"
#include "lowpass/evaluation/episode_exchange.h"
#include "lowpass/record/bytes.h"

namespace lowpass::app {
namespace {

std::optional<Ranks> ranks;  // once joined

/// Signs of life in the time after which a rank without any is taken for dead.
constexpr double kSignsOfLife = 10.0;
/// Starting many ranks takes longer than a message between them: in silence limits.
constexpr double kStartLimits = 5.0;

/// While this lives, MPI must come back within some time, or else the process ends: where another
/// rank was killed or stopped, MPI itself would wait for ever.
class Deadline {
 public:
  Deadline(double seconds, const char* what)
      : thread_([this, seconds, what] {
          std::unique_lock lock(mutex_);
          if (is_met_.wait_for(lock, std::chrono::duration<double>(seconds),
                               [this] { return has_ended_; })) {
            return;
          }
          narrate("lowpass: {} took more than {} s: another rank was killed or stopped\n", what,
                  seconds);
          ::_exit(EXIT_FAILURE);
        }) {}
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      has_ended_ = true;
    }
    is_met_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable is_met_;
  bool has_ended_ = false;
  std::thread thread_;
};

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
  const double limit = job_patience().silence_limit;
  const Deadline deadline(kStartLimits * limit, "the start of the job");
  Ranks joined = Ranks::join(limit / kSignsOfLife);
  if (joined.is_leader()) return joined;
  // What happens to all is told once; what happens here is reported to the leader.
  for (std::FILE* stream : {stdout, stderr}) {
    if (std::freopen("/dev/null", "w", stream) == nullptr) std::fclose(stream);
  }
  return joined;
}

/// An Error or a text, as the leader sends it.
std::string made_bytes(const std::function<std::string()>& make) {
  ByteWriter writer;
  try {
    const std::string text = make();
    writer.put(std::uint8_t{1});
    writer.put_raw(text);
  } catch (const Error& error) {
    writer.put(std::uint8_t{0});
    writer.put(static_cast<std::uint8_t>(error.kind()));
    writer.put_raw(error.what());
  }
  return writer.bytes();
}

std::string made_text(const std::string& bytes) {
  ByteReader reader(bytes);
  if (reader.get<std::uint8_t>() != 0) return std::string(reader.get_raw(reader.left()));
  const auto kind = static_cast<ErrorKind>(reader.get<std::uint8_t>());
  throw Error(kind, std::string(reader.get_raw(reader.left())));
}

}  // namespace

Patience job_patience() {
  constexpr double kDefault = 60.0;
  const char* text = std::getenv("LOWPASS_SILENCE_LIMIT");
  if (text == nullptr) return {seconds_now, kDefault};
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(seconds >= 1.0 && seconds <= 86400.0)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("LOWPASS_SILENCE_LIMIT={}: expected seconds, 1 to 86400", text));
  }
  return {seconds_now, seconds};
}

Ranks& job() {
  if (!ranks) ranks.emplace(joined());
  return *ranks;
}

std::string from_leader(const std::function<std::string()>& make) {
  if (job().count() == 1) return make();
  return made_text(EpisodeExchange(job(), job_patience())
                       .from_leader(job().is_leader() ? made_bytes(make) : std::string()));
}

int leave_job(const std::string& failure, int code, bool is_everywhere) {
  if (!ranks || ranks->count() == 1) return code;
  if (ranks->is_leader() && !failure.empty() && !is_everywhere) ranks->end_job(code);
  const Patience patience = job_patience();
  try {
    ranks->part(failure, patience);
  } catch (const Error&) {
    ranks->end_job(code);
  }
  const Deadline deadline(patience.silence_limit, "the end of the job");
  ranks.reset();
  return code;
}

}  // namespace lowpass::app
