#include "lowpass/scene/scene_json.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/scene/scene_check.h"

namespace lowpass {
namespace {

/// In the order of ScenePart::Kind.
const std::vector<std::string> kKindNames = {"polygon", "line", "circle", "text", "trace"};

JsonText part_json(const ScenePart& part) {
  return JsonText::object({{"kind", kKindNames[static_cast<std::size_t>(part.kind)]},
                           {"role", part.role},
                           {"legend", part.legend},
                           {"points", part.points},
                           {"fixed", part.fixed},
                           {"fill", tint_name(part.fill)},
                           {"line", tint_name(part.line)},
                           {"width", part.width},
                           {"radius", part.radius},
                           {"quantity", part.quantity},
                           {"gain", part.gain},
                           {"backdrop", part.is_backdrop},
                           {"text", part.text}});
}

Tint tint_from(const JsonValue& json) {
  const std::optional<Tint> tint = tint_named(json.text());
  if (!tint) json.expected("the name of a tint, such as ink, grey, orange or none");
  return *tint;
}

ScenePart part_from(const JsonValue& json) {
  const auto kind = std::ranges::find(kKindNames, json.at("kind").text_of(kKindNames));
  return {.kind = static_cast<ScenePart::Kind>(kind - kKindNames.begin()),
          .role = json.at("role").text(),
          .legend = json.at("legend").text(),
          .points = static_cast<int>(json.at("points").integer(0, kMostPoints)),
          .fixed = json.at("fixed").numbers(),
          .fill = tint_from(json.at("fill")),
          .line = tint_from(json.at("line")),
          .width = json.at("width").number(),
          .radius = json.at("radius").number(),
          .quantity = static_cast<int>(json.at("quantity").integer(-1, kMostParts)),
          .gain = json.at("gain").number(),
          .is_backdrop = json.at("backdrop").boolean(),
          .text = json.at("text").text()};
}

/// What `read` makes of each element of an array.
template <class Read>
auto list_from(const JsonValue& json, Read read) {
  std::vector<decltype(read(json))> list;
  const std::size_t size = json.size();
  list.reserve(size);
  for (std::size_t i = 0; i < size; ++i) list.push_back(read(json.item(i)));
  return list;
}

std::optional<SceneBox> view_from(const JsonValue& json) {
  if (json.is_null()) return {};
  const std::vector<double> sides = json.numbers();
  if (sides.size() != 4) json.expected("null or four numbers: left, bottom, right, top");
  return SceneBox{sides[0], sides[1], sides[2], sides[3]};
}

}  // namespace

JsonText scene_json(const Scene& scene) {
  JsonText quantities = JsonText::array(), parts = JsonText::array(), view;
  for (const SceneQuantity& quantity : scene.quantities) {
    quantities.add(JsonText::object({{"name", quantity.name}, {"tint", tint_name(quantity.tint)}}));
  }
  for (const ScenePart& part : scene.parts) parts.add(part_json(part));
  if (const auto& box = scene.view) {
    view = std::vector{box->left, box->bottom, box->right, box->top};
  }
  return JsonText::object({{"quantities", quantities},
                           {"parts", parts},
                           {"signals", scene.signals},
                           {"step_time", scene.step_time},
                           {"time_unit", scene.time_unit},
                           {"view", view}});
}

Scene scene_from_json(const JsonValue& json) {
  const auto text = [](const JsonValue& value) { return value.text(); };
  const auto quantity = [](const JsonValue& value) {
    return SceneQuantity{value.at("name").text(), tint_from(value.at("tint"))};
  };
  Scene scene{.quantities = list_from(json.at("quantities"), quantity),
              .parts = list_from(json.at("parts"), part_from),
              .signals = list_from(json.at("signals"), text),
              .step_time = json.at("step_time").number(),
              .time_unit = json.at("time_unit").text(),
              .view = view_from(json.at("view"))};
  if (const std::string fault = scene_fault(scene); !fault.empty()) {
    throw Error(ErrorKind::kFile, fmt::format("{}.{}", json.place(), fault));
  }
  return scene;
}

}  // namespace lowpass
