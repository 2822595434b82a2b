#include "lowpass/paper/inference.h"

#include <algorithm>
#include <numeric>

namespace lowpass {
namespace {

constexpr int kFirstHeldBack = 6, kLastHeldBack = 8;

/// The numbers of one stage under one reading; none if runs are missing.
std::optional<std::vector<LikelihoodTerm>> stage_terms(const LadderStage& stage,
                                                       const Reading& reading,
                                                       const InferenceOptions& options) {
  const RunTable runs = read_stage(stage, reading, options);
  const auto is_there = [&](const StageSetup& entry) { return !runs.of(entry.setup).empty(); };
  if (!std::all_of(stage.setups.begin(), stage.setups.end(), is_there)) return {};
  return likelihood_terms(runs);
}

/// The places of the `most` likeliest, in their own order; of equal ones the first.
std::vector<std::size_t> likeliest(const std::vector<double>& log_likelihoods, std::size_t most) {
  std::vector<std::size_t> places(log_likelihoods.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return log_likelihoods[a] > log_likelihoods[b];
  });
  places.resize(std::min(most, places.size()));
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<Claim> held_back_claims(const Reading& reading, const InferenceOptions& options) {
  const RunTable runs = read_stage(ladder().back(), reading, options);
  if (runs.setups().empty()) return {};
  std::vector<Claim> claims;
  for (int number = kFirstHeldBack; number <= kLastHeldBack; ++number) {
    claims.push_back(judged_claim(number, runs));
  }
  return claims;
}

/// Notes a stage in the results of the readings at `places`, as far as their runs are there.
void note_stage(std::vector<ReadingResult>& results, const std::vector<std::size_t>& places,
                std::size_t stage, const InferenceOptions& options) {
  for (const std::size_t place : places) {
    ReadingResult& result = results[place];
    auto terms = stage_terms(ladder()[stage], result.reading, options);
    if (!terms) continue;
    result.stage = static_cast<int>(stage);
    result.terms = std::move(*terms);
    result.log_likelihood = log_likelihood(result.terms);
  }
}

/// Divides `share` among the readings at `places`.
void divide(std::vector<ReadingResult>& results, const std::vector<std::size_t>& places,
            double share) {
  std::vector<double> values;
  for (const std::size_t place : places) values.push_back(results[place].log_likelihood);
  const std::vector<double> shares = normalized(values);
  for (std::size_t i = 0; i < places.size(); ++i) results[places[i]].posterior = share * shares[i];
}

bool are_at(const std::vector<ReadingResult>& results, const std::vector<std::size_t>& places,
            std::size_t stage) {
  return std::all_of(places.begin(), places.end(), [&](std::size_t place) {
    return results[place].stage == static_cast<int>(stage);
  });
}

std::vector<ReadingResult> before_the_ladder() {
  std::vector<ReadingResult> results;
  for (const Reading& reading : readings()) {
    results.push_back({.reading = reading, .is_void = reading.is_void()});
  }
  return results;
}

std::vector<std::size_t> places_of_the_valid(const std::vector<ReadingResult>& results) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_void) places.push_back(i);
  }
  return places;
}

/// Of the readings at `places`, all at one stage, those that go on to the next.
std::vector<std::size_t> going_on(const std::vector<ReadingResult>& results,
                                  const std::vector<std::size_t>& places, std::size_t most) {
  std::vector<double> values;
  for (const std::size_t place : places) values.push_back(results[place].log_likelihood);
  std::vector<std::size_t> chosen;
  for (const std::size_t i : likeliest(values, most)) chosen.push_back(places[i]);
  return chosen;
}

/// Climbs as far as runs are there, up to stage `last`; gives the places of the readings that come
/// to it, none if the stage before is not whole.
std::vector<std::size_t> climb(std::vector<ReadingResult>& results, std::size_t last,
                               const InferenceOptions& options) {
  std::vector<std::size_t> places = places_of_the_valid(results);
  double share = 1.0;
  for (std::size_t stage = 0; stage < last; ++stage) {
    note_stage(results, places, stage, options);
    if (!are_at(results, places, stage)) return {};
    divide(results, places, share);
    places = going_on(results, places, ladder()[stage + 1].readings);
    share = 0;
    for (const std::size_t place : places) share += results[place].posterior;
  }
  return places;
}

}  // namespace

std::vector<Reading> stage_readings(std::size_t stage, const InferenceOptions& options) {
  std::vector<ReadingResult> results = before_the_ladder();
  std::vector<Reading> chosen;
  for (const std::size_t place : climb(results, stage, options)) {
    chosen.push_back(results[place].reading);
  }
  return chosen;
}

std::vector<ReadingResult> inference(const InferenceOptions& options) {
  std::vector<ReadingResult> results = before_the_ladder();
  for (const std::size_t place : climb(results, ladder().size() - 1, options)) {
    results[place].held_back = held_back_claims(results[place].reading, options);
  }
  return results;
}

}  // namespace lowpass
