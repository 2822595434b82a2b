#include "lowpass/core/json_text.h"

#include <nlohmann/json.hpp>

namespace lowpass {
namespace {

template <class T>
std::string dumped(const T& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

JsonText::JsonText(double number) : text_(dumped(number)) {}
JsonText::JsonText(const std::string& text) : text_(dumped(text)) {}
JsonText::JsonText(const std::vector<double>& numbers) : text_(dumped(numbers)) {}
JsonText::JsonText(const std::vector<std::string>& texts) : text_(dumped(texts)) {}

JsonText JsonText::object(std::initializer_list<JsonMember> members) {
  JsonText result(Raw{"{}"});
  for (const JsonMember& member : members) result.add(member.key, member.value);
  return result;
}

JsonText& JsonText::add(const std::string& key, const JsonText& value) {
  append(dumped(key) + ":" + value.text_);
  return *this;
}

JsonText& JsonText::add(const JsonText& value) {
  append(value.text_);
  return *this;
}

std::string JsonText::indented() const { return nlohmann::ordered_json::parse(text_).dump(2); }

/// Puts `piece` before the bracket that closes this object or array.
void JsonText::append(const std::string& piece) {
  const char bracket = text_.back();
  text_.pop_back();
  if (text_.size() > 1) text_ += ',';
  text_ += piece;
  text_ += bracket;
}

}  // namespace lowpass
