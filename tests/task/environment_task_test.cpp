#include "lowpass/task/environment/environment_task.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/task/environment/geometry_text.h"

namespace lowpass {
namespace {

const Geometry kSome{.inputs = {{{"quantity", 2}, {"joint", 3}}, {0, 1, 5}},
                     .neurons = dense_grid({{"joint", 2}}, 2)};

TEST(GeometryText, ReadsBackToTheSameGrids) {
  const std::string text = geometry_text(kSome);
  EXPECT_EQ(geometry_from_text(text, "test"), kSome);
  EXPECT_EQ(text, R"({"inputs":{"axes":[["quantity",2],["joint",3]],"cells":[0,1,5]},)"
                  R"("neurons":{"axes":[["joint",2]]}})");
}

TEST(GeometryText, WhatIsNoGridIsRefused) {
  const std::string neurons = R"("neurons":{"axes":[["y",1]]}})";
  for (const char* inputs :
       {R"({"inputs":{"axes":[]},)", R"({"inputs":{"axes":[["x",0]]},)",
        R"({"inputs":{"axes":[["x",2]],"cells":[0,0]},)",
        R"({"inputs":{"axes":[["x",2]],"cells":[2]},)",
        R"({"inputs":{"axes":[["x",2000000],["y",2000000]]},)", R"({"inputs":{"axes":[["x"]]},)"}) {
    EXPECT_THROW(geometry_from_text(inputs + neurons, "test"), Error) << inputs;
  }
}

TEST(EnvironmentTask, HasItsGridsAndNoArena) {
  const TaskEntry entry = environment_task();
  KeyValues given;
  given.set("id", "Swimmer-v5");
  given.set("geometry", geometry_text(kSome));
  given.set("episodes", std::int64_t{3});
  const auto task = entry.make(resolved_keys(entry.keys, given, "task"));
  EXPECT_EQ(task->geometry(), kSome);
  EXPECT_EQ(task->trials(), 3);
  try {
    task->make_arena();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("Swimmer-v5 cannot be simulated here"),
              std::string::npos);
  }
}

TEST(EpisodeSeeds, AreOthersInEveryGenerationAndEpisode) {
  std::set<std::int64_t> all;
  for (std::uint32_t generation = 0; generation < 100; ++generation) {
    for (const std::int64_t seed : episode_seeds(1, generation, 3)) all.insert(seed);
  }
  EXPECT_EQ(all.size(), 300u);
  EXPECT_NE(episode_seeds(1, 0, 3), episode_seeds(2, 0, 3));
}

TEST(EpisodeSeeds, OfMoreEpisodesBeginWithThoseOfFewer) {
  const auto few = episode_seeds(1, 7, 2), many = episode_seeds(1, 7, 5);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(EpisodeSeeds, AreNeverThoseOfTheValidation) {
  for (const std::int64_t seed : episode_seeds(1, 0, 100)) EXPECT_EQ(seed % 2, 0);
  for (const std::int64_t seed : validation_seeds(1, 100)) {
    EXPECT_EQ(seed % 2, 1);
    EXPECT_LT(seed, std::int64_t{1} << 31);
  }
}

}  // namespace
}  // namespace lowpass
