#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "app/server/api.h"
#include "app/server/connection.h"

namespace lowpass::app {

/// The page and its requests over HTTP. Looks at the run folders only while a page is open.
class HttpServer {
 public:
  /// Binds at once. `port` 0: any free one. Throws Error if that fails.
  HttpServer(Api& api, std::string host, int port);
  ~HttpServer();

  /// "http://127.0.0.1:8080/".
  std::string address() const;

  /// Serves, until `should_stop` says so; asked several times a second.
  void run(const std::function<bool()>& should_stop);

 private:
  bool is_allowed_host(const std::string& host) const;
  httplib::Server::HandlerResponse guard(const httplib::Request& request,
                                         httplib::Response& answer);
  void stream_events(const httplib::Request& request, httplib::Response& answer);

  Api& api_;
  std::string host_;
  int port_;
  LimitedServer server_;

  // Event streams wait for a new revision of the index.
  std::mutex mutex_;
  std::condition_variable is_new_;
  std::uint64_t revision_ = 0;
  std::atomic<int> watchers_ = 0;
};

}  // namespace lowpass::app
