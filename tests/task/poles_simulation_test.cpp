#include "lowpass/task/poles/poles_simulation.h"

#include <sstream>

#include <gtest/gtest.h>

#include "lowpass/core/error.h"
#include "lowpass/task/poles/cart_batch.h"
#include "tests/support/golden.h"

namespace lowpass {
namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

std::string simulated(const std::string& file) {
  std::ostringstream out;
  EXPECT_EQ(simulate_poles(file, "cart.json", true, out), "");
  return out.str();
}

TEST(PolesSimulation, TrajectoriesAreGolden) {
  for (const std::string name : {"poles/trajectory_1", "poles/trajectory_2"}) {
    const json file = golden(name);
    for (const json& values : file["cases"]) {
      const json question = {{"task", "poles"},
                             {"poles", file["poles"]},
                             {"start", values["start"]},
                             {"actions", values["actions"]}};
      const json answer = json::parse(simulated(question.dump()));
      expect_golden(flattened(answer["states"]), flattened(values["states"]), name);
    }
  }
}

TEST(PolesSimulation, NoActionsGiveNoStates) {
  EXPECT_EQ(simulated(R"({"task":"poles","poles":1,"start":[0,0,0,0],"actions":[]})"),
            "{\"states\":[]}\n");
}

TEST(PolesSimulation, NumbersReadBackToTheSameBitsAndNothingFails) {
  const std::string file = R"({"task":"poles","poles":1,"start":[9,0,3,0],"actions":[1,2,-0.3]})";
  CartBatch cart({.poles = 1}, 1);
  cart.load(0, Numbers{9, 0, 3, 0});
  const json states = json::parse(simulated(file))["states"];
  ASSERT_EQ(states.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    cart.set_force(0, Numbers{10.0, 10.0, -3.0}[i]);
    cart.step();
    EXPECT_EQ(states[i].get<Numbers>(), cart.state(0));
  }
}

TEST(PolesSimulation, BadInputIsOneLineWithPlaceValueAndWhatIsAllowed) {
  const auto message = [](const std::string& file) -> std::string {
    try {
      simulated(file);
      return "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kFile);
      return error.what();
    }
  };
  EXPECT_EQ(message("{"), "cart.json:1:1: not JSON: ends too early");
  EXPECT_EQ(message("{}"), "cart.json: task: missing");
  EXPECT_EQ(message(R"({"task":"pole"})"), "cart.json: task = \"pole\": expected poles");
  EXPECT_EQ(message(R"({"task":"poles","poles":3})"),
            "cart.json: poles = 3: expected an integer from 1 to 2");
  EXPECT_EQ(message(R"({"task":"poles","poles":2,"start":[0,0,0,0],"actions":[]})"),
            "cart.json: start has 4 numbers (x, x', θ1, θ1', θ2, θ2'): expected 6");
  EXPECT_EQ(message(R"({"task":"poles","poles":1,"start":[0,0,0,0],"actions":[0,"a"]})"),
            "cart.json: actions[1] = \"a\": expected a finite number");
  EXPECT_EQ(message(R"({"task":"poles","poles":1,"start":[0,0,0,1e200],"actions":[0]})"),
            "cart.json: start = [0,0,0,1e+200]: expected one from which numbers stay finite");
}

}  // namespace
}  // namespace lowpass
