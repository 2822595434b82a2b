#include "lowpass/report/stroke_font.h"

#include <algorithm>
#include <string>

namespace lowpass {
namespace {

// A sign is drawn on a grid: the baseline is 0, small letters reach up to 4, digits to 6, and
// descenders down to -2. Its lines are separated by blanks; a point is its x and its y, where a and
// b stand for -1 and -2; ~ starts a curve, which the points pull towards them.
struct Glyph {
  std::string_view sign;
  std::string_view lines;
};

constexpr Glyph kGlyphs[] = {
    {"0", "~0636300006"},
    {"1", "051610"},
    {"2", "~0506363400 0030"},
    {"3", "~0506363313 ~1333300001"},
    {"4", "20260232"},
    {"5", "360603 ~0334300001"},
    {"6", "~360602 ~0434300004"},
    {"7", "063610"},
    {"8", "~0636330306 ~0333300003"},
    {"9", "~0636320206 ~343000"},
    {".", "00"},
    {",", "000a"},
    {":", "00 03"},
    {"=", "0232 0434"},
    {"-", "0232"},
    {"−", "0333"},
    {"/", "0036"},
    {"+", "0232 1311"},
    {"×", "0123 0321"},
    {"'", "0605"},
    {"°", "~0626240406"},
    {";", "000a 03"},
    {"_", "0a3a"},
    {"%", "0036 05 31"},
    {"[", "17070b1b"},
    {"]", "07171b0b"},
    {"(", "~17060a1b"},
    {")", "~07161a0b"},
    {"π", "0444 1410 3430"},
    {"a", "~0434300004 3430"},
    {"b", "0600 ~0434300004"},
    {"c", "~333404003031"},
    {"d", "3630 ~0434300004"},
    {"e", "0232 ~323404003031"},
    {"f", "~261614 1410 0424"},
    {"g", "~0434300004 3432 ~323b0b"},
    {"h", "0600 ~02043432 3230"},
    {"i", "0400 06"},
    {"j", "1410 ~101b0b 16"},
    {"k", "0600 0134 1230"},
    {"l", "0600"},
    {"m", "0400 ~02042422 2220 ~22244442 4240"},
    {"n", "0400 ~02043432 3230"},
    {"o", "~0434300004"},
    {"p", "040b ~0434300004"},
    {"q", "343b ~0434300004"},
    {"r", "0400 ~020424"},
    {"s", "~3334040232300001"},
    {"t", "1612 ~121020 0424"},
    {"u", "0402 ~02003032 3430"},
    {"v", "042044"},
    {"w", "0410243044"},
    {"x", "0430 0034"},
    {"y", "0420 441b"},
    {"z", "04340030"},
};

constexpr double kGridHeight = 6.0;  // of a digit
constexpr double kGap = 1.7, kBlank = 2.0;
constexpr double kLineWidth = 0.75;

/// The sign that `text` starts with, and its glyph if it has one.
struct Sign {
  std::size_t bytes;
  const Glyph* glyph;
};

Sign first_sign(std::string_view text) {
  std::size_t bytes = 1;  // of one character of UTF-8
  while (bytes < text.size() && (text[bytes] & 0xC0) == 0x80) ++bytes;
  std::string sign(text.substr(0, bytes));
  if (sign[0] >= 'A' && sign[0] <= 'Z') sign[0] = static_cast<char>(sign[0] - 'A' + 'a');
  const auto* found =
      std::ranges::find_if(kGlyphs, [&](const Glyph& glyph) { return glyph.sign == sign; });
  return {bytes, found == std::end(kGlyphs) ? nullptr : found};
}

double advance(const Glyph* glyph) {
  if (glyph == nullptr) return kBlank + kGap;
  double right = 0;
  bool is_x = true;
  for (const char c : glyph->lines) {
    if (c == ' ' || c == '~') continue;
    if (is_x) right = std::max(right, 1.0 * (c - '0'));
    is_x = !is_x;
  }
  return right + kGap;
}

/// One round of cutting corners (Chaikin): repeated, a smooth curve with the same ends, or, of a
/// closed line, a smooth closed one.
std::vector<PixelPoint> rounded(const std::vector<PixelPoint>& line) {
  const bool is_closed = line.front().x == line.back().x && line.front().y == line.back().y;
  std::vector<PixelPoint> result;
  if (!is_closed) result.push_back(line.front());
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const PixelPoint a = line[i], b = line[i + 1];
    result.push_back({0.75 * a.x + 0.25 * b.x, 0.75 * a.y + 0.25 * b.y});
    result.push_back({0.25 * a.x + 0.75 * b.x, 0.25 * a.y + 0.75 * b.y});
  }
  result.push_back(is_closed ? result.front() : line.back());
  return result;
}

std::vector<PixelPoint> parsed(std::string_view line, PixelPoint at, double unit) {
  const bool is_curve = line.front() == '~';
  if (is_curve) line.remove_prefix(1);
  std::vector<PixelPoint> points;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
    const int y = line[i + 1] >= 'a' ? 'a' - 1 - line[i + 1] : line[i + 1] - '0';
    points.push_back({at.x + unit * (line[i] - '0'), at.y - unit * y});
  }
  for (int round = 0; is_curve && round < 3; ++round) points = rounded(points);
  return points;
}

}  // namespace

std::vector<DrawnShape> stroke_text(std::string_view text, PixelPoint at, double height,
                                    Color color) {
  const double unit = height / kGridHeight;
  std::vector<DrawnShape> shapes;
  while (!text.empty()) {
    const Sign sign = first_sign(text);
    text.remove_prefix(sign.bytes);
    std::string_view lines = sign.glyph == nullptr ? "" : sign.glyph->lines;
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find(' '), lines.size());
      shapes.push_back({"text", DrawnShape::Kind::kLine, parsed(lines.substr(0, end), at, unit),
                        color, kLineWidth * unit});
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    at.x += unit * advance(sign.glyph);
  }
  return shapes;
}

double stroke_text_width(std::string_view text, double height) {
  double width = 0;
  while (!text.empty()) {
    const Sign sign = first_sign(text);
    text.remove_prefix(sign.bytes);
    width += advance(sign.glyph);
  }
  return std::max(0.0, width - kGap) * height / kGridHeight;
}

}  // namespace lowpass
