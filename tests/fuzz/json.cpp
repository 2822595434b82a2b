#include "tests/fuzz/targets.h"

#include "lowpass/core/error.h"
#include "lowpass/core/json_value.h"

namespace lowpass {
namespace {

void visit(const JsonValue& value) {
  for (const auto& look :
       {+[](const JsonValue& v) { v.text(); }, +[](const JsonValue& v) { v.number(); },
        +[](const JsonValue& v) { v.integer(-1, 1); }, +[](const JsonValue& v) { v.boolean(); },
        +[](const JsonValue& v) { v.numbers(); }, +[](const JsonValue& v) { v.matrix(); },
        +[](const JsonValue& v) {
          for (const std::string& key : v.keys()) visit(v.at(key));
        },
        +[](const JsonValue& v) {
          for (std::size_t i = 0; i < v.size(); ++i) visit(v.item(i));
        }}) {
    try {
      look(value);
    } catch (const Error&) {  // it is of another type
    }
  }
}

}  // namespace

void fuzz_json(const std::string& bytes) { visit(JsonValue::parse(bytes, "document")); }

}  // namespace lowpass
