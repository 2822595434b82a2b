#include "app/server/api.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "app/server/answer_text.h"
#include "app/server/controller_views.h"
#include "app/server/recording_view.h"
#include "app/server/run_files.h"
#include "app/server/run_text.h"
#include "app/server/task_view.h"
#include "lowpass/core/error.h"
#include "lowpass/core/version.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {
namespace {

/// Answers are kept up to this size in all; a recording takes some 50 kB.
constexpr std::size_t kCacheBytes = 24u << 20;
constexpr int kMostWaiting = 16;

/// An error that is an answer of HTTP.
struct Refusal {
  int status;
  std::string message;
};

std::string text_of(const ApiRequest& request, const std::string& name) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end()) throw Refusal{400, name + ": missing"};
  return found->second;
}

std::string text_of(const ApiRequest& request, const std::string& name,
                    const std::string& otherwise) {
  return request.parameters.contains(name) ? text_of(request, name) : otherwise;
}

std::optional<int> size_of(const ApiRequest& request) {
  if (!request.parameters.contains("size")) return {};
  const std::string text = text_of(request, "size");
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) {
    throw Refusal{400,
                  fmt::format("size = {}: expected a whole number above 0", text.substr(0, 40))};
  }
  return value;
}

std::string which_of(const ApiRequest& request) {
  const std::string which = text_of(request, "which", "best");
  if (which == "best" || which == "last") return which;
  throw Refusal{400, "which: expected best or last"};
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const TaskEntry* task : tasks()) names.push_back(task->name);
  return names;
}

/// Appends to a list without brackets.
void list(std::string& all, const std::string& one) {
  if (!all.empty()) all += ',';
  all += one;
}

/// ["best.json","checkpoint",...]: the files among them.
std::string names_text(const std::vector<FolderReader::Entry>& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) {
    if (!entry.is_folder) names.push_back(entry.name);
  }
  return JsonText(names).text();
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
    if (request.name == "overview") return {200, overview()};
    if (request.name == "curves") return {200, made(curves(text_of(request, "group")))};
    if (request.name == "claims") return {200, made(claims())};
    if (request.name == "figure") return {200, made(figure(text_of(request, "name")))};
    if (request.name == "run") return {200, run(text_of(request, "path"))};
    if (request.name == "spectrum") return {200, spectrum(text_of(request, "path"))};
    return {200, simulated(request)};
  } catch (const Refusal& refusal) {
    return refused(refusal.status, refusal.message);
  } catch (const Error& error) {
    return refused(error.kind() == ErrorKind::kFile ? 404 : 400, error.what());
  } catch (const std::exception& error) {
    return refused(500, error.what());
  }
}

Api::Text Api::simulated(const ApiRequest& request) {
  const auto is = [&](const char* name) { return request.name == name; };
  if (!is("recording") && !is("weights") && !is("population"))
    throw Refusal{404, "no such request"};
  const std::string run = run_folder(text_of(request, "path"));
  if (is("population")) {
    return simulated(request.key(), file_state(run, "checkpoint"),
                     [&] { return population_json(folder_, run); });
  }
  const std::string which = which_of(request), condition = text_of(request, "condition", "trial:0");
  const std::string state = file_state(run, which + ".json") + file_state(run, "manifest.json");
  const std::optional<int> size = size_of(request);
  if (is("weights")) {
    return simulated(request.key(), state, [&] {
      return weights_json(folder_, {run, which, size});
    });
  }
  constexpr std::string_view kRecorded = "recorded:";
  const std::string recorded =
      condition.starts_with(kRecorded)
          ? file_state("", recording_path(run, condition.substr(kRecorded.size())))
          : "";
  return simulated(request.key(), state + recorded, [&] {
    return recording_json(folder_, {run, which, size, condition, text_of(request, "set", "")});
  });
}

Api::Text Api::overview() {
  index_.refresh();
  const std::uint64_t revision = index_.revision();
  const std::string folder =
      fmt::format("\"exists\":{},\"figures\":{},\"has_claims\":{}", folder_.exists(),
                  figures_text(), folder_.stamp("claims.json").has_value());
  return kept("overview", fmt::format("{}#{}", revision, folder), [&] {
    std::string text = fmt::format(
        "{{\"version\":1,\"lowpass\":{},\"folder\":{},{},\"revision\":{},\"tasks\":{},\"runs\":[",
        json_string(version()), json_string(name_), folder, revision,
        JsonText(task_names()).text());
    const char* comma = "";
    index_.each([&](const RunEntry& run) {
      text.append(comma).append(run.summary);
      comma = ",";
    });
    return text.append("]}");
  });
}

RunChanges Api::changes_since(std::uint64_t revision) {
  const std::uint64_t now = index_.revision();
  std::string runs, removed;
  index_.each([&](const RunEntry& run) {
    if (run.revision > revision) list(runs, run.summary);
  });
  for (const std::string& path : index_.removed_since(revision)) list(removed, json_string(path));
  return {now,
          fmt::format("{{\"revision\":{},\"runs\":[{}],\"removed\":[{}]}}", now, runs, removed)};
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

Api::Text Api::run(const std::string& path) {
  index_.refresh();
  const std::string folder = path == "." ? "" : path;
  std::uint64_t revision = 0;
  if (!index_.with(path, [&](const RunEntry& run) { revision = run.revision; })) {
    throw Refusal{404, "no run at " + path};
  }
  const std::string files = names_text(folder_.entries(folder));
  const std::string recordings = names_text(folder_.entries(below(folder, "recordings")));
  const std::string state =
      fmt::format("{}{}{}{}", revision, file_state(folder, "manifest.json"), files, recordings);
  return kept("run?path=" + path, state, [&] {
    std::string summary, manifest = "null", columns, task;
    index_.with(path, [&](const RunEntry& run) {
      summary = run.summary;
      if (run.manifest.is_object()) {
        manifest = run.manifest.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      }
      columns = columns_text(run.columns, from(0, run.columns.size()));
      task = value_at<std::string>(run.manifest, "/configuration/task/name", "");
    });
    if (summary.empty()) throw Refusal{404, "no run at " + path};  // it went just now
    const TaskView view = task_view(folder_, folder, task);
    return fmt::format(
        "{{\"summary\":{},\"manifest\":{},\"files\":{},\"task\":{},\"geometry\":{},\"columns\":{}}"
        "}",
        summary, manifest, files, view.task, view.geometry, columns);
  });
}

Api::Text Api::spectrum(const std::string& path) {
  const std::string run = run_folder(path);
  std::string state;
  for (const char* name :
       {"manifest.json", "checkpoint", "checkpoint.previous", "spectrum.jsonl"}) {
    state += file_state(run, name);
  }
  return kept("spectrum?path=" + path, state, [&] { return spectrum_json(folder_, run); });
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
  const nlohmann::json json = parsed_json(data.value_or("null"));
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
  const nlohmann::json json = parsed_json(*text);
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

Api::Text Api::kept(const std::string& key, const std::string& state,
                    const std::function<std::string()>& compute) {
  {
    const std::lock_guard lock(cache_mutex_);
    if (Text answer = known(key, state)) return answer;
  }
  const Text answer = std::make_shared<const std::string>(compute());
  const std::lock_guard lock(cache_mutex_);
  keep({key, state, answer});
  return answer;
}

Api::Text Api::simulated(const std::string& key, const std::string& state,
                         const std::function<std::string()>& compute) {
  std::unique_lock lock(cache_mutex_);
  if (Text answer = known(key, state)) return answer;
  if (waiting_ >= kMostWaiting) throw Refusal{503, "busy with other simulations; try again"};
  ++waiting_;
  is_free_.wait(lock, [&] { return !is_busy_; });
  --waiting_;
  if (Text answer = known(key, state)) {  // whoever was before us asked for the same
    is_free_.notify_one();
    return answer;
  }
  is_busy_ = true;
  lock.unlock();
  Text answer;
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
  keep({key, state, answer});
  return answer;
}

Api::Text Api::known(const std::string& key, const std::string& state) {
  const auto found = std::ranges::find(cache_, key, &KeptAnswer::key);
  if (found == cache_.end() || found->state != state) return nullptr;
  cache_.splice(cache_.begin(), cache_, found);
  return found->text;
}

void Api::keep(KeptAnswer answer) {
  const auto drop = [&](auto kept) {
    cache_bytes_ -= kept->text->size();
    cache_.erase(kept);
  };
  const auto before = std::ranges::find(cache_, answer.key, &KeptAnswer::key);
  if (before != cache_.end()) drop(before);
  cache_bytes_ += answer.text->size();
  cache_.push_front(std::move(answer));
  while (cache_bytes_ > kCacheBytes && cache_.size() > 1) drop(std::prev(cache_.end()));
}

}  // namespace lowpass::app
