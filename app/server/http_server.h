#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "app/server/api.h"
#include "app/server/connection.h"

namespace lowpass::app {

/// The page and its requests over HTTP. Looks at the run folders only while a page is open.
class HttpServer {
 public:
  /// Binds at once. `port` 0: any free one. Throws Error if that fails. `page` is what "/" shows;
  /// it outlives the server.
  HttpServer(Api& api, std::string_view page, std::string host, int port);
  ~HttpServer();

  /// "http://127.0.0.1:8080/".
  std::string address() const;

  /// Serves, until `should_stop` says so; asked several times a second.
  void run(const std::function<bool()>& should_stop);

  /// Reads one request from a stream and answers it there, as for every connection.
  void answer(httplib::Stream& stream) { server_.answer(stream); }

 private:
  bool is_allowed_host(const std::string& host) const;
  httplib::Server::HandlerResponse guard(const httplib::Request& request,
                                         httplib::Response& answer);

  /// An event stream of a page, and what it has told.
  struct EventStream {
    std::string client;
    std::uint64_t revision, look = 0;
    std::string run;
    std::size_t generation;
    bool has_left = false;
  };
  /// False if there are too many, of all or of this client's address.
  bool join_streams(const std::string& client);
  /// With mutex_ held.
  void leave_streams(const std::string& client);
  std::string news(EventStream& stream);
  void look();
  void stream_events(const httplib::Request& request, httplib::Response& answer);

  Api& api_;
  std::string host_;
  int port_;
  int socket_ = -1;  // the one that listens
  LimitedServer server_;

  // Event streams wait for a new revision of the index.
  std::mutex mutex_;
  std::condition_variable is_new_;
  std::uint64_t revision_ = 0;
  std::atomic<int> watchers_ = 0;       // event streams
  std::map<std::string, int> streams_;  // the same, of each client's address
};

}  // namespace lowpass::app
