#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/generalization.h"

namespace lowpass::app {
namespace {

/// Fitness on arms of 3 to 20 compartments through one way of resizing.
struct LengthRow {
  std::string resize;
  std::vector<double> fitness;
};

struct Result {
  std::string file;
  double stored;
  Evaluation starts;
  std::vector<LengthRow> lengths;
};

/// A run folder stands for its best controller.
std::string genome_path(const std::string& run) {
  const std::filesystem::path path(run);
  return std::filesystem::is_directory(path) ? (path / "best.json").string() : run;
}

Result generalization(const std::string& path) {
  const GenomeFile file = read_genome_file(path);
  Result result{path, file.fitness.value_or(0.0), {}, {}};
  result.starts = evaluate_stored(file, path, {.starts = untrained_starts(), .resize = {}});
  for (const std::string& mapping : resize_mappings(file)) {
    result.lengths.push_back({mapping, length_test(file, path, mapping)});
  }
  return result;
}

JsonText json_of(const LengthRow& row) {
  JsonText arms = JsonText::array();
  for (std::size_t i = 0; i < row.fitness.size(); ++i) {
    arms.add(JsonText::object(
        {{"compartments", kShortestTestArm + static_cast<int>(i)}, {"fitness", row.fitness[i]}}));
  }
  return JsonText::object({{"resize", row.resize}, {"arms", arms}});
}

JsonText json_of(const Result& result) {
  JsonText starts = JsonText::array(), lengths = JsonText::array();
  for (std::size_t i = 0; i < untrained_starts().size(); ++i) {
    starts.add(JsonText::object(
        {{"start", untrained_starts()[i]}, {"fitness", result.starts.episodes[i].fitness}}));
  }
  for (const LengthRow& row : result.lengths) lengths.add(json_of(row));
  return JsonText::object({{"genome", result.file},
                           {"trained_fitness", result.stored},
                           {"starts_fitness", result.starts.fitness[0]},
                           {"starts", starts},
                           {"lengths", lengths}});
}

void print_text(const Result& result) {
  fmt::print("{}\n  trained starts {:.4f}   -pi/4 and pi/4 {:.4f} ({:.4f}, {:.4f})\n", result.file,
             result.stored, result.starts.fitness[0], result.starts.episodes[0].fitness,
             result.starts.episodes[1].fitness);
  for (const LengthRow& row : result.lengths) {
    fmt::print("  arms of 3 to 20 compartments, resized through {}:\n   ", row.resize);
    for (std::size_t i = 0; i < row.fitness.size(); ++i) {
      fmt::print(" {:2}:{:.3f}{}", kShortestTestArm + static_cast<int>(i), row.fitness[i],
                 i == 8 ? "\n   " : "");
    }
    fmt::print("\n");
  }
}

}  // namespace

void run(const GeneralizeOptions& options) {
  JsonText all = JsonText::array();
  for (const std::string& name : options.runs) {
    const Result result = generalization(genome_path(name));
    if (options.json) {
      all.add(json_of(result));
    } else {
      print_text(result);
    }
  }
  if (options.json) fmt::print("{}\n", JsonText::object({{"controllers", all}}).text());
}

}  // namespace lowpass::app
