#pragma once

#include <compare>
#include <string>

namespace lowpass {

/// One kind of run among those that are compared: what is evolved, and how ([FDE12] §4.3).
struct Setup {
  std::string actions = "raw";     ///< "meta": the paper's Ψ1, 8 neurons; "raw": Ψ2, 32 neurons
  std::string mapping = "omega3";  ///< "omega1", "omega2", "omega3" or "direct"
  int coefficients = 20;           ///< direct: 0; with growth: at the start
  bool is_growing = false;         ///< coefficients are added in the course of the run
  /// What differs from preset `paper`, as one or more settings "task.goal=[5,-4]", separated by
  /// blanks; usually nothing.
  std::string variation = {};

  auto operator<=>(const Setup&) const = default;
};

/// A name for folders and tables: "psi2omega3-c20", "psi1-direct", "psi2omega3-incremental". The
/// variation is left out.
std::string setup_name(const Setup& setup);

/// The architecture and the mapping as the paper writes them: "Ψ2Ω3", "Ψ1 direct".
std::string configuration_title(const Setup& setup);

}  // namespace lowpass
