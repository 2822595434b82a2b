#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lowpass {

/// How long ranks wait for each other.
struct Patience {
  std::function<double()> clock;  ///< seconds since some moment
  double silence_limit = 60.0;    ///< seconds without a sign of a rank: it is taken for dead
};

/// The processes that work together: those of an MPI job, or this one alone. Rank 0 leads: it alone
/// writes files and talks to people. To be used by one thread only, the one that made it.
class Ranks {
 public:
  /// This process alone.
  Ranks();
  /// Joins the MPI job that started this process, and from then on sends the leader (the leader:
  /// all others) a sign of life every `life_interval` seconds, whatever this process computes.
  /// Throws Error (kFailure) if the library was built without MPI.
  static Ranks join(double life_interval);
  /// Leaves the job, in which all ranks have come to their end.
  ~Ranks();
  Ranks(Ranks&&) noexcept;
  Ranks& operator=(Ranks&&) noexcept;

  int rank() const;
  int count() const;
  bool is_leader() const { return rank() == 0; }

  /// What another rank sent, in the order in which it sent it.
  struct Message {
    int from;
    std::string bytes;
    bool is_sign_of_life = false;  ///< and nothing else
  };
  /// Starts to send; never waits for the other side.
  void send(int to, std::string bytes);
  /// The next message that has arrived, if any. Throws Error (kFailure) if it is that the other
  /// rank has come to its end, with the reason that it gave.
  std::optional<Message> receive();
  /// Waits until all that was sent has been taken. Throws Error (kFailure) if that takes too long.
  void finish_sending(const Patience& patience);

  /// Comes to the end together with the others, `why` being what failed here, if anything: the
  /// leader tells the others to end, and they wait for it. Throws Error (kFailure) if the leader is
  /// silent for too long.
  void part(const std::string& why, const Patience& patience);

  /// Ends the processes of all ranks at once, this one too, with this exit code. Alone: nothing.
  void end_job(int exit_code);

 private:
  struct Job;
  explicit Ranks(std::unique_ptr<Job> job);
  std::unique_ptr<Job> job_;  // none: alone
};

/// Throws the Error (kFailure) for a rank that has been silent for too long.
[[noreturn]] void fail_for_silence(int rank, const Patience& patience);

}  // namespace lowpass
