#include "lowpass/experiment/evolve.h"

#include <algorithm>

#include "lowpass/evaluation/episode_exchange.h"
#include "lowpass/experiment/run_state.h"

namespace lowpass {
namespace {

/// How many ranks are worth their messages: a rank whose threads have less than one full row of
/// lanes to do waits for the slowest episode like all others, and makes nothing faster.
int useful_ranks(int episodes, int lanes, int ranks) {
  return std::clamp(episodes / lanes, 1, ranks);
}

}  // namespace

RunOutcome evolve(const Configuration& configuration, const Task& task, int threads,
                  RunFolder& folder, const RunHooks& hooks, Ranks* ranks) {
  Run run(configuration, task, threads, folder.resumed());
  std::optional<EpisodeExchange> exchange;
  if (ranks) {
    exchange.emplace(*ranks, Patience{hooks.clock, hooks.silence_limit});
    exchange->from_leader(state_bytes(run.state()));
    run.share(*exchange);
  }
  const int lanes = ranks ? task.make_arena()->lanes() * threads : 1;
  RunRecorder recorder(folder, hooks.clock);
  while (!run.is_finished()) {
    const bool go_on = !hooks.should_stop();
    if (exchange) {
      const int episodes = run.population_size() * task.trials();
      exchange->begin_generation(go_on, useful_ranks(episodes, lanes, ranks->count()));
    }
    if (!go_on) {
      recorder.stop(run);
      return {run.summary(), false};
    }
    const GenerationRecord record = run.step();
    recorder.note(run, record);
    hooks.on_generation(record);
  }
  recorder.finish(run);
  return {run.summary(), true};
}

void follow_run(const Configuration& configuration, const Task& task, int threads,
                const RunHooks& hooks, Ranks& ranks) {
  const Patience patience{hooks.clock, hooks.silence_limit};
  EpisodeExchange exchange(ranks, patience);
  Run run(configuration, task, threads, state_from_bytes(exchange.from_leader({})));
  run.share(exchange);
  while (!run.is_finished() && exchange.begin_generation(true, 0)) run.step();
  ranks.finish_sending(patience);
}

}  // namespace lowpass
