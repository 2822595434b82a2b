#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/server/api.h"
#include "app/server/answer_text.h"
#include "app/server/page.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"

namespace lowpass::app {
namespace {

/// A page that a mail program still takes.
constexpr std::size_t kMostBytes = 15u << 20;
/// Replays of a run: as trained, and under each of its tests' conditions; so many at most.
constexpr int kMostTrained = 12, kMostTested = 12;
/// The best runs of all are also shown at a few other sizes.
constexpr std::size_t kRunsWithSizes = 3;
constexpr int kSizes = 6;

/// The answers that the page will ask for, under their keys.
class Answers {
 public:
  explicit Answers(Api& api) : api_(api) {}

  /// False if the page would become too large with it, or it cannot be answered.
  bool add(const ApiRequest& request) {
    const ApiAnswer answer = api_.answer(request);
    if (answer.status != 200 || size_ + answer.body->size() > kMostBytes) return false;
    if (!keys_.insert(request.key()).second) return true;
    text_ += (text_.empty() ? "" : ",\n") + json_string(request.key()) + ":" + *answer.body;
    size_ += answer.body->size();
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  Api& api_;
  std::set<std::string> keys_;
  std::string text_;
  std::size_t size_ = 0;
};

/// A run that the report shows in detail.
struct BestRun {
  std::string path;
  double fitness;
};

struct Contents {
  std::set<std::string> groups;
  std::vector<BestRun> best;  ///< of each group, the best first
};

Contents contents_of(const RunIndex& index) {
  std::map<std::string, BestRun> best;
  Contents contents;
  index.each([&](const RunEntry& run) {
    contents.groups.insert(run.group);
    if (run.columns.size() == 0) return;
    const double fitness = run.columns.best_so_far.back();
    const auto found = best.find(run.group);
    if (found != best.end() && found->second.fitness >= fitness) return;
    best[run.group] = {run.path, fitness};
  });
  for (const auto& [group, run] : best) contents.best.push_back(run);
  std::stable_sort(contents.best.begin(), contents.best.end(),
                   [](const BestRun& a, const BestRun& b) { return a.fitness > b.fitness; });
  return contents;
}

/// What the page offers to choose for a run: its "task" in the answer to "run".
nlohmann::json task_of(Api& api, const std::string& path) {
  const ApiAnswer answer = api.answer({"run", {{"path", path}}});
  return nlohmann::json::parse(*answer.body)["task"];
}

/// Ids of the conditions that are trained, or are not; at most so many, evenly spread.
std::vector<std::string> conditions_of(const nlohmann::json& task, bool is_trained, int most) {
  std::vector<std::string> all, some;
  for (const auto& condition : task["conditions"]) {
    if (condition["trained"] == is_trained) all.push_back(condition["id"]);
  }
  const auto count = std::min<std::size_t>(all.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

/// A few sizes from the least to the most worth looking at, the run's own left out.
std::set<int> other_sizes(const nlohmann::json& task) {
  const auto& size = task["size"];
  if (!size.is_object()) return {};
  const int low = size["low"], high = size["high"];
  std::set<int> sizes;
  for (int i = 0; i < kSizes; ++i) sizes.insert(low + (high - low) * i / (kSizes - 1));
  sizes.erase(size["own"].get<int>());
  return sizes;
}

using Parameters = std::map<std::string, std::string>;

/// The request for an episode, with the parameters that the page sends (web/src/player.ts).
ApiRequest recording_request(const std::string& path, const std::string& condition,
                             const Parameters& more = {}) {
  Parameters parameters{{"path", path}, {"condition", condition}};
  if (!condition.starts_with("recorded:")) {
    parameters["which"] = "best";
    parameters.insert(more.begin(), more.end());
  }
  return {"recording", parameters};
}

/// Everything but replays of the best run of each setup; their paths.
std::vector<std::string> add_details(Answers& answers, const Contents& contents) {
  std::vector<std::string> kept;
  for (const BestRun& run : contents.best) {
    if (!answers.add({"run", {{"path", run.path}}})) break;
    kept.push_back(run.path);
    answers.add({"spectrum", {{"path", run.path}}});
    answers.add({"population", {{"path", run.path}}});
    answers.add({"weights", {{"path", run.path}, {"which", "best"}}});
  }
  return kept;
}

void add_sizes(Answers& answers, const std::string& path, const nlohmann::json& task) {
  for (const int size : other_sizes(task)) {
    const std::string text = std::to_string(size);
    for (const std::string& condition : conditions_of(task, true, 3)) {
      answers.add(recording_request(path, condition, {{"size", text}}));
    }
    answers.add({"weights", {{"path", path}, {"size", text}, {"which", "best"}}});
  }
}

/// What a page shows at first comes first: if it becomes too large, the rest is left out.
std::string answers_text(Api& api, const Contents& contents, std::vector<std::string>& kept) {
  Answers answers(api);
  answers.add({"overview", {}});
  answers.add({"claims", {}});
  for (const std::string& group : contents.groups) answers.add({"curves", {{"group", group}}});
  const nlohmann::json overview = nlohmann::json::parse(*api.answer({"overview", {}}).body);
  for (const auto& name : overview["figures"]) answers.add({"figure", {{"name", name}}});
  kept = add_details(answers, contents);
  std::vector<nlohmann::json> tasks;
  for (const std::string& path : kept) tasks.push_back(task_of(api, path));
  for (const bool is_trained : {true, false}) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      for (const std::string& condition :
           conditions_of(tasks[i], is_trained, is_trained ? kMostTrained : kMostTested)) {
        answers.add(recording_request(kept[i], condition));
      }
    }
  }
  for (std::size_t i = 0; i < std::min(kRunsWithSizes, kept.size()); ++i) {
    add_sizes(answers, kept[i], tasks[i]);
  }
  return answers.text();
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

/// One row a run.
std::string csv_text(Api& api) {
  const nlohmann::json overview = nlohmann::json::parse(*api.answer({"overview", {}}).body);
  constexpr const char* kColumns[] = {"path",       "title",       "seed",        "state",
                                      "generation", "evaluations", "best",        "to_target",
                                      "rate",       "diverged",    "coefficients"};
  std::string text;
  for (const std::string column : kColumns) {
    text += (text.empty() ? "" : ",") + (column == "title" ? "setup" : column);
  }
  text += '\n';
  for (const auto& run : overview["runs"]) {
    std::string row;
    for (const char* column : kColumns) {
      const auto& value = run[column];
      if (column != kColumns[0]) row += ',';
      if (!value.is_null())
        row += csv_field(value.is_string() ? value.get<std::string>() : value.dump());
    }
    text += row + '\n';
  }
  return text;
}

/// Inside a script element "<" would be markup; as an escape it is the same JSON.
std::string escaped(const std::string& json) {
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string report_text(Api& api) {
  const Contents contents = contents_of(api.index());
  std::vector<std::string> kept;
  const std::string answers = answers_text(api, contents, kept);
  std::string paths = "[";
  for (const std::string& path : kept) paths += (paths.size() > 1 ? "," : "") + json_string(path);
  std::string html(page());
  const std::size_t mark = html.find(kDataMark);
  if (mark == std::string::npos) throw Error(ErrorKind::kFailure, "the page has no place for data");
  const std::string data =
      fmt::format("<script type=\"application/json\" id=\"lowpass-data\">{}</script>",
                  escaped(fmt::format("{{\"version\":1,\"detailed\":{}],\"answers\":{{\n{}}}}}",
                                      paths, answers)));
  html.replace(mark, kDataMark.size(), data);
  return html;
}

}  // namespace

void run(const ReportOptions& options) {
  page();
  if (!std::filesystem::is_directory(options.folder)) {
    throw Error(ErrorKind::kFile, options.folder + ": no such folder");
  }
  std::filesystem::path html = options.out;
  if (html.empty()) html = std::filesystem::path(options.folder) / "report.html";
  const std::filesystem::path csv = std::filesystem::path(html).replace_extension(".csv");
  Api api(std::filesystem::canonical(options.folder), options.folder);
  api.index().refresh();
  std::size_t runs = 0;
  api.index().each([&](const RunEntry&) { ++runs; });
  const std::string text = report_text(api);
  write_file(html, text);
  if (html != "-") {  // a stream has nothing beside it
    write_file(csv, csv_text(api));
    fmt::print("{}\n{}\n", html.string(), csv.string());
  }
  narrate("lowpass: {} run{}, {:.1f} MB; open the page in any browser\n", runs,
          runs == 1 ? "" : "s", static_cast<double>(text.size()) / 1e6);
}

}  // namespace lowpass::app
