#include "lowpass/sweep/sweep_follower.h"

#include "lowpass/record/bytes.h"

namespace lowpass {
namespace {

// The first byte of a message says what it is.
constexpr char kAssignment = 'A', kLend = 'L', kStop = 'S', kEnd = 'E', kHello = 'H', kReport = 'R';

/// Between the reports of a run, seconds: longer than at home, because all of them go to one
/// process that writes.
constexpr double kReportInterval = 1.0;

std::string hello_message(int threads) {
  ByteWriter writer;
  writer.put(kHello);
  writer.put(threads);
  return writer.bytes();
}

SweepAssignment assignment_from(std::string_view message) {
  ByteReader reader(message.substr(1));
  const auto run = reader.get<std::uint64_t>();
  return {run, std::string(reader.get_raw(reader.left()))};
}

}  // namespace

std::string assignment_message(const SweepAssignment& assignment) {
  ByteWriter writer;
  writer.put(kAssignment);
  writer.put(static_cast<std::uint64_t>(assignment.run));
  writer.put_raw(assignment.state);
  return writer.bytes();
}

std::string lend_message() { return std::string(1, kLend); }
std::string stop_message() { return std::string(1, kStop); }
std::string end_message() { return std::string(1, kEnd); }

std::optional<int> hello_threads(std::string_view message) {
  if (message[0] != kHello) return {};
  return ByteReader(message.substr(1)).get<int>();
}

std::optional<SweepReport> reported(std::string_view message) {
  if (message[0] != kReport) return {};
  return report_from_bytes(message.substr(1));
}

void follow_sweep(std::span<const SweepRun> runs, int threads, const SweepHooks& hooks,
                  Ranks& ranks) {
  SweepWorkers workers(runs, threads, threads, kReportInterval, hooks.clock);
  ranks.send(0, hello_message(threads));
  const Patience patience{hooks.clock, hooks.silence_limit};
  double heard = hooks.clock();
  for (bool is_over = false; !is_over;) {
    while (auto report = workers.next_report(kMessagePause)) {
      ranks.send(0, kReport + report_bytes(*report));
    }
    while (!is_over) {
      const auto message = ranks.receive();
      if (!message) break;
      heard = hooks.clock();
      if (message->is_sign_of_life) continue;
      if (message->bytes[0] == kAssignment) workers.assign(assignment_from(message->bytes));
      if (message->bytes[0] == kLend) workers.lend();
      if (message->bytes[0] == kStop) workers.stop();
      if (message->bytes[0] == kEnd) is_over = true;
    }
    if (hooks.clock() - heard > hooks.silence_limit) fail_for_silence(0, patience);
  }
  ranks.finish_sending(patience);
}

}  // namespace lowpass
