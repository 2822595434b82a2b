#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/server/api.h"
#include "app/server/answer_text.h"
#include "app/server/page.h"
#include "app/verbs.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"

namespace lowpass::app {
namespace {

/// A page that a mail program still takes.
constexpr std::size_t kMostBytes = 15u << 20;
/// Arms of other lengths are shown for the best runs of all.
constexpr std::size_t kRunsWithLengths = 3;
constexpr int kLengths[] = {3, 5, 7, 12, 15, 20};

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
  int compartments;
  std::vector<double> starts;
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
    std::vector<double> starts;
    for (const auto& start :
         run.manifest.value("/configuration/task/starts"_json_pointer, nlohmann::json::array())) {
      if (start.is_number()) starts.push_back(start.get<double>());
    }
    best[run.group] = {run.path, fitness,
                       value_at(run.manifest, "/configuration/task/compartments", 10), starts};
  });
  for (const auto& [group, run] : best) contents.best.push_back(run);
  std::stable_sort(contents.best.begin(), contents.best.end(),
                   [](const BestRun& a, const BestRun& b) { return a.fitness > b.fitness; });
  return contents;
}

/// Ranges of what a page shows at first come first: if it becomes too large, the rest is left out.
std::string answers_text(Api& api, const Contents& contents, std::vector<std::string>& kept) {
  Answers answers(api);
  const auto trajectory = [&](const BestRun& run, double start, int compartments) {
    return answers.add({"trajectory",
                        {{"path", run.path},
                         {"start", fmt::format("{:.4f}", start)},
                         {"compartments", std::to_string(compartments)},
                         {"which", "best"}}});
  };
  answers.add({"overview", {}});
  answers.add({"claims", {}});
  for (const std::string& group : contents.groups) answers.add({"curves", {{"group", group}}});
  const nlohmann::json overview = nlohmann::json::parse(*api.answer({"overview", {}}).body);
  for (const auto& name : overview["figures"]) answers.add({"figure", {{"name", name}}});
  for (const BestRun& run : contents.best) {
    if (!answers.add({"run", {{"path", run.path}}})) break;
    kept.push_back(run.path);
    answers.add({"spectrum", {{"path", run.path}}});
    answers.add({"population", {{"path", run.path}}});
    answers.add({"weights",
                 {{"path", run.path},
                  {"compartments", std::to_string(run.compartments)},
                  {"which", "best"}}});
    for (const double start : run.starts) trajectory(run, start, run.compartments);
    for (const double sign : {-1.0, 1.0}) {
      trajectory(run, sign * std::numbers::pi / 4, run.compartments);
    }
  }
  for (std::size_t i = 0; i < std::min(kRunsWithLengths, contents.best.size()); ++i) {
    const BestRun& run = contents.best[i];
    for (const int length : kLengths) {
      for (const double start : run.starts) trajectory(run, start, length);
      answers.add(
          {"weights",
           {{"path", run.path}, {"compartments", std::to_string(length)}, {"which", "best"}}});
    }
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
  constexpr const char* kColumns[] = {"path",       "setup",       "seed",        "state",
                                      "generation", "evaluations", "best",        "to_target",
                                      "rate",       "diverged",    "coefficients"};
  std::string text;
  for (const char* column : kColumns) text += fmt::format("{}{}", text.empty() ? "" : ",", column);
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
  write_file(csv, csv_text(api));
  fmt::print("{}\n{}\n", html.string(), csv.string());
  fmt::print(stderr, "lowpass: {} runs, {:.1f} MB; open the page in any browser\n", runs,
             static_cast<double>(text.size()) / 1e6);
}

}  // namespace lowpass::app
