// The server in this process, over real connections: for the sanitizers above all.

#include "app/server/http_server.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/runs_folder.h"

#ifdef __SANITIZE_THREAD__
/// The HTTP library is Debian's and not instrumented: what it locks is not seen, so its own
/// accesses look like races among themselves.
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libcpp-httplib\n"; }
#endif

namespace lowpass::app {
namespace {

constexpr const char* kPage = "<html>the page</html>";

/// A connection of a client that says whatever it likes.
class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    const timeval patience{5, 0};  // at an idle machine's server it takes none
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void send(const std::string& bytes) const {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return;  // the server had enough
      sent += static_cast<std::size_t>(count);
    }
  }
  /// What comes until `is_enough` or the end.
  std::string receive(const std::function<bool(const std::string&)>& is_enough) const {
    std::string all;
    char bytes[4096];
    while (!is_enough(all)) {
      const ssize_t count = ::recv(socket_, bytes, sizeof(bytes), 0);
      if (count <= 0) break;
      all.append(bytes, static_cast<std::size_t>(count));
    }
    return all;
  }
  std::string receive() const {
    return receive([](const std::string&) { return false; });
  }

 private:
  int socket_;
};

std::string get(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
}

std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

int port_of(const HttpServer& server) {
  const std::string address = server.address();
  return std::stoi(address.substr(address.rfind(':') + 1));
}

class Server : public testing::Test {
 protected:
  Server() : thread_([this] { server_.run([this] { return is_over_.load(); }); }) {}
  ~Server() override {
    is_over_ = true;
    thread_.join();
  }

  std::string answer(const std::string& path) const {
    const Connection connection(port());
    connection.send(get(path));
    return connection.receive();
  }
  int port() const { return port_of(server_); }

  const RunsFolder folder_;
  Api api_{folder_.path(), "runs"};
  HttpServer server_{api_, kPage, "127.0.0.1", 0};
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

/// Runs `work(i)` on so many threads at once.
void at_once(int threads, const std::function<void(int)>& work) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : all) thread.join();
}

const std::vector<std::string> kRequests = {"/",
                                            "/api/v1/run?path=run",
                                            "/api/v1/spectrum?path=run",
                                            "/api/v1/weights?path=run",
                                            "/api/v1/population?path=run",
                                            "/api/v1/recording?path=run",
                                            "/api/v1/recording?path=run&condition=trial:1",
                                            "/api/v1/claims",
                                            "/nowhere"};

TEST_F(Server, ManyClientsAtOnceAreAnsweredAsOneIs) {
  std::map<std::string, std::string> alone;
  for (const std::string& path : kRequests) alone[path] = body_of(answer(path));
  EXPECT_EQ(alone["/"], kPage);
  EXPECT_NE(alone["/api/v1/population?path=run"].find("\"fitness\""), std::string::npos);
  at_once(8, [&](int i) {
    for (std::size_t k = 0; k < kRequests.size(); ++k) {
      const std::string& path = kRequests[(k + static_cast<std::size_t>(i)) % kRequests.size()];
      EXPECT_EQ(body_of(answer(path)), alone[path]) << path;
      EXPECT_NE(answer("/api/v1/overview").find("\"runs\":[{"), std::string::npos);
    }
  });
}

TEST_F(Server, StreamsTellOfGenerationsWhileTheyAreWritten) {
  const std::filesystem::path log = folder_.path() / "run/generations.jsonl";
  const std::string line =
      R"({"generation":1,"evaluations":9999,"coefficients":20,"best":0.5,"mean":0.1,"worst":0,)"
      R"("best_so_far":0.5,"diverged":0})"
      "\n";
  std::atomic<int> waiting = 4;
  std::thread writer([&] {
    while (waiting > 0) {
      std::ofstream(log, std::ios::app) << line;
      std::this_thread::yield();
      EXPECT_FALSE(answer("/api/v1/run?path=run").empty());
    }
  });
  at_once(4, [&](int) {
    const Connection connection(port());
    connection.send(get("/api/v1/events?path=run&from=1"));
    const std::string told = connection.receive(
        [](const std::string& text) { return text.find("9999") != std::string::npos; });
    EXPECT_NE(told.find("event: generations"), std::string::npos) << told.substr(0, 500);
    --waiting;
  });
  writer.join();
}

TEST_F(Server, BrokenClientsDisturbNobody) {
  const std::string sound = body_of(answer("/api/v1/run?path=run"));
  at_once(6, [&](int i) {
    for (int k = 0; k < 10; ++k) {
      const Connection half(port());  // never says the rest, and stays until the others are done
      half.send("GET /api/v1/over");
      Connection(port()).send(std::string(50'000, static_cast<char>('a' + i)));
      Connection(port()).send("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n");
      Connection(port()).send(get("/api/v1/recording?path=run"));  // and does not wait
      Connection(port()).send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n123");
      EXPECT_EQ(body_of(answer("/api/v1/run?path=run")), sound);
    }
  });
}

/// A connection that is not taken up, nor refused, would be tried again by the system for minutes.
TEST(ServerStart, ABurstOfConnectionsWaitsUntilItIsAccepted) {
  const RunsFolder folder;
  Api api(folder.path(), "runs");
  HttpServer server(api, kPage, "127.0.0.1", 0);
  const int port = port_of(server);
  std::deque<Connection> burst;
  for (int i = 0; i < 200; ++i) burst.emplace_back(port);  // nobody accepts yet
  for (const Connection& connection : burst) connection.send(get("/"));
  std::atomic<bool> is_over = false;
  std::thread thread([&] { server.run([&] { return is_over.load(); }); });
  for (const Connection& connection : burst) EXPECT_EQ(body_of(connection.receive()), kPage);
  is_over = true;
  thread.join();
}

TEST(ServerStart, AStopBeforeTheFirstConnectionIsNotLost) {
  const RunsFolder folder;
  Api api(folder.path(), "runs");
  for (int i = 0; i < 20; ++i) HttpServer(api, kPage, "127.0.0.1", 0).run([] { return true; });
}

}  // namespace
}  // namespace lowpass::app
