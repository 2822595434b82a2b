#include "lowpass/experiment/option.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lowpass {
namespace {

std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  // "1" would be an integer; "1e+20", "inf" and "nan" are real numbers as they are.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

struct TextOf {
  std::string operator()(std::monostate) const { return "?"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return real_text(value); }
  // Texts of a configuration are names: nothing in them needs an escape.
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
  std::string operator()(const std::vector<double>& values) const {
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(real_text(value));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
};

}  // namespace

const Option* find_option(const std::string& name) {
  const auto found = std::find_if(options().begin(), options().end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == options().end() ? nullptr : &*found;
}

std::string option_value_text(const OptionValue& value) { return std::visit(TextOf{}, value); }

}  // namespace lowpass
