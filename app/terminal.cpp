#include "app/terminal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lowpass::app {

bool is_live_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal != nullptr && std::string(terminal) != "dumb";
}

int terminal_width() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string coloured(const std::string& text, const char* code) {
  static const bool is_plain = std::getenv("NO_COLOR") != nullptr;
  return is_plain ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(std::lround(std::max(0.0, seconds)));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02} min", s / 60, s % 60);
  return fmt::format("{}:{:02} h", s / 3600, s / 60 % 60);
}

std::string progress_bar(double part, int width) {
  const int full = static_cast<int>(part * width);
  std::string text;
  for (int i = 0; i < width; ++i) text += i < full ? "█" : "░";
  return text;
}

void LiveLines::show(const std::string& text) {
  clear();
  narrate("{}", text);
  lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void LiveLines::clear() {
  if (lines_ == 0) return;
  // To the left, where a "^C" of the terminal itself may have moved on; up; erase to the end.
  narrate("\r\033[{}A\033[J", lines_);
  lines_ = 0;
}

}  // namespace lowpass::app
