#include "lowpass/evaluation/ranks.h"

#include <list>
#include <utility>

#include "lowpass/core/error.h"

#ifdef LOWPASS_MPI
#include <mpi.h>
#endif

namespace lowpass {

#ifdef LOWPASS_MPI

struct Ranks::Job {
  /// A message on its way; the bytes must stay where they are until it has arrived.
  struct Sending {
    std::string bytes;
    MPI_Request request;
  };

  Job() {
    int provided = 0;
    // Other threads compute while this one talks.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
  }
  ~Job() { MPI_Finalize(); }

  void send(int to, std::string bytes) {
    sending.push_back({std::move(bytes), MPI_REQUEST_NULL});
    Sending& message = sending.back();
    MPI_Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE, to, 0,
              MPI_COMM_WORLD, &message.request);
  }

  /// Forgets what has arrived.
  void clean_up() {
    for (auto it = sending.begin(); it != sending.end();) {
      int is_done = 0;
      MPI_Test(&it->request, &is_done, MPI_STATUS_IGNORE);
      it = is_done ? sending.erase(it) : std::next(it);
    }
  }

  std::optional<Message> receive() {
    clean_up();
    int is_there = 0, size = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there) return {};
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
  }

  void finish_sending() {
    for (Sending& message : sending) MPI_Wait(&message.request, MPI_STATUS_IGNORE);
    sending.clear();
  }

  static void end(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

  int rank = 0, count = 1;
  std::list<Sending> sending;
};

Ranks Ranks::join() { return Ranks(std::make_unique<Job>()); }

#else  // without MPI: always alone, the rest is never called

struct Ranks::Job {
  int rank = 0, count = 1;
  void send(int, const std::string&) {}
  std::optional<Message> receive() { return {}; }
  void finish_sending() {}
  static void end(int) {}
};

Ranks Ranks::join() {
  throw Error(ErrorKind::kFailure,
              "started by mpirun or srun, but built without MPI (docs/CLUSTER.md says how)");
}

#endif

Ranks::Ranks() = default;
Ranks::Ranks(std::unique_ptr<Job> job) : job_(std::move(job)) {}
Ranks::~Ranks() = default;
Ranks::Ranks(Ranks&&) noexcept = default;
Ranks& Ranks::operator=(Ranks&&) noexcept = default;

int Ranks::rank() const { return job_ ? job_->rank : 0; }
int Ranks::count() const { return job_ ? job_->count : 1; }

void Ranks::send(int to, std::string bytes) {
  if (job_) job_->send(to, std::move(bytes));
}

std::optional<Ranks::Message> Ranks::receive() {
  return job_ ? job_->receive() : std::optional<Message>();
}

void Ranks::finish_sending() {
  if (job_) job_->finish_sending();
}

void Ranks::end_job(int exit_code) {
  if (job_) job_->end(exit_code);
}

}  // namespace lowpass
