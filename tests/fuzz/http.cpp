#include "tests/fuzz/targets.h"

#include <stdexcept>

#include "app/server/http_server.h"
#include "tests/support/runs_folder.h"

namespace lowpass {
namespace {

/// A connection whose client has sent all that it will ever send.
class SentBytes : public httplib::Stream {
 public:
  explicit SentBytes(const std::string& bytes) : bytes_(bytes) {}

  bool is_readable() const override { return at_ < bytes_.size(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    const std::size_t count = bytes_.copy(to, size, at_);
    at_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* bytes, std::size_t size) override {
    answer_.append(bytes, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = "::1", port = 1; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = "::1", port = 2; }
  socket_t socket() const override { return -1; }

  const std::string& answer() const { return answer_; }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
  std::string answer_;
};

/// A server that has stopped listening, so that event streams end at once.
class StoppedServer {
 public:
  StoppedServer() : api_(folder_.path(), "runs"), server_(api_, "a page", "127.0.0.1", 0) {
    server_.run([] { return true; });
  }
  void answer(httplib::Stream& stream) { server_.answer(stream); }

 private:
  RunsFolder folder_;
  app::Api api_;
  app::HttpServer server_;
};

}  // namespace

void fuzz_http(const std::string& bytes) {
  static StoppedServer server;
  SentBytes connection(bytes);
  server.answer(connection);
  const std::string& answer = connection.answer();
  if (!answer.empty() && !answer.starts_with("HTTP/1.1 ")) throw std::logic_error(answer);
  if (answer.starts_with("HTTP/1.1 500")) throw std::logic_error(answer);
}

}  // namespace lowpass
