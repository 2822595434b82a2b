#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "lowpass/experiment/option.h"

namespace lowpass {

// One function a type of key, for the table of options. `field` returns a reference to the key's
// place in a configuration, constant or not.

/// One of `names`.
template <class Field>
Option choice(std::string name, Field field, const std::vector<std::string>& names,
              std::string help) {
  std::string allowed = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    allowed += (i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = std::move(allowed),
          .get = [=](const Configuration& c) -> OptionValue { return field(c); },
          .set =
              [=](Configuration& c, const OptionValue& value) {
                const auto* text = std::get_if<std::string>(&value);
                if (!text || std::find(names.begin(), names.end(), *text) == names.end()) {
                  return false;
                }
                field(c) = *text;
                return true;
              }};
}

template <class Field>
Option integer(std::string name, Field field, std::int64_t low, std::int64_t high,
               std::string help) {
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = "an integer from " + std::to_string(low) + " to " + std::to_string(high),
          .get = [=](const Configuration& c) -> OptionValue {
            return static_cast<std::int64_t>(field(c));
          },
          .set =
              [=](Configuration& c, const OptionValue& value) {
                const auto* number = std::get_if<std::int64_t>(&value);
                if (!number || *number < low || *number > high) return false;
                using Integer = std::remove_reference_t<decltype(field(c))>;
                field(c) = static_cast<Integer>(*number);
                return true;
              }};
}

/// The finite number that a value is; an integer will do.
inline std::optional<double> finite_number(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  const auto* real = std::get_if<double>(&value);
  if (!real || !std::isfinite(*real)) return std::nullopt;
  return *real;
}

/// A finite number that `is_allowed`.
template <class Field>
Option real(std::string name, Field field, bool (*is_allowed)(double), std::string allowed,
            std::string help) {
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = std::move(allowed),
          .get = [=](const Configuration& c) -> OptionValue { return field(c); },
          .set =
              [=](Configuration& c, const OptionValue& value) {
                const std::optional<double> number = finite_number(value);
                if (!number || !is_allowed(*number)) return false;
                field(c) = *number;
                return true;
              }};
}

template <class Field>
Option boolean(std::string name, Field field, std::string help) {
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = "true or false",
          .get = [=](const Configuration& c) -> OptionValue { return field(c); },
          .set =
              [=](Configuration& c, const OptionValue& value) {
                const auto* given = std::get_if<bool>(&value);
                if (given) field(c) = *given;
                return given != nullptr;
              }};
}

/// A list of `least` to `most` finite numbers.
template <class Field>
Option numbers(std::string name, Field field, std::size_t least, std::size_t most,
               std::string allowed, std::string help) {
  return {.name = std::move(name),
          .help = std::move(help),
          .allowed = std::move(allowed),
          .get = [=](const Configuration& c) -> OptionValue { return field(c); },
          .set =
              [=](Configuration& c, const OptionValue& value) {
                const auto* list = std::get_if<std::vector<double>>(&value);
                if (!list || list->size() < least || list->size() > most) return false;
                for (const double number : *list) {
                  if (!std::isfinite(number)) return false;
                }
                field(c) = *list;
                return true;
              }};
}

}  // namespace lowpass
