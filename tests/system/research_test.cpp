// Work with many runs: sweeps over keys, starts from saved controllers, runs that go on.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace lowpass {
namespace {

using nlohmann::json;

/// A task of milliseconds; the budget is each test's own.
const std::string kSmall =
    " --set task.preset=paper --set task.compartments=4 --set task.steps=30 ";

json printed(const std::string& command) {
  const ProgramResult result = run_program(command);
  EXPECT_EQ(result.code, 0) << command << '\n' << result.err;
  return json::parse(result.out);
}

json evolved(const std::string& command) { return printed("evolve --json " + command); }

std::ptrdiff_t lines_of(const std::filesystem::path& file) {
  const std::string text = content_of(file);
  return std::count(text.begin(), text.end(), '\n');
}

const std::string kSweep =
    "octopus" + kShortRun +
    "--sweep encoding.coefficients=5,10 --sweep optimizer.sigma0=1,3 --runs 2 ";

TEST(SweepOverKeys, HasEverySettingWithEverySeedAndATable) {
  const TemporaryFolder folder;
  const json all = evolved(kSweep + "--out" + quoted(folder / "all"));
  ASSERT_EQ(all["runs"].size(), 8u);
  ASSERT_EQ(all["settings"].size(), 4u);
  EXPECT_EQ(all["runs"][3]["folder"], (folder / "all/coefficients=5,sigma0=3/2").string());
  const json second = all["settings"][1];
  EXPECT_EQ(second["keys"]["encoding.coefficients"], "5");
  EXPECT_EQ(second["keys"]["optimizer.sigma0"], "3");
  EXPECT_EQ(second["runs"], 2);
  const double a = all["runs"][2]["best_fitness"], b = all["runs"][3]["best_fitness"];
  EXPECT_EQ(second["mean_fitness"], (a + b) / 2);
  EXPECT_EQ(second["best_fitness"], std::max(a, b));
  EXPECT_EQ(lines_of(folder / "all/sweep.csv"), 5);
  // Each is the run that its keys alone give, and resuming changes nothing.
  const json alone = evolved("octopus" + kShortRun +
                             "--set encoding.coefficients=5 --set optimizer.sigma0=3 --seed 2 "
                             "--out" +
                             quoted(folder / "alone"));
  EXPECT_EQ(alone["runs"][0]["digest"], all["runs"][3]["digest"]);
  const std::string csv = content_of(folder / "all/sweep.csv");
  EXPECT_EQ(evolved(kSweep + "--resume --out" + quoted(folder / "all")), all);
  EXPECT_EQ(content_of(folder / "all/sweep.csv"), csv);
}

/// A sweep of 3 x 2 settings with five runs each, as a file.
std::string thirty_runs(const TemporaryFolder& folder) {
  return folder.write(
      "sweep.toml",
      "[task]\npreset = \"paper\"\ncompartments = 4\nsteps = 30\n[budget]\nevaluations = 200\n"
      "target = 0.35\n[sweep]\nencoding.coefficients = [5, 10, 15]\n"
      "optimizer.sigma0 = [1, 3.5]\n");
}

std::ptrdiff_t finished_runs(const std::filesystem::path& folder) {
  std::ptrdiff_t count = 0;
  std::error_code changing;  // files come and go
  for (std::filesystem::recursive_directory_iterator at(folder, changing), end; at != end;
       at.increment(changing)) {
    count += at->path().filename() == "last.json";
  }
  return count;
}

TEST(SweepOverKeys, KilledAtAnyMomentAndResumedByItsFolderItHasTheSameTable) {
  const TemporaryFolder folder;
  const std::string file = thirty_runs(folder);
  const json whole = evolved("'" + file + "' --runs 5 --out" + quoted(folder / "whole"));
  ASSERT_EQ(whole["runs"].size(), 30u);
  EXPECT_EQ(whole["settings"][1]["keys"]["optimizer.sigma0"], "3.5");
  // Moments that no clock decides: so many runs have come to their end.
  for (const std::ptrdiff_t moment : {0, 7, 23}) {
    const auto out = folder / ("killed" + std::to_string(moment));
    BackgroundProgram program({"evolve", file, "--runs", "5", "--out", out.string()});
    while (program.is_running() &&
           !(std::filesystem::exists(out / "sweep.json") && finished_runs(out) >= moment)) {
    }
    program.send(SIGKILL);
    program.wait();
    const json resumed = evolved("--resume" + quoted(out));
    EXPECT_EQ(resumed["settings"], whole["settings"]) << moment;
    for (std::size_t i = 0; i < 30; ++i) {
      EXPECT_EQ(resumed["runs"][i]["digest"], whole["runs"][i]["digest"]) << moment << ' ' << i;
    }
    EXPECT_EQ(content_of(out / "sweep.csv"), content_of(folder / "whole/sweep.csv"));
  }
}

TEST(SweepOverKeys, AFileListsThemAndTheCommandLineReplacesThem) {
  const TemporaryFolder folder;
  const std::string file = "'" + thirty_runs(folder) + "' ";
  EXPECT_EQ(evolved(file + "--dry-run")["settings"].size(), 6u);
  const json other = evolved(file + "--dry-run --sweep optimizer.sigma0=2,4,6");
  ASSERT_EQ(other["settings"].size(), 9u);
  EXPECT_EQ(other["settings"][2]["name"], "coefficients=5,sigma0=6");
  expect_refusal("evolve " + file + "--set optimizer.sigma0=1", 2, {"sweep.toml:10", "sigma0"});
  const auto wrong = [&](const std::string& text, const std::vector<std::string>& parts) {
    expect_refusal("evolve '" + folder.write("wrong.toml", "[sweep]\n" + text) + "'", 3, parts);
  };
  wrong("optimizer.sigma0 = 3\n", {"wrong.toml:2: sweep.optimizer.sigma0 = 3", "a list"});
  wrong("optimizer.sigmo = [3]\n", {"optimizer.sigmo", "did you mean"});
  wrong("optimizer.sigma0 = [-3]\n", {"optimizer.sigma0=-3", "greater than 0"});
  EXPECT_EQ(run_program("evolve - --dry-run", "printf '[sweep]\nbudget.target = [1, 2]\n' |").code,
            3);
}

TEST(SweepFolder, StandsForItsBestRunWhereTheyCanBeCompared) {
  const TemporaryFolder folder;
  const json all = evolved(kSweep + "--out" + quoted(folder / "all"));
  double best = 0.0;
  for (const json& run : all["runs"]) best = std::max(best, run["best_fitness"].get<double>());
  const ProgramResult result = run_program("evaluate --json" + quoted(folder / "all"));
  EXPECT_EQ(json::parse(result.out)["fitness"], best);
  EXPECT_NE(result.err.find("the best of 8 runs"), std::string::npos) << result.err;
  EXPECT_EQ(
      printed("generalize --json" + quoted(folder / "all"))["controllers"][0]["trained_fitness"],
      best);
  EXPECT_EQ(run_program("replay" + quoted(folder / "all")).code, 0);
  EXPECT_EQ(run_program("decode --json" + quoted(folder / "all")).code, 0);
  evolved(
      "octopus --set task.preset=paper --set task.compartments=4 --set budget.evaluations=50 "
      "--sweep task.steps=20,30 "
      "--out" +
      quoted(folder / "tasks"));
  expect_refusal("evaluate" + quoted(folder / "tasks"), 2, {"different tasks", "steps=30/1"});
}

TEST(SweepFolder, GoesOnAsItWasPlanned) {
  const TemporaryFolder folder;
  const std::string out = quoted(folder / "all");
  const json all = evolved(kSweep + "--out" + out);
  std::filesystem::remove_all(folder / "all/coefficients=5,sigma0=3/2");
  EXPECT_EQ(evolved("--resume --threads 1" + out), all);
  expect_refusal("evolve --resume --set task.steps=40" + out, 2, {"as they were planned"});
  expect_refusal("evolve --resume --runs 3" + out, 2, {"as they were planned"});
  expect_refusal("evolve --resume" + quoted(folder / "none"), 2, {"expected the folder"});
  const json seeds = evolved("octopus" + kShortRun + "--runs 2 --out" + quoted(folder / "seeds"));
  EXPECT_EQ(evolved("--resume" + quoted(folder / "seeds")), seeds);
}

TEST(Numbers, MayBePartsOfPi) {
  const json from_list = evolved("octopus --dry-run --set 'task.starts=[-pi/2, 0, pi/2]'");
  const json plain = evolved("octopus --dry-run");
  EXPECT_EQ(from_list, plain);
  const TemporaryFolder folder;
  const std::string file = folder.write("a.toml", "[task]\nstarts = [\"-pi/2\", 0, \"pi/2\"]\n");
  EXPECT_EQ(evolved("'" + file + "' --dry-run"), plain);
  EXPECT_EQ(evolved("octopus --dry-run --set optimizer.weight_rms=pi/4")["optimizer"]["weight_rms"],
            0.7853981633974483);
  expect_refusal("evolve octopus --dry-run --set optimizer.weight_rms=pie", 3, {"pie", "a number"});
}

TEST(Seeds, BeyondTheLargestAreRefused) {
  for (const char* seed : {"9223372036854775808", "99999999999999999999", "-1", "1.5"}) {
    expect_refusal(std::string("evolve octopus --dry-run --seed=") + seed, 2,
                   {seed, "9223372036854775807"});
  }
  EXPECT_EQ(evolved("octopus --dry-run --seed 9223372036854775807")["run"]["seed"],
            9223372036854775807);
}

TEST(Output, OfEveryVerbGoesToStandardOutputOrIntoADevice) {
  const TemporaryFolder folder;
  evolved("octopus" + kShortRun + "--out" + quoted(folder / "run"));
  const std::string run = quoted(folder / "run");
  const ProgramResult recording = run_program("replay --json -" + run);
  EXPECT_EQ(json::parse(recording.out).size(), 3u);  // and nothing else
  EXPECT_NE(recording.err.find("fitness"), std::string::npos);
  EXPECT_TRUE(run_program("replay --svg -" + run).out.starts_with("<svg"));
  EXPECT_TRUE(run_program("report --out -" + run).out.starts_with("<!doctype html>"));
  EXPECT_FALSE(std::filesystem::exists("-.csv"));
  folder.write("weights.json", run_program("decode --json" + run).out);
  const std::string weights = quoted(folder / "weights.json");
  const std::string genome = run_program("import --out -" + weights).out;
  EXPECT_EQ(run_program("import" + weights).out, genome);
  EXPECT_EQ(json::parse(genome)["format"], "lowpass-genome");
  EXPECT_EQ(run_program("replay --json /dev/full" + run).code, 4);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(SweepOverKeys, CommasInsideOfBracketsSeparateNoValues) {
  const json plan =
      evolved("octopus --dry-run --sweep 'task.goal=[1, -2],[2,-1]' --sweep task.actions=raw,meta");
  ASSERT_EQ(plan["settings"].size(), 4u);
  EXPECT_EQ(plan["settings"][3]["configuration"]["task"]["goal"], json({2.0, -1.0}));
  EXPECT_EQ(plan["settings"][3]["configuration"]["task"]["actions"], "meta");
  EXPECT_EQ(plan["settings"][0]["name"], "goal=1_-2,actions=raw");
}

TEST(SweepOverKeys, WrongOnesAreRefusedBeforeAnythingIsMade) {
  const TemporaryFolder folder;
  const std::string out = " --out" + quoted(folder / "x");
  expect_refusal("evolve octopus --sweep encoding.coefficients=10,0" + out, 3,
                 {"encoding.coefficients=0", "expected 1 to"});
  expect_refusal("evolve octopus --sweep encoding.coeficients=10,20" + out, 3, {"did you mean"});
  expect_refusal("evolve octopus --sweep optimizer.sigma0=1,1" + out, 2, {"twice"});
  expect_refusal("evolve octopus --sweep optimizer.sigma0=1,," + out, 2, {"expected a value"});
  expect_refusal("evolve octopus --sweep run.seed=1,2" + out, 2, {"--runs"});
  expect_refusal("evolve octopus --sweep optimizer.sigma0" + out, 2, {"key=value"});
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
}

TEST(DryRun, PrintsTheConfigurationAsJson) {
  const json configuration = evolved("poles --dry-run --set task.poles=2");
  EXPECT_EQ(configuration["task"]["name"], "poles");
  EXPECT_EQ(configuration["task"]["poles"], 2);
}

TEST(ReproduceList, IsPrintedAsJson) {
  const json targets = printed("reproduce --list --json")["targets"];
  EXPECT_EQ(targets[0]["name"], "1");
  EXPECT_GT(targets[0]["setups"], 0);
}

/// The files in which two runs could differ, but for the time they took.
void expect_same_run(const std::filesystem::path& a, const std::filesystem::path& b) {
  for (const char* file :
       {"generations.jsonl", "spectrum.jsonl", "best.json", "last.json", "film.svg"}) {
    EXPECT_EQ(content_of(a / file), content_of(b / file)) << file;
  }
}

TEST(Resume, NeedsNothingButTheFolder) {
  const TemporaryFolder folder;
  const json first = evolved("octopus" + kShortRun + "--seed 4 --out" + quoted(folder / "run"));
  EXPECT_EQ(evolved("--resume --out" + quoted(folder / "run")), first);
  expect_refusal("evolve --resume --set task.steps=31 --out" + quoted(folder / "run"), 4,
                 {"task.steps", "30", "31"});
  expect_refusal("evolve --resume --runs 2 --out" + quoted(folder / "run"), 2, {"one run"});
}

TEST(Resume, ALargerBudgetGivesTheBitsOfOneRun) {
  const TemporaryFolder folder;
  const std::string growth =
      "--set growth.enabled=true --set growth.evaluations=40 --set growth.step=3 ";
  for (const std::string& more : {std::string(), growth}) {
    const auto whole = folder / ("whole" + std::to_string(more.size()));
    const auto parts = folder / ("parts" + std::to_string(more.size()));
    const json once =
        evolved("octopus" + kSmall + more + "--set budget.evaluations=300 --out" + quoted(whole));
    evolved("octopus" + kSmall + more + "--set budget.evaluations=100 --out" + quoted(parts));
    evolved("--resume --set budget.evaluations=200 --out" + quoted(parts));
    const json last = evolved("--resume --set budget.evaluations=300 --out" + quoted(parts));
    EXPECT_EQ(last["runs"][0]["digest"], once["runs"][0]["digest"]) << more;
    EXPECT_EQ(last["runs"][0]["evaluations"], once["runs"][0]["evaluations"]) << more;
    expect_same_run(whole, parts);
    const json manifest = json::parse(content_of(parts / "manifest.json"));
    EXPECT_EQ(manifest["earlier_budgets"], json({100, 200}));
    EXPECT_EQ(evolved("--resume --out" + quoted(parts)), last) << more;
  }
}

TEST(Resume, ASmallerBudgetAndAReachedTargetAreRefused) {
  const TemporaryFolder folder;
  evolved("octopus" + kShortRun + "--out" + quoted(folder / "run"));
  expect_refusal("evolve --resume --set budget.evaluations=50 --out" + quoted(folder / "run"), 4,
                 {"budget.evaluations: 100, here 50"});
  evolved("octopus" + kShortRun + "--set budget.target=0 --set budget.stop_at_target=true --out" +
          quoted(folder / "reached"));
  const std::string manifest = content_of(folder / "reached/manifest.json");
  expect_refusal("evolve --resume --set budget.evaluations=500 --out" + quoted(folder / "reached"),
                 4, {"did not end by its budget"});
  EXPECT_EQ(content_of(folder / "reached/manifest.json"), manifest);
}

class WarmStart : public testing::Test {
 protected:
  WarmStart() {
    fitness_ = evolved("octopus" + kShortRun + "--out" +
                       quoted(folder_ / "first"))["runs"][0]["best_fitness"];
  }
  /// A run that starts from the best of the first.
  json begun(const std::string& command, const std::string& out) {
    return evolved("--from" + quoted(folder_ / "first") + command + " --out" +
                   quoted(folder_ / out))["runs"][0];
  }

  TemporaryFolder folder_;
  double fitness_ = 0.0;
};

// With steps this small a generation is the start itself, whatever its genes are.
TEST_F(WarmStart, BeginsWithTheControllerInAnyEncoding) {
  const std::string small = "--set budget.evaluations=40 --set optimizer.sigma0=1e-9 ";
  EXPECT_NEAR(begun(small, "same")["best_fitness"], fitness_, 1e-6);
  EXPECT_NEAR(begun(small + "--set encoding.mapping=direct", "direct")["best_fitness"], fitness_,
              1e-6);
  EXPECT_NEAR(begun(small + "--set encoding.coefficients=25", "grown")["best_fitness"], fitness_,
              1e-6);
  // Another arm: not the same fitness, but the same task otherwise.
  begun(small + "--set task.compartments=6", "longer");
  const json manifest = json::parse(content_of(folder_ / "longer/manifest.json"));
  EXPECT_EQ(manifest["configuration"]["task"]["steps"], 30);
  EXPECT_EQ(manifest["configuration"]["run"]["start"].get<std::string>().size(), 16u);
}

TEST_F(WarmStart, IsPartOfWhatTheRunIs) {
  const json whole = begun("--set budget.evaluations=200", "whole");
  begun("--set budget.evaluations=100", "parts");
  const auto parts = quoted(folder_ / "parts");
  EXPECT_EQ(evolved("--resume --set budget.evaluations=200 --out" + parts)["runs"][0]["digest"],
            whole["digest"]);
  expect_same_run(folder_ / "whole", folder_ / "parts");
  // Resumed with the same controller, but not with another or none.
  const std::string again = "--set budget.evaluations=200 --resume";
  EXPECT_EQ(begun(again, "parts")["digest"], whole["digest"]);
  expect_refusal("evolve --from" + quoted(folder_ / "first/last.json") + again + " --out" + parts,
                 4, {"run.start"});
  expect_refusal("evolve octopus" + kSmall + again + " --out" + parts, 4, {"run.start"});
  // The manifest repeats the run, with the controller.
  const std::string manifest = "evolve" + quoted(folder_ / "whole/manifest.json");
  expect_refusal(manifest + "--out" + quoted(folder_ / "x"), 3, {"--from"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
  expect_refusal(
      manifest + "--from" + quoted(folder_ / "first/last.json") + "--out" + quoted(folder_ / "x"),
      3, {"run.start"});
  EXPECT_EQ(printed(manifest + "--json --from" + quoted(folder_ / "first") + "--out" +
                    quoted(folder_ / "x"))["runs"][0]["digest"],
            whole["digest"]);
}

TEST_F(WarmStart, RunsOfASweepHaveTheSameStart) {
  const json all = evolved("--from" + quoted(folder_ / "first") +
                           "--set budget.evaluations=50 --runs 2 --sweep optimizer.sigma0=0.1,1 "
                           "--out" +
                           quoted(folder_ / "all"));
  const json alone =
      begun("--set budget.evaluations=50 --set optimizer.sigma0=1 --seed 2", "alone");
  EXPECT_EQ(all["runs"][3]["digest"], alone["digest"]);
}

TEST(Folders, RunsAndSweepsDoNotMix) {
  const TemporaryFolder folder;
  const std::string evolve = "evolve octopus" + kShortRun;
  ASSERT_EQ(run_program(evolve + "--out" + quoted(folder / "run")).code, 0);
  ASSERT_EQ(run_program(evolve + "--runs 2 --out" + quoted(folder / "seeds")).code, 0);
  const std::string sweep = "--sweep optimizer.sigma0=1,3 ";
  ASSERT_EQ(run_program(evolve + sweep + "--out" + quoted(folder / "sweep")).code, 0);
  expect_refusal(evolve + "--out" + quoted(folder / "run/inner"), 4, {"inside the run"});
  expect_refusal(evolve + "--runs 2 --out" + quoted(folder / "run"), 4, {"holds a run"});
  expect_refusal(evolve + "--out" + quoted(folder / "seeds"), 4, {"runs of a sweep"});
  expect_refusal(evolve + sweep + "--out" + quoted(folder / "seeds"), 4, {"runs of a sweep"});
  expect_refusal(evolve + "--runs 2 --out" + quoted(folder / "sweep"), 4, {"runs of a sweep"});
  EXPECT_FALSE(std::filesystem::exists(folder / "run/inner"));
  EXPECT_EQ(run_program(evolve + "--resume --out" + quoted(folder / "run")).code, 0);
}

}  // namespace
}  // namespace lowpass
