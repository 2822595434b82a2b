#include "app/server/run_index.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/server/answer_text.h"
#include "app/server/run_text.h"

namespace lowpass::app {
namespace {

/// Deeper folders are not searched: a sweep has three levels, and a mistaken `serve /` should end.
constexpr int kDeepest = 8;
/// A run that no process on this machine holds may be one of another machine that shares the disk:
/// it counts as running while its log is younger than this (seconds).
constexpr double kFresh = 20.0;
/// How often runs that go on are looked at, and how often folders are searched for new runs and
/// finished runs looked at (seconds). Where that takes long, it becomes rarer: at most a fifth of
/// the time goes into the former, and a twentieth into the latter.
constexpr double kReadInterval = 0.2, kSearchInterval = 2.0;

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// "2026-11-16T01:03:27Z" in seconds since 1970; 0 if it is none.
double parsed_time(const std::string& text) {
  std::tm time = {};
  return ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) ? static_cast<double>(timegm(&time))
                                                               : 0.0;
}

/// Inodes that some process of this machine has a flock on, as `evolve` has on its lock file.
/// Looking here, unlike trying the lock, disturbs nobody.
std::vector<std::uint64_t> locked_inodes() {
  std::vector<std::uint64_t> inodes;
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    if (line.find("FLOCK") == std::string::npos) continue;
    // "1: FLOCK  ADVISORY  WRITE 4711 08:01:123456 0 EOF"
    std::istringstream words(line);
    std::string word;
    for (int i = 0; i < 6; ++i) words >> word;
    const std::size_t colon = word.rfind(':');
    if (colon != std::string::npos) inodes.push_back(std::strtoull(&word[colon + 1], nullptr, 10));
  }
  return inodes;
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

}  // namespace

void RunIndex::refresh() {
  // Whoever comes while somebody looks goes on with what is known; only the first must wait.
  std::unique_lock alone(refreshing_, std::defer_lock);
  if (revision() == 1) {
    alone.lock();
  } else if (!alone.try_lock()) {
    return;
  }
  const double began = seconds_now();
  if (refreshed_ > 0 && began - refreshed_ < std::max(kReadInterval, 4 * refresh_took_)) return;
  const bool is_search =
      searched_ == 0.0 || began - searched_ >= std::max(kSearchInterval, 19 * search_took_);
  if (is_search) search();
  locked_inodes_ = locked_inodes();
  const double now = wall_clock();
  for (auto& [path, run] : runs_) {
    if (!is_search && run.state != "running" && run.revision != 0) continue;
    if (is_unchanged(run)) continue;
    const std::lock_guard lock(mutex_);
    read_run(run, now);
  }
  if (has_new_setups_) name_setups();
  refreshed_ = seconds_now();
  (is_search ? search_took_ : refresh_took_) = refreshed_ - began;
  if (is_search) searched_ = refreshed_;
}

std::uint64_t RunIndex::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

void RunIndex::each(const std::function<void(const RunEntry&)>& look) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, run] : runs_) look(run);
}

bool RunIndex::with(const std::string& path,
                    const std::function<void(const RunEntry&)>& look) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(path);
  if (found == runs_.end()) return false;
  look(found->second);
  return true;
}

std::vector<std::string> RunIndex::removed_since(std::uint64_t revision) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> paths;
  for (const auto& [path, when] : removed_) {
    if (when > revision) paths.push_back(path);
  }
  return paths;
}

void RunIndex::search() {
  std::vector<std::string> found;
  search_folder("", 0, found);
  std::sort(found.begin(), found.end());
  const std::lock_guard lock(mutex_);
  for (const std::string& path : found) {
    RunEntry& run = runs_[path];
    run.path = path;
    removed_.erase(path);
  }
  for (auto run = runs_.begin(); run != runs_.end();) {
    if (std::binary_search(found.begin(), found.end(), run->first)) {
      ++run;
    } else {
      removed_[run->first] = ++revision_;
      run = runs_.erase(run);
      has_new_setups_ = true;
    }
  }
}

void RunIndex::search_folder(const std::string& folder, int depth,
                             std::vector<std::string>& found) {
  const std::vector<FolderReader::Entry> entries = folder_.entries(folder);
  const bool is_run = std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return !entry.is_folder && (entry.name == "manifest.json" || entry.name == "generations.jsonl");
  });
  if (is_run) {
    found.push_back(folder.empty() ? "." : folder);
    return;
  }
  if (depth == kDeepest) return;
  for (const FolderReader::Entry& entry : entries) {
    if (!entry.is_folder || entry.name.starts_with('.')) continue;
    search_folder(folder.empty() ? entry.name : folder + "/" + entry.name, depth + 1, found);
  }
}

bool RunIndex::is_unchanged(const RunEntry& run) const {
  return run.state == "finished" &&
         folder_.stamp(run.file("manifest.json")) == run.manifest_stamp &&
         folder_.stamp(run.file("generations.jsonl")) == run.log_stamp;
}

void RunIndex::read_run(RunEntry& run, double now) {
  const std::size_t size = run.columns.size();
  const auto manifest = run.manifest_stamp;
  run.problem.clear();
  read_manifest(run);
  read_log(run, now);
  judge(run, now);
  std::string summary = summary_text(run);
  if (summary != run.summary || run.columns.size() != size || run.manifest_stamp != manifest) {
    run.revision = ++revision_;
  }
  run.summary = std::move(summary);
}

void RunIndex::read_manifest(RunEntry& run) {
  const auto stamp = folder_.stamp(run.file("manifest.json"));
  if (!stamp) {
    run.manifest = nullptr;
    run.setup = {};
    run.manifest_stamp.reset();
    has_new_setups_ = true;
    run.problem = "manifest.json is missing: was the run deleted, or is it just being made?";
  } else if (stamp != run.manifest_stamp) {
    run.manifest_stamp = stamp;
    has_new_setups_ = true;
    const auto text = folder_.read(run.file("manifest.json"));
    run.manifest = parsed_json(text.value_or(""));
    // Once more, with its keys in the order of the file: titles name them so.
    const auto ordered = nlohmann::ordered_json::parse(text.value_or(""), nullptr, false);
    run.setup = ordered.is_object() && ordered.contains("configuration")
                    ? run_setup(ordered["configuration"])
                    : RunSetup();
  }
  if (stamp && !run.manifest.is_object()) {
    run.problem = "manifest.json cannot be read: it is half-written or damaged";
  }
  run.group = parent_of(run.path) + "|" + run.setup.name;
}

/// Titles tell the setups apart that there are, so they change when one comes or goes.
void RunIndex::name_setups() {
  const std::lock_guard lock(mutex_);
  has_new_setups_ = false;
  std::map<std::string, const RunSetup*> setups;
  for (const auto& [path, run] : runs_) {
    if (!run.setup.name.empty()) setups.emplace(run.setup.name, &run.setup);
  }
  const auto has_same_key = [](const auto& a, const auto& b) { return a.first == b.first; };
  if (!std::ranges::equal(setups, titles_, has_same_key)) {
    std::vector<const RunSetup*> listed;
    for (const auto& [name, setup] : setups) listed.push_back(setup);
    const std::vector<std::string> titles = setup_titles(listed);
    titles_.clear();
    for (std::size_t i = 0; i < listed.size(); ++i) titles_[listed[i]->name] = titles[i];
  }
  for (auto& [path, run] : runs_) {
    const std::string title = run.setup.name.empty() ? "unknown setup" : titles_[run.setup.name];
    if (title == run.title) continue;
    run.title = title;
    run.revision = ++revision_;
    run.summary = summary_text(run);
  }
}

void RunIndex::read_log(RunEntry& run, double now) {
  const auto stamp = folder_.stamp(run.file("generations.jsonl"));
  if (!stamp) {
    run.columns.clear();
    run.log_stamp.reset();
    run.log_offset = 0;
    return;
  }
  // A resumed run cuts its log back and writes the same bytes again, so what was read stays right
  // unless the file is shorter than that, or another one.
  if (!run.log_stamp || run.log_stamp->inode != stamp->inode || stamp->size < run.log_offset) {
    run.columns.clear();
    run.log_offset = 0;
    run.unreadable_lines = 0;
    run.first_seen = 0.0;
  }
  if (stamp != run.log_stamp) {
    const auto text = folder_.read(run.file("generations.jsonl"), run.log_offset);
    run.log_offset += run.columns.append_lines(text.value_or(""), run.unreadable_lines);
    run.log_stamp = stamp;
    run.updated = stamp->modified;
    if (run.columns.size() > 0 && run.first_seen == 0.0) {
      run.first_seen = now;
      run.first_evaluations = run.columns.evaluations.back();
    }
  }
}

/// State, rate and problems from what was read.
void RunIndex::judge(RunEntry& run, double now) const {
  const RunColumns& columns = run.columns;
  const bool is_finished = run.manifest.is_object() && run.manifest.contains("result") &&
                           run.manifest["result"].is_object();
  const auto lock = is_finished ? std::nullopt : folder_.stamp(run.file("lock"));
  const bool is_locked = lock && std::find(locked_inodes_.begin(), locked_inodes_.end(),
                                           lock->inode) != locked_inodes_.end();
  const double age = now - run.updated;
  if (is_finished) {
    run.state = "finished";
  } else if (is_locked || (run.log_stamp && age < kFresh)) {
    run.state = "running";
  } else {
    run.state = run.manifest.is_object() ? "stopped" : "unreadable";
  }
  const auto complain = [&](const std::string& text) {
    run.problem += (run.problem.empty() ? "" : "; ") + text;
  };
  if (run.unreadable_lines > 0) {
    complain(fmt::format("generations.jsonl: {} unreadable line{} left out", run.unreadable_lines,
                         run.unreadable_lines == 1 ? "" : "s"));
  }
  if (run.state != "running" && run.log_stamp && run.log_stamp->size > run.log_offset) {
    complain("generations.jsonl ends with a torn line, which is left out; --resume repairs it");
  }
  if (run.state != "running" && !run.log_stamp) complain("generations.jsonl is missing");
  // Evaluations a second: of the whole run if it is finished, else since it was first seen, else
  // since it started.
  const double wall = value_at(run.manifest, "/result/wall_seconds", 0.0);
  const double started = parsed_time(value_at<std::string>(run.manifest, "/started", ""));
  const double evaluations = columns.size() > 0 ? columns.evaluations.back() : 0;
  run.rate = 0.0;
  if (is_finished && wall > 0) {
    run.rate = evaluations / wall;
  } else if (run.state == "running" && run.updated - run.first_seen > 3 && run.first_seen > 0 &&
             evaluations > run.first_evaluations) {
    run.rate = (evaluations - run.first_evaluations) / (run.updated - run.first_seen);
  } else if (run.state == "running" && started > 0 && run.updated - started > 0.5) {
    run.rate = evaluations / (run.updated - started);
  }
}

}  // namespace lowpass::app
