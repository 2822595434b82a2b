#include "lowpass/report/text_table.h"

#include <algorithm>

namespace lowpass {
namespace {

std::string padded(const std::string& text, int width) {
  return text + std::string(static_cast<std::size_t>(std::max(0, width - text_width(text))), ' ');
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Words between blanks; "C = 20" and "95 %" are one.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool joins =
        !words.empty() && (word == "=" || word.starts_with('%') || words.back().ends_with(" ="));
    if (joins) {
      words.back() += ' ';
      words.back() += word;
    } else {
      words.emplace_back(word);
    }
  }
  return words;
}

std::string table_row(const std::vector<std::string>& row, const std::vector<int>& widths,
                      int indent) {
  std::vector<std::vector<std::string>> cells;
  std::size_t lines = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(wrapped(row[i], widths[i]));
    lines = std::max(lines, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string one(static_cast<std::size_t>(indent), ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      one += padded(line < cells[i].size() ? cells[i][line] : "", widths[i]) + "  ";
    }
    text += without_trailing_blanks(one) + "\n";
  }
  return text;
}

}  // namespace

int text_width(std::string_view text) {
  // Every byte but those that continue a character (10xxxxxx).
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : words_of(text)) {
    if (!line.empty() && text_width(line) + 1 + text_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string paragraph(std::string_view text, int width, int indent) {
  std::string result;
  for (const std::string& line : wrapped(text, width - indent)) {
    result += std::string(static_cast<std::size_t>(indent), ' ') + line + "\n";
  }
  return result;
}

std::string text_table(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<int>& widths, int indent) {
  std::string text;
  for (const auto& row : rows) text += table_row(row, widths, indent);
  return text;
}

}  // namespace lowpass
