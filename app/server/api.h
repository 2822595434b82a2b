#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "app/server/folder_reader.h"
#include "app/server/run_index.h"

namespace lowpass::app {

/// A request of the page: "run" with {"path": "a/1"}.
struct ApiRequest {
  std::string name;
  std::map<std::string, std::string> parameters;

  /// "run?path=a/1", parameters sorted: what a report files the answer under.
  std::string key() const;
};

/// An answer: JSON, and the status of HTTP. Where something is wrong, {"error":"one line"}.
struct ApiAnswer {
  int status = 200;
  std::shared_ptr<const std::string> body;
};

/// Changes in the runs up to a revision: {"revision":..,"runs":[..],"removed":[..]}.
struct RunChanges {
  std::uint64_t revision;
  std::string text;
};

/// Everything that the page can ask for (docs/DASHBOARD.md has the list), from the files of one
/// folder. `serve` answers requests with it, `report` writes its answers into the page. Safe for
/// several threads.
class Api {
 public:
  /// `name` is what the page calls the folder.
  Api(const std::filesystem::path& root, std::string name);

  ApiAnswer answer(const ApiRequest& request);

  RunIndex& index() { return index_; }
  const FolderReader& folder() const { return folder_; }

  /// What changed in the runs since a revision.
  RunChanges changes_since(std::uint64_t revision);
  /// The generations of a run from `first` (an index) on; "" if there are none or no such run.
  std::string generations_from(const std::string& path, std::size_t first);

 private:
  std::string overview();
  std::string run(const std::string& path);
  std::string curves(const std::string& group);
  std::string figure(const std::string& name);
  std::string claims();
  std::string figures_text();
  /// What takes a simulation or a decoded network.
  std::shared_ptr<const std::string> simulated(const ApiRequest& request);
  /// Where the run lies below the root; throws Error for a path that is no run's.
  std::string run_folder(const std::string& path);
  /// A computed answer: from the cache if the files it depends on are as they were.
  std::shared_ptr<const std::string> computed(const std::string& key,
                                              const std::function<std::string()>& compute);
  std::string file_state(const std::string& run, const std::string& name) const;

  FolderReader folder_;
  std::string name_;
  RunIndex index_;

  // Simulations run one at a time, so that a page never takes more than one core from the runs it
  // watches; a few may wait, more are told to come back.
  std::mutex cache_mutex_;
  std::condition_variable is_free_;
  bool is_busy_ = false;
  int waiting_ = 0;
  std::list<std::pair<std::string, std::shared_ptr<const std::string>>> cache_;  // newest first
  std::size_t cache_bytes_ = 0;
};

}  // namespace lowpass::app
