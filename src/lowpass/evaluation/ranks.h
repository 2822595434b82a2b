#pragma once

#include <memory>
#include <optional>
#include <string>

namespace lowpass {

/// The processes that work together: those of an MPI job, or this one alone. Rank 0 leads: it alone
/// writes files and talks to people. To be used by one thread only, the one that made it.
class Ranks {
 public:
  /// This process alone.
  Ranks();
  /// Joins the MPI job that started this process. Throws Error (kFailure) if the library was built
  /// without MPI.
  static Ranks join();
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
  };
  /// Starts to send; never waits for the other side.
  void send(int to, std::string bytes);
  /// The next message that has arrived, if any.
  std::optional<Message> receive();
  /// Waits until all that was sent has been taken.
  void finish_sending();

  /// Ends the processes of all ranks at once, this one too, with this exit code. Alone: nothing.
  void end_job(int exit_code);

 private:
  struct Job;
  explicit Ranks(std::unique_ptr<Job> job);
  std::unique_ptr<Job> job_;  // none: alone
};

}  // namespace lowpass
