#include "app/server/api.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/server/controller_views.h"
#include "app/server/answer_text.h"
#include "lowpass/core/error.h"
#include "lowpass/core/version.h"

namespace lowpass::app {
namespace {

/// Answers are kept up to this size in all; a trajectory takes some 40 kB.
constexpr std::size_t kCacheBytes = 24u << 20;
constexpr int kMostWaiting = 16;

/// An error that is an answer of HTTP.
struct Refusal {
  int status;
  std::string message;
};

double number_of(const ApiRequest& request, const std::string& name, double low, double high) {
  const auto found = request.parameters.find(name);
  const std::string text = found == request.parameters.end() ? "" : found->second;
  double value = NAN;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() ||
      !(value >= low && value <= high)) {
    throw Refusal{400,
                  fmt::format("{} = {}: expected {} to {}", name, text.substr(0, 40), low, high)};
  }
  return value;
}

std::string text_of(const ApiRequest& request, const std::string& name) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end()) throw Refusal{400, name + ": missing"};
  return found->second;
}

ControllerChoice choice_of(const ApiRequest& request, const std::string& folder) {
  ControllerChoice choice{.run_folder = folder};
  if (request.parameters.contains("which")) choice.which = text_of(request, "which");
  if (choice.which != "best" && choice.which != "last") {
    throw Refusal{400, "which: expected best or last"};
  }
  if (request.parameters.contains("compartments")) {
    choice.compartments =
        static_cast<int>(number_of(request, "compartments", 1, kLongestViewedArm));
  }
  return choice;
}

/// Twenty points of the best fitness so far: a glance at the run.
std::string glance_text(const RunColumns& columns) {
  constexpr std::size_t kPoints = 20;
  const std::size_t count = std::min(kPoints, columns.size());
  return numbers_text(count, [&](std::size_t i) {
    const std::size_t at = count < 2 ? 0 : i * (columns.size() - 1) / (count - 1);
    return std::round(1e4 * columns.best_so_far[at]) / 1e4;
  });
}

std::string summary_text(const RunEntry& run) {
  const RunColumns& c = run.columns;
  const bool has_any = c.size() > 0;
  const double evaluations = has_any ? c.evaluations.back() : 0;
  const double budget = value_at(run.manifest, "/configuration/budget/evaluations", 0.0);
  const double target = value_at(run.manifest, "/configuration/budget/target", 0.75);
  double to_target = value_at(run.manifest, "/result/evaluations_to_target", NAN);
  // While a run goes on: the generation in which the target was reached, which is as exact as the
  // log is.
  if (std::isnan(to_target) && run.state != "finished" && has_any) {
    const auto first = std::find_if(c.best_so_far.begin(), c.best_so_far.end(),
                                    [&](float best) { return best >= target; });
    if (first != c.best_so_far.end()) to_target = c.evaluations[first - c.best_so_far.begin()];
  }
  const double eta = run.state == "running" && run.rate > 0 && budget > 0
                         ? std::max(0.0, budget - evaluations) / run.rate
                         : NAN;
  std::uint64_t diverged = 0;
  for (const std::uint32_t count : c.diverged) diverged += count;
  return fmt::format(
      "{{\"path\":{},\"group\":{},\"setup\":{},\"title\":{},\"seed\":{},\"state\":\"{}\","
      "\"generation\":{},\"evaluations\":{},\"budget\":{},\"best\":{},\"target\":{},"
      "\"to_target\":{},\"rate\":{},\"eta\":{},\"diverged\":{},\"coefficients\":{},"
      "\"updated\":{:.1f},\"started\":{},\"problem\":{},\"glance\":{}}}",
      json_string(run.path), json_string(run.group), json_string(run.setup), json_string(run.title),
      value_at<std::uint64_t>(run.manifest, "/seed", 0), run.state,
      has_any ? c.generation.back() : 0, evaluations, budget,
      has_any ? number_text(c.best_so_far.back()) : "null", number_text(target),
      number_text(to_target), number_text(run.rate), number_text(eta), diverged,
      has_any ? c.coefficients.back() : 0, run.updated,
      json_string(value_at<std::string>(run.manifest, "/started", "")),
      run.problem.empty() ? "null" : json_string(run.problem), glance_text(c));
}

/// The columns at the chosen generations.
std::string columns_text(const RunColumns& c, const std::vector<std::size_t>& at) {
  const auto pick = [&](const auto& column) {
    return numbers_text(at.size(), [&](std::size_t i) { return column[at[i]]; });
  };
  return fmt::format(
      "{{\"generation\":{},\"evaluations\":{},\"coefficients\":{},\"diverged\":{},\"best\":{},"
      "\"mean\":{},\"worst\":{},\"best_so_far\":{},\"sigma_least\":{},\"sigma_mean\":{},"
      "\"sigma_most\":{}}}",
      pick(c.generation), pick(c.evaluations), pick(c.coefficients), pick(c.diverged), pick(c.best),
      pick(c.mean), pick(c.worst), pick(c.best_so_far), pick(c.sigma_least), pick(c.sigma_mean),
      pick(c.sigma_most));
}

std::vector<std::size_t> from(std::size_t first, std::size_t size) {
  std::vector<std::size_t> indices;
  for (std::size_t i = first; i < size; ++i) indices.push_back(i);
  return indices;
}

}  // namespace

std::string ApiRequest::key() const {
  std::string text = name;
  char sign = '?';
  for (const auto& [parameter, value] : parameters) {
    text += fmt::format("{}{}={}", sign, parameter, value);
    sign = '&';
  }
  return text;
}

Api::Api(const std::filesystem::path& root, std::string name)
    : folder_(root), name_(std::move(name)), index_(folder_) {}

ApiAnswer Api::answer(const ApiRequest& request) {
  const auto made = [](std::string text) {
    return std::make_shared<const std::string>(std::move(text));
  };
  const auto refused = [&](int status, const std::string& message) {
    return ApiAnswer{status, made(fmt::format("{{\"error\":{}}}", json_string(message)))};
  };
  try {
    if (request.name == "overview") return {200, made(overview())};
    if (request.name == "curves") return {200, made(curves(text_of(request, "group")))};
    if (request.name == "claims") return {200, made(claims())};
    if (request.name == "figure") return {200, made(figure(text_of(request, "name")))};
    if (request.name == "run") return {200, made(run(text_of(request, "path")))};
    const auto is = [&](const char* name) { return request.name == name; };
    if (!is("trajectory") && !is("weights") && !is("spectrum") && !is("population")) {
      return refused(404, "no such request");
    }
    const std::string folder = run_folder(text_of(request, "path"));
    const ControllerChoice choice = choice_of(request, folder);
    if (is("trajectory")) {
      const double start = number_of(request, "start", -4, 4);
      return {200, computed(request.key() + file_state(folder, choice.which + ".json"),
                            [&] { return trajectory_json(folder_, choice, start); })};
    }
    if (is("weights")) {
      return {200, computed(request.key() + file_state(folder, choice.which + ".json"),
                            [&] { return weights_json(folder_, choice); })};
    }
    if (is("spectrum")) return {200, made(spectrum_json(folder_, folder))};
    return {200, computed(request.key() + file_state(folder, "checkpoint"),
                          [&] { return population_json(folder_, folder); })};
  } catch (const Refusal& refusal) {
    return refused(refusal.status, refusal.message);
  } catch (const Error& error) {
    return refused(error.kind() == ErrorKind::kFile ? 404 : 400, error.what());
  } catch (const std::exception& error) {
    return refused(500, error.what());
  }
}

std::string Api::overview() {
  index_.refresh();
  std::string runs;
  const std::uint64_t revision = index_.revision();
  index_.each([&](const RunEntry& run) { runs += (runs.empty() ? "" : ",") + summary_text(run); });
  return fmt::format(
      "{{\"version\":1,\"lowpass\":{},\"folder\":{},\"exists\":{},\"revision\":{},\"figures\":{},"
      "\"has_claims\":{},\"runs\":[{}]}}",
      json_string(version()), json_string(name_), folder_.exists(), revision, figures_text(),
      folder_.stamp("claims.json").has_value(), runs);
}

std::string Api::changes_since(std::uint64_t revision) {
  const std::uint64_t now = index_.revision();
  std::string runs, removed;
  index_.each([&](const RunEntry& run) {
    if (run.revision > revision) runs += (runs.empty() ? "" : ",") + summary_text(run);
  });
  for (const std::string& path : index_.removed_since(revision)) {
    removed += (removed.empty() ? "" : ",") + json_string(path);
  }
  return fmt::format("{{\"revision\":{},\"runs\":[{}],\"removed\":[{}]}}", now, runs, removed);
}

std::string Api::generations_from(const std::string& path, std::size_t first) {
  std::string text;
  index_.with(path, [&](const RunEntry& run) {
    // A log that became shorter (the run was started anew) is sent from its beginning.
    const std::size_t begin = first > run.columns.size() ? 0 : first;
    if (begin == run.columns.size() && first <= run.columns.size()) return;
    text = fmt::format("{{\"path\":{},\"first\":{},\"size\":{},\"columns\":{}}}", json_string(path),
                       begin, run.columns.size(),
                       columns_text(run.columns, from(begin, run.columns.size())));
  });
  return text;
}

std::string Api::run(const std::string& path) {
  index_.refresh();
  std::string text;
  const bool is_there = index_.with(path, [&](const RunEntry& run) {
    std::string files = "[";
    for (const auto& entry : folder_.entries(path == "." ? "" : path)) {
      if (!entry.is_folder) files += (files.size() > 1 ? "," : "") + json_string(entry.name);
    }
    const nlohmann::json manifest = run.manifest.is_object() ? run.manifest : nlohmann::json();
    text = fmt::format("{{\"summary\":{},\"manifest\":{},\"files\":{}],\"columns\":{}}}",
                       summary_text(run),
                       manifest.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                       files, columns_text(run.columns, from(0, run.columns.size())));
  });
  if (!is_there) throw Refusal{404, "no run at " + path};
  return text;
}

std::string Api::curves(const std::string& group) {
  index_.refresh();
  std::string runs, title;
  index_.each([&](const RunEntry& run) {
    if (run.group != group) return;
    title = run.title;
    const RunColumns& c = run.columns;
    const std::vector<std::size_t> at = thinned(c);
    const auto pick = [&](const auto& column) {
      return numbers_text(at.size(), [&](std::size_t i) { return column[at[i]]; });
    };
    runs += fmt::format(
        "{}{{\"path\":{},\"seed\":{},\"generation\":{},\"evaluations\":{},\"best_so_far\":{},"
        "\"mean\":{}}}",
        runs.empty() ? "" : ",", json_string(run.path),
        value_at<std::uint64_t>(run.manifest, "/seed", 0), pick(c.generation), pick(c.evaluations),
        pick(c.best_so_far), pick(c.mean));
  });
  if (runs.empty()) throw Refusal{404, "no runs in " + group};
  return fmt::format("{{\"group\":{},\"title\":{},\"runs\":[{}]}}", json_string(group),
                     json_string(title), runs);
}

std::string Api::figures_text() {
  std::string names = "[";
  for (const auto& entry : folder_.entries("figures")) {
    const bool is_data = entry.name.ends_with(".json"), is_picture = entry.name.ends_with(".svg");
    if (entry.is_folder || !(is_data || is_picture)) continue;
    const std::string name = entry.name.substr(0, entry.name.rfind('.'));
    // The data stands for the picture of the same name.
    if (is_picture && folder_.stamp("figures/" + name + ".json")) continue;
    names += (names.size() > 1 ? "," : "") + json_string(name);
  }
  return names + "]";
}

std::string Api::figure(const std::string& name) {
  const auto data = folder_.read("figures/" + name + ".json");
  const auto picture = folder_.read("figures/" + name + ".svg", 0, 8u << 20);
  if (name.find('/') != std::string::npos || (!data && !picture)) {
    throw Refusal{404, "no figure " + name};
  }
  const nlohmann::json json = nlohmann::json::parse(data.value_or("null"), nullptr, false);
  std::string problem = "null";
  if (json.is_discarded())
    problem = json_string("figures/" + name + ".json is half-written or damaged");
  return fmt::format("{{\"name\":{},\"data\":{},\"svg\":{},\"problem\":{}}}", json_string(name),
                     json.is_object()
                         ? json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                         : "null",
                     picture ? json_string(*picture) : "null", problem);
}

std::string Api::claims() {
  const auto text = folder_.read("claims.json");
  if (!text) throw Refusal{404, "claims.json: not there (yet)"};
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (json.is_discarded()) throw Refusal{404, "claims.json is half-written or damaged"};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string Api::run_folder(const std::string& path) {
  // Only what the index found is a run, so that no other name reaches the disk.
  if (index_.revision() == 1) index_.refresh();
  if (!index_.with(path, [](const RunEntry&) {})) {
    index_.refresh();
    if (!index_.with(path, [](const RunEntry&) {})) throw Refusal{404, "no run at " + path};
  }
  return path == "." ? "" : path;
}

std::string Api::file_state(const std::string& run, const std::string& name) const {
  const auto stamp = folder_.stamp(run.empty() ? name : run + "/" + name);
  return stamp ? fmt::format("#{}.{}.{:.6f}", stamp->inode, stamp->size, stamp->modified) : "#none";
}

std::shared_ptr<const std::string> Api::computed(const std::string& key,
                                                 const std::function<std::string()>& compute) {
  std::unique_lock lock(cache_mutex_);
  const auto cached = [&]() -> std::shared_ptr<const std::string> {
    const auto found = std::find_if(cache_.begin(), cache_.end(),
                                    [&](const auto& entry) { return entry.first == key; });
    if (found == cache_.end()) return nullptr;
    cache_.splice(cache_.begin(), cache_, found);
    return cache_.front().second;
  };
  if (auto answer = cached()) return answer;
  if (waiting_ >= kMostWaiting) throw Refusal{503, "busy with other simulations; try again"};
  ++waiting_;
  is_free_.wait(lock, [&] { return !is_busy_; });
  --waiting_;
  if (auto answer = cached()) {  // whoever was before us asked for the same
    is_free_.notify_one();
    return answer;
  }
  is_busy_ = true;
  lock.unlock();
  std::shared_ptr<const std::string> answer;
  std::exception_ptr failure;
  try {
    answer = std::make_shared<const std::string>(compute());
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  is_busy_ = false;
  is_free_.notify_one();
  if (failure) std::rethrow_exception(failure);
  cache_.emplace_front(key, answer);
  cache_bytes_ += answer->size();
  while (cache_bytes_ > kCacheBytes && cache_.size() > 1) {
    cache_bytes_ -= cache_.back().second->size();
    cache_.pop_back();
  }
  return answer;
}

}  // namespace lowpass::app
