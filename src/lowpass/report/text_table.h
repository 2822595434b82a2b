#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lowpass {

/// Characters of UTF-8 text; each is taken to be one column wide.
int text_width(std::string_view text);

/// The text in lines of at most `width` columns, broken at blanks; a longer word is a line of its
/// own.
std::vector<std::string> wrapped(std::string_view text, int width);

/// Wrapped text, each line after `indent` blanks and ended.
std::string paragraph(std::string_view text, int width, int indent);

/// Rows of cells in columns of these widths, two blanks between them, each line after `indent`
/// blanks; cells wrap. No blanks at the end of lines.
std::string text_table(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<int>& widths, int indent);

}  // namespace lowpass
