#include "lowpass/core/simd.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwy/highway.h>

#include "lowpass/core/error.h"

namespace lowpass {
namespace {

std::string name_of(std::int64_t target) {
  if (target == HWY_AVX3) return "avx512";
  std::string name = hwy::TargetName(target);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// What the CPU has, found once, before any restriction.
const std::vector<std::int64_t>& available() {
  static const std::vector<std::int64_t> targets = [] {
    hwy::SetSupportedTargetsForTest(0);
    return hwy::SupportedAndGeneratedTargets();
  }();
  return targets;
}

std::int64_t& chosen() {
  static std::int64_t target = available().front();
  return target;
}

}  // namespace

std::string simd_target() { return name_of(chosen()); }

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : available()) names.push_back(name_of(target));
  return names;
}

void use_simd_target(const std::string& name) {
  for (const std::int64_t target : available()) {
    if (name_of(target) != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    chosen() = target;
    return;
  }
  throw Error(ErrorKind::kUsage, fmt::format("SIMD target \"{}\": expected one of {}", name,
                                             fmt::join(simd_targets(), ", ")));
}

}  // namespace lowpass
