#include "app/server/api.h"

#include <gtest/gtest.h>

#include "lowpass/configuration/configuration.h"
#include "lowpass/core/file.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"
#include "tests/support/runs_folder.h"

namespace lowpass::app {
namespace {

/// A checkpoint with a sound checksum, whose state the search never made.
void write_state(const std::filesystem::path& run, const RunState& state) {
  const Configuration configuration = read_manifest(run / "manifest.json").configuration;
  write_checkpoint(run / "checkpoint", {.configuration_hash = configuration_hash(configuration),
                                        .payload = state_bytes(state)});
}

TEST(Api, ACheckpointThatFitsNoSearchIsRefusedAndTheRestOfTheRunIsShown) {
  const RunsFolder folder;
  const std::filesystem::path run = folder.path() / "run";
  std::string damage;
  const auto sound = read_checkpoint(run / "checkpoint", damage);
  const RunState state = state_from_bytes(sound->payload, sound->version);
  const auto answer = [&](const char* name) {
    return Api(folder.path(), "runs").answer({name, {{"path", "run"}}});
  };
  ASSERT_EQ(answer("population").status, 200);

  RunState empty = state;
  for (auto& [name, values] : empty.search.arrays) values.clear();
  RunState short_by_one = state;
  for (auto& [name, values] : short_by_one.search.arrays) values.pop_back();
  RunState without = state;
  without.search.arrays.clear();
  RunState other_length = state;
  other_length.coefficients = 7;
  for (const RunState& wrong : {empty, short_by_one, without, other_length, RunState{}}) {
    write_state(run, wrong);
    for (const char* name : {"population", "spectrum"}) {
      const ApiAnswer refusal = answer(name);
      EXPECT_TRUE(refusal.status == 404 || refusal.status == 400) << name << *refusal.body;
      EXPECT_TRUE(refusal.body->starts_with("{\"error\":")) << *refusal.body;
    }
    EXPECT_EQ(answer("run").status, 200);
    EXPECT_EQ(answer("recording").status, 200);
  }
}

TEST(Api, AnAnswerIsKeptUntilSomethingOfItChanges) {
  const RunsFolder folder;
  const std::filesystem::path run = folder.path() / "run";
  Api api(folder.path(), "runs");
  const auto text = [&](const char* name) { return api.answer({name, {{"path", "run"}}}).body; };
  for (const char* name : {"overview", "run", "spectrum", "weights", "population", "recording"}) {
    EXPECT_EQ(text(name), text(name)) << name;  // the very same bytes
  }
  const auto before = text("overview");
  write_file(folder.path() / "claims.json", "{}");
  EXPECT_NE(before->find("\"has_claims\":false"), std::string::npos);
  EXPECT_NE(text("overview")->find("\"has_claims\":true"), std::string::npos);

  write_file(run / "notes.txt", "");
  EXPECT_NE(text("run")->find("\"notes.txt\""), std::string::npos);

  const auto spectrum = text("spectrum");
  std::string damage;
  const auto sound = read_checkpoint(run / "checkpoint", damage);
  RunState state = state_from_bytes(sound->payload, sound->version);
  state.search.generation += 1;
  write_state(run, state);
  EXPECT_NE(*text("spectrum"), *spectrum);
}

}  // namespace
}  // namespace lowpass::app
