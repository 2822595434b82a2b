#include "lowpass/evaluation/ranks.h"

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "lowpass/core/error.h"

#ifdef LOWPASS_MPI
#include <mpi.h>
#endif

namespace lowpass {
namespace {

constexpr std::chrono::milliseconds kPause{1};  // between two looks

}  // namespace

#ifdef LOWPASS_MPI

struct Ranks::Job {
  /// What a message is, as MPI's tag.
  enum Kind { kData = 0, kLife = 1, kEnd = 2 };

  /// A message on its way; the bytes must stay where they are until it has arrived.
  struct Sending {
    std::string bytes;
    MPI_Request request;
  };

  explicit Job(double life_interval) {
    int provided = 0;
    // Other threads compute while one talks; that may be the one that shows life.
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (provided < MPI_THREAD_SERIALIZED) {
      throw Error(ErrorKind::kFailure, "this MPI has no MPI_THREAD_SERIALIZED");
    }
    if (count > 1) life = std::thread([this, life_interval] { show_life(life_interval); });
  }
  ~Job() {
    {
      const std::lock_guard lock(mutex);
      is_ending = true;
    }
    has_ended.notify_one();
    if (life.joinable()) life.join();
    MPI_Finalize();
  }

  void show_life(double interval) {
    std::unique_lock lock(mutex);
    while (!has_ended.wait_for(lock, std::chrono::duration<double>(interval),
                               [this] { return is_ending; })) {
      clean_up();
      tell_the_other_side("", kLife);
    }
  }

  /// Of the leader: all others; of the others: the leader. Whoever calls this has the mutex.
  void tell_the_other_side(const std::string& bytes, Kind kind) {
    if (rank != 0) return start_sending(0, bytes, kind);
    for (int other = 1; other < count; ++other) start_sending(other, bytes, kind);
  }

  void start_sending(int to, std::string bytes, Kind kind) {
    sending.push_back({std::move(bytes), MPI_REQUEST_NULL});
    Sending& message = sending.back();
    MPI_Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE, to, kind,
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

  void send(int to, std::string bytes) {
    const std::lock_guard lock(mutex);
    start_sending(to, std::move(bytes), kData);
  }

  void send_end(const std::string& why) {
    const std::lock_guard lock(mutex);
    tell_the_other_side(why, kEnd);
  }

  bool is_all_sent() {
    const std::lock_guard lock(mutex);
    clean_up();
    return sending.empty();
  }

  struct Received {
    Message message;
    Kind kind;
  };
  std::optional<Received> receive() {
    const std::lock_guard lock(mutex);
    clean_up();
    int is_there = 0, size = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there) return {};
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0'),
                    status.MPI_TAG == kLife};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (status.MPI_TAG == kEnd && message.from == 0) has_leader_ended = true;
    return Received{std::move(message), static_cast<Kind>(status.MPI_TAG)};
  }

  static void end(int exit_code) { MPI_Abort(MPI_COMM_WORLD, exit_code); }

  int rank = 0, count = 1;
  std::mutex mutex;  // of all that follows, and of every call of MPI
  std::list<Sending> sending;
  bool has_leader_ended = false;
  bool is_ending = false;
  std::condition_variable has_ended;
  std::thread life;
};

Ranks Ranks::join(double life_interval) { return Ranks(std::make_unique<Job>(life_interval)); }

#else  // without MPI: always alone, the rest is never called

struct Ranks::Job {
  enum Kind { kData, kLife, kEnd };
  struct Received {
    Message message;
    Kind kind;
  };
  int rank = 0, count = 1;
  bool has_leader_ended = true;
  void send(int, const std::string&) {}
  void send_end(const std::string&) {}
  bool is_all_sent() { return true; }
  std::optional<Received> receive() { return {}; }
  static void end(int) {}
};

Ranks Ranks::join(double) {
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
  if (!job_) return {};
  auto received = job_->receive();
  if (!received) return {};
  const Message& message = received->message;
  if (received->kind == Job::kEnd) {
    throw Error(ErrorKind::kFailure,
                fmt::format("rank {}: {}", message.from,
                            message.bytes.empty() ? "has come to its end" : message.bytes));
  }
  return std::move(received->message);
}

void Ranks::finish_sending(const Patience& patience) {
  if (!job_) return;
  const double began = patience.clock();
  while (!job_->is_all_sent()) {
    if (patience.clock() - began > patience.silence_limit) {
      throw Error(ErrorKind::kFailure, fmt::format("a rank has not taken its messages for {} s",
                                                   patience.silence_limit));
    }
    std::this_thread::sleep_for(kPause);
  }
}

void Ranks::part(const std::string& why, const Patience& patience) {
  if (!job_) return;
  if (is_leader()) return job_->send_end(why);
  if (!why.empty()) job_->send_end(why);
  for (double heard = patience.clock(); !job_->has_leader_ended;) {
    const auto received = job_->receive();
    if (received) heard = patience.clock();
    if (patience.clock() - heard > patience.silence_limit) fail_for_silence(0, patience);
    if (!received) std::this_thread::sleep_for(kPause);
  }
}

void Ranks::end_job(int exit_code) {
  if (job_) job_->end(exit_code);
}

void fail_for_silence(int rank, const Patience& patience) {
  throw Error(ErrorKind::kFailure,
              fmt::format("rank {} has been silent for {} s: the job ends; what was done is saved "
                          "and can be resumed",
                          rank, patience.silence_limit));
}

}  // namespace lowpass
