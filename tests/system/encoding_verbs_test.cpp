// order, decode, import, completion, --help and --version, as a person calls them.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/golden.h"
#include "tests/support/program.h"

namespace lowpass {
namespace {

using nlohmann::json;

json genome_json(int genes, const std::string& mapping = "omega3") {
  std::vector<double> genome;
  for (int i = 0; i < genes; ++i) genome.push_back(1.0 / (i + 1));
  return {{"format", "lowpass-genome"}, {"version", 1},          {"task", "octopus"},
          {"actions", "raw"},           {"mapping", mapping},    {"compartments", 10},
          {"genome", genome},           {"some_later_key", true}};
}

TEST(Order, PrintsEveryGoldenOrder) {
  for (const std::string& name : golden_names("order_")) {
    const ProgramResult result = run_program("order --json --shape " + name.substr(6));
    ASSERT_EQ(result.code, 0) << result.err;
    const json printed = json::parse(result.out);
    EXPECT_EQ(printed["order"], golden(name)["order"]) << name;
    EXPECT_EQ(printed["shape"], golden(name)["shape"]) << name;
  }
}

TEST(Order, CountGivesAPrefixAsText) {
  EXPECT_EQ(run_program("order --shape 4x6 --count 4").out, "0 0\n0 1\n1 0\n0 2\n");
}

TEST(Order, BadShapesAndCountsAreRefused) {
  for (const char* shape : {"0", "4x0", "-4", "4x-1", "x4", "4x", "4xx4", "4,4", "1.5x2",
                            "99999999999", "4294967296x4294967296x4294967296", "65536x65536"}) {
    expect_refusal(std::string("order --shape=") + shape, 2, {"--shape", "expected"});
  }
  for (const char* count : {"0", "-1", "25"}) {
    expect_refusal(std::string("order --shape 4x6 --count=") + count, 2, {count, "1 to 24"});
  }
  expect_refusal("order --shape 4x6 --count=many", 2, {"many"});
  expect_refusal("order", 2, {"--shape"});
}

TEST(Decode, PrintsTheGoldenWeights) {
  const TemporaryFolder folder;
  const auto g = golden("decode_psi2_omega3_C40_p10");
  json file = genome_json(40);
  file["genome"] = g["genome"];
  const auto path = folder.write("g.json", file.dump());
  const ProgramResult result = run_program("decode --json " + path);
  ASSERT_EQ(result.code, 0) << result.err;
  const json printed = json::parse(result.out);
  expect_golden(flattened(printed["input"]), flattened(g["W_in"]), "input");
  expect_golden(flattened(printed["recurrent"]), flattened(g["W_rec"]), "recurrent");
  expect_golden(flattened(printed["bias"]), flattened(g["b"]), "bias");
}

TEST(Decode, ResizesGenomesAndNetworks) {
  const TemporaryFolder folder;
  const auto check = [&](const json& file, const std::string& options, const json& g) {
    const auto path = folder.write("g.json", file.dump());
    const ProgramResult result = run_program("decode --json " + path + " " + options);
    ASSERT_EQ(result.code, 0) << result.err;
    const json printed = json::parse(result.out);
    expect_golden(flattened(printed["input"]), flattened(g["W_in"]), g["name"]);
    expect_golden(flattened(printed["recurrent"]), flattened(g["W_rec"]), g["name"]);
    expect_golden(flattened(printed["bias"]), flattened(g["b"]), g["name"]);
  };
  json file = genome_json(40);
  const auto amplitude = golden("resize_genome_psi2_omega3_C40_10to7_amplitude");
  file["genome"] = amplitude["genome"];
  check(file, "--compartments 7 --scale amplitude", amplitude);

  const auto direct = [](const json& g, const std::string& actions) {
    json network = genome_json(1, "direct");
    network["actions"] = actions;
    std::vector<double> weights;
    for (const char* part : {"W_in_old", "W_rec_old", "b_old"}) {
      for (const double w : flattened(g[part])) weights.push_back(w);
    }
    network["genome"] = weights;
    return network;
  };
  const auto raw = golden("resize_network_psi2_omega3_10to20_none");
  check(direct(raw, "raw"), "--compartments 20", raw);
  const auto meta = golden("resize_network_psi1_omega1_10to3_none");
  check(direct(meta, "meta"), "--compartments 3", meta);
  const auto meta2 = golden("resize_network_psi1_omega2_10to3_none");
  check(direct(meta2, "meta"), "--compartments 3 --resize-mapping omega2", meta2);
}

TEST(Decode, CompartmentsDefaultToTen) {
  const TemporaryFolder folder;
  json file = genome_json(20);
  const auto with = folder.write("with.json", file.dump());
  file.erase("compartments");
  const auto without = folder.write("without.json", file.dump());
  EXPECT_EQ(run_program("decode --json " + with).out, run_program("decode --json " + without).out);
}

TEST(Decode, BadFilesAreRefused) {
  const TemporaryFolder folder;
  const auto refused = [&](const json& file, const std::vector<std::string>& parts) {
    expect_refusal("decode " + folder.write("bad.json", file.dump()), 4, parts);
  };
  const auto with = [](const std::string& key, const json& value) {
    json file = genome_json(20);
    file[key] = value;
    return file;
  };
  const auto without = [](const std::string& key) {
    json file = genome_json(20);
    file.erase(key);
    return file;
  };
  refused(with("format", "other"), {"bad.json", "format", "other", "lowpass-genome"});
  refused(with("version", 3), {"version = 3"});
  refused(with("version", 2), {"keys", "missing"});
  refused(with("actions", "both"), {"actions", "both", "raw or meta"});
  refused(with("mapping", "omega4"), {"mapping", "omega4", "omega1"});
  refused(with("task", "juggling"), {"task", "juggling", "octopus"});
  refused(with("compartments", 0), {"compartments = 0", "expected"});
  refused(with("compartments", 70), {"compartments = 70", "1 to 69"});
  refused(with("compartments", 1.5), {"compartments = 1.5"});
  refused(with("compartments", 1e99), {"compartments = 1e+99"});
  refused(with("genome", json::array()), {"genome"});
  refused(with("genome", json::array({1.0, "two"})), {"genome[1]", "two", "a finite number"});
  refused(with("genome", json::array({1.0, nullptr})), {"genome[1] = null"});
  refused(with("genome", "text"), {"genome", "array"});
  refused(genome_json(4027), {"4027", "1 to 4026"});
  refused(genome_json(3679, "direct"), {"3679", "3680"});
  refused(without("genome"), {"genome", "missing"});
  refused(without("format"), {"format", "missing"});
  refused(json::array({1, 2}), {"expected an object"});
  for (const char* text : {"", "{", "{\"format\":\"lowpass-genome\",\"genome\":[1,2", "[1,2,,]",
                           "{\"genome\":[NaN]}", "{\"genome\":[1e999]}", "\xff\xfe\x00"}) {
    expect_refusal("decode " + folder.write("bad.json", text), 4, {"bad.json"});
  }
  expect_refusal("decode " + (folder / "missing.json").string(), 4, {"missing.json"});
  expect_refusal("decode /", 4, {"/"});
  const auto good = folder.write("good.json", genome_json(20).dump());
  expect_refusal("decode " + good + " --compartments 0", 2, {"--size 0", "1 to 1000"});
  expect_refusal("decode " + good + " --size 70", 2, {"--size 70", "1 to 69"});
  expect_refusal("decode " + good + " --scale huge", 2, {"--scale", "huge"});
  expect_refusal("decode", 2, {"GENOME"});
}

TEST(Import, UndoesDecodeWithEveryCoefficient) {
  const TemporaryFolder folder;
  const auto genome = folder.write("g.json", genome_json(20, "omega1").dump());
  const auto weights = folder.write("w.json", run_program("decode --json " + genome).out);
  const ProgramResult result = run_program("import --mapping omega1 --coefficients 20 " + weights);
  ASSERT_EQ(result.code, 0) << result.err;
  const json file = json::parse(result.out);
  expect_golden(file["genome"], genome_json(20)["genome"], "genome");
  EXPECT_LT(file["truncation"]["relative"], 1e-14);
  EXPECT_EQ(file["keys"]["actions"], "raw");
  EXPECT_EQ(file["keys"]["compartments"], 10);
}

TEST(Import, TheTaskIsTheOneThatItIsLikeOrTheFirstThatFits) {
  const TemporaryFolder folder;
  json meta = genome_json(20, "omega1");
  meta["actions"] = "meta";
  meta["compartments"] = 7;
  meta["activation"] = "tanh";
  meta["goal"] = {1.0, 2.0};
  const auto genome = folder.write("g.json", meta.dump());
  const auto weights = folder.write("w.json", run_program("decode --json " + genome).out);
  const json found = json::parse(run_program("import " + weights).out);
  EXPECT_EQ(found["keys"]["compartments"], 7);
  EXPECT_EQ(found["keys"]["actions"], "meta");
  EXPECT_EQ(found["network"]["activation"], "logistic");
  const json like = json::parse(run_program("import " + weights + " --like " + genome).out);
  EXPECT_EQ(like["keys"]["goal"], meta["goal"]);
  EXPECT_EQ(like["network"]["activation"], "tanh");
  const json set = json::parse(
      run_program("import " + weights + " --set network.activation=tanh --set 'task.goal=[3,4]'")
          .out);
  EXPECT_EQ(set["keys"]["goal"], json({3.0, 4.0}));
  EXPECT_EQ(set["network"]["activation"], "tanh");
}

TEST(Import, ReportsWhatTruncationLeavesOut) {
  const TemporaryFolder folder;
  const auto genome = folder.write("g.json", genome_json(20, "omega1").dump());
  const auto weights = folder.write("w.json", run_program("decode --json " + genome).out);
  const ProgramResult result = run_program("import --mapping omega1 --coefficients 5 " + weights);
  const json file = json::parse(result.out);
  // Energy identity: the 15 coefficients left out, of frequency e, weigh 2^z(e) each.
  double left = 0.0, all = 0.0;
  const json printed = json::parse(run_program("order --json --shape 32x115 --count 20").out);
  for (int i = 0; i < 20; ++i) {
    double energy = 1.0 / ((i + 1.0) * (i + 1.0));
    for (const int index : printed["order"][i]) energy *= index > 0 ? 2.0 : 1.0;
    all += energy;
    if (i >= 5) left += energy;
  }
  EXPECT_NEAR(file["truncation"]["rms"], std::sqrt(left / 3680), 1e-12);
  EXPECT_NEAR(file["truncation"]["relative"], std::sqrt(left / all), 1e-12);
}

TEST(Import, WritesAFileWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const auto genome = folder.write("g.json", genome_json(20).dump());
  const auto weights = folder.write("w.json", run_program("decode --json " + genome).out);
  const std::string out = (folder / "out.json").string();
  EXPECT_EQ(run_program("import " + weights + " --out " + out).code, 0);
  EXPECT_EQ(run_program("decode --json " + out).code, 0);
  expect_refusal("import " + weights + " --coefficients 99999 --out " + out + "2", 2, {"4026"});
  EXPECT_FALSE(std::filesystem::exists(out + "2"));
  EXPECT_EQ(run_program("import " + weights + " --out /no/such/folder/x.json").code, 4);
}

TEST(Import, BadNetworksAreRefused) {
  const TemporaryFolder folder;
  const auto refused = [&](const json& file, const std::vector<std::string>& parts) {
    expect_refusal("import " + folder.write("w.json", file.dump()), 4, parts);
  };
  const json square{{1.0, 2.0}, {3.0, 4.0}};
  refused({{"input", square}, {"recurrent", square}}, {"bias", "missing"});
  refused({{"input", square}, {"recurrent", square}, {"bias", {1.0}}}, {"one number of neurons"});
  refused({{"input", square}, {"recurrent", square}, {"bias", {1.0, 2.0}}},
          {"2 inputs and 2 neurons", "no task has such a network"});
  refused({{"input", {{1.0}, {1.0, 2.0}}}, {"recurrent", square}, {"bias", {1.0, 2.0}}},
          {"input[1]", "expected 1"});
  refused({{"input", {{1.0, "x"}}}, {"recurrent", square}, {"bias", {1.0}}}, {"input[0][1]", "x"});
  const json ten(std::vector<double>(10, 1.0));
  refused({{"input", {ten, ten}}, {"recurrent", square}, {"bias", {1.0, 2.0}}},
          {"10 inputs and 2 neurons", "no task has such a network"});
}

TEST(Program, TellsItsVersionCompilerAndSimdTarget) {
  const ProgramResult result = run_program("--version", "LOWPASS_SIMD=sse4");
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("lowpass 0.1.0"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("SIMD sse4"), std::string::npos) << result.out;
  EXPECT_TRUE(result.out.find("gcc") != std::string::npos ||
              result.out.find("clang") != std::string::npos);
}

TEST(Program, UnknownVerbsTargetsAndMissingVerbsAreRefused) {
  expect_refusal("", 2, {"expected a verb"});
  expect_refusal("decoed x", 2, {"decoed", "did you mean decode"});
  expect_refusal("--verbose", 2, {"--verbose", "unknown"});
  expect_refusal("order --shape 4x4 --bogus", 2, {"--bogus", "order --help"});
  const ProgramResult result = run_program("--version", "LOWPASS_SIMD=mmx");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("LOWPASS_SIMD"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("expected one of"), std::string::npos) << result.err;
}

TEST(Program, CompletionScriptsAreAcceptedByTheirShell) {
  const TemporaryFolder folder;
  const ProgramResult script = run_program("completion bash");
  EXPECT_EQ(script.code, 0);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"dec", "decode"},
      {"order --sh", "--shape"},
      {"evolve oct", "octopus"},
      {"reproduce conv", "convergence"},
      {"evolve --set encoding.m", "encoding.mapping="},
      {"evolve --sweep optimizer.sigma0", "optimizer.sigma0="},
      {"evolve --set encoding.mapping = dir", "direct"},                 // as bash breaks the words
      {"evolve --set encoding.mapping=dir", "encoding.mapping=direct"},  // where it does not
      {"evolve --set task.velocities = f", "false"},
      {"evolve --set optimizer.name = cma", "cma-es"},
      {"decode --scale am", "amplitude"},
      {"import --mapping om", "omega1 omega2 omega3"},
      {"completion fi", "fish"},
      {"evaluate some/fi", ""}};  // the shell itself completes files
  std::string text = script.out;
  std::string answers;
  for (const auto& [words, answer] : expected) {
    text += "\nCOMP_WORDS=(lowpass " + words +
            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lowpass; echo \"${COMPREPLY[*]}\"\n";
    answers += answer + "\n";
  }
  const std::string path = folder.write("completion.bash", text);
  const std::string out = (folder / "out").string();
  ASSERT_EQ(std::system(("bash " + path + " > " + out).c_str()), 0);
  EXPECT_EQ(content_of(out), answers);
  EXPECT_EQ(run_program("completion zsh").code, 0);
  EXPECT_EQ(run_program("completion fish").code, 0);
  expect_refusal("completion tcsh", 2, {"tcsh"});
}

TEST(Program, HelpOfEveryVerbIsPrinted) {
  EXPECT_EQ(run_program("--help").code, 0);
  for (const char* verb : {"order", "decode", "import", "simulate", "bench", "completion"}) {
    const ProgramResult result = run_program(std::string(verb) + " --help");
    EXPECT_EQ(result.code, 0) << verb;
    EXPECT_NE(result.out.find("Usage: lowpass"), std::string::npos) << verb;
  }
}

}  // namespace
}  // namespace lowpass
