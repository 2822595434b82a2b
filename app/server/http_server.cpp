#include "app/server/http_server.h"

#include <charconv>
#include <chrono>
#include <exception>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/clock.h"
#include "lowpass/core/error.h"

namespace lowpass::app {
namespace {

/// The page refreshes curves this often while it is open (seconds).
constexpr double kLookInterval = 0.5;
/// Event streams say something at least this often, to notice who went away.
constexpr auto kHeartbeat = std::chrono::seconds(5);
/// An event stream keeps its connection. Half of them are left for requests, and one client does
/// not get all of the others; a browser has at most six.
constexpr int kMostStreamsOfOne = 64;
int most_streams() { return ConnectionThreads::most() / 2; }
/// Connections that wait until they are accepted. (The library says 5: of a burst of connections
/// most would be dropped, and tried again by the clients' systems after 1, 3, 7, 15 … seconds.)
constexpr int kBacklog = 1024;
constexpr const char* kApiPath = "/api/v1/";
constexpr const char* kJson = "application/json; charset=utf-8";

/// Sent as it is: the library would compress a body, which takes longer than to send it here.
void send(httplib::Response& answer, const char* type, std::shared_ptr<const std::string> body) {
  const std::size_t size = body->size();
  if (size == 0) return answer.set_content("", type);
  answer.set_content_provider(
      size, type, [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body->data() + offset, length);
      });
}

void refuse(httplib::Response& answer, int status, const std::string& why) {
  answer.status = status;
  close_after_answer();
  answer.set_content(fmt::format("{{\"error\":\"{}\"}}\n", why), kJson);
}

/// "localhost:8080" -> "localhost", "[::1]:8080" -> "::1".
std::string name_of(const std::string& host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

bool is_address(const std::string& name) {
  in6_addr address;
  return ::inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

bool is_loopback(const std::string& name) {
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_address(name));
}

std::uint64_t count_of(const httplib::Request& request, const char* name) {
  const std::string text = request.get_param_value(name);
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

}  // namespace

HttpServer::HttpServer(Api& api, std::string_view page, std::string host, int port)
    : api_(api), host_(std::move(host)), port_(port) {
  server_.set_payload_max_length(0);
  server_.set_tcp_nodelay(true);
  server_.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                               {"Referrer-Policy", "no-referrer"},
                               {"X-Frame-Options", "DENY"},
                               {"Cross-Origin-Resource-Policy", "same-origin"},
                               {"Cache-Control", "no-store"}});
  server_.set_pre_routing_handler(
      [this](const auto& request, auto& answer) { return guard(request, answer); });
  server_.set_error_handler([](const httplib::Request&, httplib::Response& answer) {
    if (answer.body.empty()) {
      refuse(answer, answer.status,
             answer.status == 404   ? "not found"
             : answer.status == 414 ? "the address is too long"
                                    : "not a request that this server understands");
    }
  });
  server_.set_exception_handler(
      [](const auto&, auto& answer, std::exception_ptr) { refuse(answer, 500, "failed"); });
  server_.Get("/", [page](const httplib::Request&, httplib::Response& answer) {
    answer.set_content_provider(
        page.size(), "text/html; charset=utf-8",
        [page](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
          return sink.write(page.data() + offset, length);
        });
  });
  server_.Get("/api/v1/events",
              [this](const auto& request, auto& answer) { stream_events(request, answer); });
  server_.Get("/api/v1/([a-z]+)",
              [this](const httplib::Request& request, httplib::Response& answer) {
                ApiRequest asked{request.matches[1], {}};
                for (const auto& [name, value] : request.params) asked.parameters[name] = value;
                const ApiAnswer result = api_.answer(asked);
                answer.status = result.status;
                if (result.status == 200) return send(answer, kJson, result.body);
                answer.set_content(*result.body, kJson);
              });
  // The library reuses an address that another server listens at (SO_REUSEPORT); we refuse to.
  server_.set_socket_options([this](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    socket_ = socket;
  });
  if (port == 0) {
    port_ = server_.bind_to_any_port(host_);
  } else if (!server_.bind_to_port(host_, port)) {
    port_ = -1;
  }
  if (port_ <= 0 || ::listen(socket_, kBacklog) != 0) {
    throw Error(ErrorKind::kFailure,
                fmt::format("cannot listen at {} port {}: it is in use or not ours (--port 0 takes "
                            "any free one)",
                            host_, port));
  }
}

HttpServer::~HttpServer() = default;

std::string HttpServer::address() const {
  const std::string host = host_ == "0.0.0.0" ? "127.0.0.1" : host_ == "::" ? "::1" : host_;
  const bool is_six = host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/", is_six ? "[" : "", host, is_six ? "]" : "", port_);
}

/// A page of another origin can make a browser send requests here, even under a name of its own
/// that it lets point to this machine. Such requests carry that name.
bool HttpServer::is_allowed_host(const std::string& host) const {
  const std::string name = name_of(host);
  if (is_loopback(name) || name == host_) return true;
  if (is_loopback(host_)) return false;
  char machine[256] = {};
  ::gethostname(machine, sizeof(machine) - 1);
  return is_address(name) || name == machine;
}

httplib::Server::HandlerResponse HttpServer::guard(const httplib::Request& request,
                                                   httplib::Response& answer) {
  const auto refused = [&](int status, const std::string& why) {
    refuse(answer, status, why);
    return httplib::Server::HandlerResponse::Handled;
  };
  if (request.method != "GET" && request.method != "HEAD") {
    return refused(405, "only GET is answered");
  }
  if (request.get_header_value_count("Host") != 1 ||
      !is_allowed_host(request.get_header_value("Host"))) {
    return refused(403, "the Host header names another machine");
  }
  if (request.has_header("Origin")) {
    const std::string origin = request.get_header_value("Origin");
    const std::size_t scheme = origin.find("://");
    if (scheme == std::string::npos || !is_allowed_host(origin.substr(scheme + 3))) {
      return refused(403, "the Origin header names another page");
    }
  }
  if (request.get_header_value("Sec-Fetch-Site") == "cross-site" &&
      request.path.starts_with(kApiPath)) {
    return refused(403, "the request comes from another page");
  }
  if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding")) {
    return refused(413, "requests have no body here");
  }
  if (request.params.size() > 16) return refused(400, "too many parameters");
  return httplib::Server::HandlerResponse::Unhandled;
}

bool HttpServer::join_streams(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (watchers_ >= most_streams() || streams_[client] == kMostStreamsOfOne) return false;
  ++watchers_;
  ++streams_[client];
  return true;
}

void HttpServer::leave_streams(const std::string& client) {
  --watchers_;
  if (--streams_[client] == 0) streams_.erase(client);
}

/// What changed since an event stream spoke last, as server-sent events: "runs", and "generations"
/// of the run that the page shows.
std::string HttpServer::news(EventStream& stream) {
  std::string text;
  if (api_.index().revision() > stream.revision) {
    const RunChanges changes = api_.changes_since(stream.revision);
    stream.revision = changes.revision;
    text += fmt::format("event: runs\ndata: {}\n\n", changes.text);
  }
  if (!stream.run.empty()) {
    const std::string rows = api_.generations_from(stream.run, stream.generation);
    if (!rows.empty()) {
      stream.generation = nlohmann::json::parse(rows)["size"];
      text += fmt::format("event: generations\ndata: {}\n\n", rows);
    }
  }
  return text.empty() ? ": nothing new\n\n" : text;
}

void HttpServer::stream_events(const httplib::Request& request, httplib::Response& answer) {
  auto stream = std::make_shared<EventStream>(
      EventStream{.client = request.remote_addr,
                  .revision = count_of(request, "since"),
                  .run = request.get_param_value("path"),
                  .generation = static_cast<std::size_t>(count_of(request, "from"))});
  if (!join_streams(stream->client)) return refuse(answer, 503, "too many pages are open");
  answer.set_chunked_content_provider(
      "text/event-stream",
      [this, stream](std::size_t, httplib::DataSink& sink) {
        {
          std::unique_lock lock(mutex_);
          is_new_.wait_for(lock, kHeartbeat, [&] {
            return server_.is_stopping() || watchers_ > most_streams() || revision_ != stream->look;
          });
          if (server_.is_stopping()) return false;
          if (watchers_ > most_streams()) {  // fewer than were promised: this one gives way
            leave_streams(stream->client);
            stream->has_left = true;
            return false;
          }
          stream->look = revision_;
        }
        const std::string text = news(*stream);
        return sink.write(text.data(), text.size());
      },
      [this, stream](bool) {
        const std::lock_guard lock(mutex_);
        if (!stream->has_left) leave_streams(stream->client);
      });
}

/// Lets event streams tell what is new; also that they are too many.
void HttpServer::look() {
  try {
    api_.index().refresh();
  } catch (const std::exception&) {
    // Nothing is new for now: memory or descriptors are short, and connections that end make room.
  }
  const std::uint64_t revision = api_.index().revision();
  const std::lock_guard lock(mutex_);
  revision_ = revision;
  is_new_.notify_all();
}

void HttpServer::run(const std::function<bool()>& should_stop) {
  std::thread listener([this] { server_.listen_after_bind(); });
  double looked = 0.0;
  while (!should_stop()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (watchers_ == 0 || seconds_now() - looked < kLookInterval) continue;
    look();
    looked = seconds_now();
  }
  // A stop before the listener listens would be lost.
  while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server_.ask_to_stop();
  {
    const std::lock_guard lock(mutex_);
    is_new_.notify_all();
  }
  server_.stop();
  listener.join();
}

}  // namespace lowpass::app
