#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace lowpass::app {

/// Tells on stderr. If nobody can be told (a full disk, a closed terminal), the work goes on.
template <class... Arguments>
void narrate(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

/// Can stderr show a display that changes in place?
bool is_live_terminal();

/// Columns of the terminal at stderr; 80 where that is not known.
int terminal_width();

/// `text` in a colour of the terminal (an ANSI code such as "36"), unless NO_COLOR is set.
std::string coloured(const std::string& text, const char* code);

/// "12 s", "3:05 min", "1:20 h".
std::string duration_text(double seconds);

/// A bar of `width` characters, filled up to `part` (0 to 1).
std::string progress_bar(double part, int width);

/// The last lines on stderr, shown again and again in place.
class LiveLines {
 public:
  ~LiveLines() { clear(); }
  /// Shows `text`, lines that each end with a newline, instead of what it showed before.
  void show(const std::string& text);
  /// Takes them away, so that something else can be printed.
  void clear();

 private:
  int lines_ = 0;
};

}  // namespace lowpass::app
