#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "lowpass/evaluation/ranks.h"
#include "lowpass/task/task.h"

namespace lowpass {

/// One run on several ranks: in every generation each rank does a part of the episodes, and all
/// learn all of them. Only these results travel; genomes are made anew on every rank. The leader
/// begins each generation, and ends the run for all.
class EpisodeExchange {
 public:
  EpisodeExchange(Ranks& ranks, Patience patience);

  /// Shares what the leader knows at the start; `bytes` is of no meaning elsewhere.
  std::string from_leader(const std::string& bytes);

  /// The leader says whether there is another generation, done by the first `active` ranks (more
  /// would not be faster); the others learn it. False: the run ends here.
  bool begin_generation(bool go_on, int active);

  /// Episodes first .. last - 1 are this rank's.
  struct Part {
    int first, last;
  };
  Part part(int episodes) const { return part_of(ranks_.rank(), episodes); }

  /// `episodes` has this rank's part; fills in the rest. Throws Error (kFailure) if a rank is
  /// silent for too long.
  void complete(std::span<Episode> episodes);

 private:
  Part part_of(int rank, int episodes) const;
  /// The next message of a rank that is no mere sign of life; those of others wait their turn.
  std::string next_from(int rank);
  void tell_all(const std::string& bytes);

  Ranks& ranks_;
  Patience patience_;
  int active_;
  std::vector<std::deque<std::string>> waiting_;  // messages of each rank
};

}  // namespace lowpass
