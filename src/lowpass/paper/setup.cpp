#include "lowpass/paper/setup.h"

#include <fmt/format.h>

namespace lowpass {
namespace {

char architecture(const Setup& setup) { return setup.actions == "meta" ? '1' : '2'; }

}  // namespace

std::string setup_name(const Setup& setup) {
  if (setup.mapping == "direct") return fmt::format("psi{}-direct", architecture(setup));
  const std::string stem = fmt::format("psi{}{}", architecture(setup), setup.mapping);
  return setup.is_growing ? stem + "-incremental" : fmt::format("{}-c{}", stem, setup.coefficients);
}

std::string configuration_title(const Setup& setup) {
  if (setup.mapping == "direct") return fmt::format("Ψ{} direct", architecture(setup));
  return fmt::format("Ψ{}Ω{}", architecture(setup), setup.mapping.back());
}

}  // namespace lowpass
