#include "lowpass/evaluation/episode_exchange.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <type_traits>

#include <fmt/format.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

static_assert(std::is_trivially_copyable_v<Episode>);

std::string bytes_of(std::span<const Episode> episodes) {
  return std::string(reinterpret_cast<const char*>(episodes.data()), episodes.size_bytes());
}

void read_into(std::span<Episode> episodes, const std::string& bytes) {
  if (bytes.size() != episodes.size_bytes()) {
    throw Error(ErrorKind::kFailure,
                "a rank sent another number of episodes than it was given; "
                "are all ranks the same program?");
  }
  if (!bytes.empty()) std::memcpy(episodes.data(), bytes.data(), bytes.size());
}

}  // namespace

EpisodeExchange::EpisodeExchange(Ranks& ranks, Patience patience)
    : ranks_(ranks),
      patience_(std::move(patience)),
      active_(ranks.count()),
      waiting_(ranks.count()) {}

EpisodeExchange::Part EpisodeExchange::part_of(int rank, int episodes) const {
  if (rank >= active_) return {episodes, episodes};
  const auto bound = [&](int r) {
    return static_cast<int>(static_cast<std::int64_t>(episodes) * r / active_);
  };
  return {bound(rank), bound(rank + 1)};
}

std::string EpisodeExchange::from_leader(const std::string& bytes) {
  if (!ranks_.is_leader()) return next_from(0);
  tell_all(bytes);
  return bytes;
}

bool EpisodeExchange::begin_generation(bool go_on, int active) {
  const std::string order = from_leader(fmt::format("{}", go_on ? active : 0));
  const int told = std::stoi(order);
  active_ = std::clamp(told, 1, ranks_.count());
  return told > 0;
}

void EpisodeExchange::complete(std::span<Episode> episodes) {
  const auto part_span = [&](int rank) {
    const Part p = part_of(rank, static_cast<int>(episodes.size()));
    return episodes.subspan(p.first, p.last - p.first);
  };
  if (!ranks_.is_leader()) {
    if (ranks_.rank() < active_) ranks_.send(0, bytes_of(part_span(ranks_.rank())));
    return read_into(episodes, next_from(0));
  }
  for (int rank = 1; rank < active_; ++rank) read_into(part_span(rank), next_from(rank));
  tell_all(bytes_of(episodes));
}

std::string EpisodeExchange::next_from(int rank) {
  double heard = patience_.clock();
  for (int polls = 0; waiting_[rank].empty(); ++polls) {
    if (auto message = ranks_.receive()) {
      if (message->from == rank) heard = patience_.clock();
      if (!message->is_sign_of_life) {
        waiting_[message->from].push_back(std::move(message->bytes));
      }
      continue;
    }
    if (polls < 1000) continue;  // answers are usually near; then leave the processor to others
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (patience_.clock() - heard > patience_.silence_limit) fail_for_silence(rank, patience_);
  }
  std::string bytes = std::move(waiting_[rank].front());
  waiting_[rank].pop_front();
  return bytes;
}

void EpisodeExchange::tell_all(const std::string& bytes) {
  for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, bytes);
}

}  // namespace lowpass
