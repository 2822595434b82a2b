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
  using Text = std::shared_ptr<const std::string>;

  Text overview();
  Text run(const std::string& path);
  Text spectrum(const std::string& path);
  std::string curves(const std::string& group);
  std::string figure(const std::string& name);
  std::string claims();
  std::string figures_text();
  /// What takes a simulation or a decoded network.
  Text simulated(const ApiRequest& request);
  /// Where the run lies below the root; throws Error for a path that is no run's.
  std::string run_folder(const std::string& path);
  /// An answer as it was when asked for last, if what it depends on is in the same state; else
  /// computed anew.
  Text kept(const std::string& key, const std::string& state,
            const std::function<std::string()>& compute);
  /// The same for what takes long: one is computed at a time.
  Text simulated(const std::string& key, const std::string& state,
                 const std::function<std::string()>& compute);
  std::string file_state(const std::string& run, const std::string& name) const;

  struct KeptAnswer {
    std::string key, state;
    Text text;
  };
  // With cache_mutex_ held. An answer takes the place of the former of its key.
  Text known(const std::string& key, const std::string& state);
  void keep(KeptAnswer answer);

  FolderReader folder_;
  std::string name_;
  RunIndex index_;

  // Simulations run one at a time, so that a page never takes more than one core from the runs it
  // watches; a few may wait, more are told to come back.
  std::mutex cache_mutex_;
  std::condition_variable is_free_;
  bool is_busy_ = false;
  int waiting_ = 0;
  std::list<KeptAnswer> cache_;  // those asked for last first
  std::size_t cache_bytes_ = 0;
};

}  // namespace lowpass::app
