#include "tests/fuzz/targets.h"

#include "lowpass/encoding/mapping.h"
#include "lowpass/task/octopus/octopus_geometry.h"

namespace lowpass {

/// An 'e' in front asks for the arrays of an Elman network with hidden neurons.
void fuzz_mapping(const std::string& bytes) {
  const Geometry geometry = octopus_geometry(Actions::kRaw, 2);
  if (bytes.starts_with('e')) {
    make_mapping(bytes.substr(1), with_hidden(geometry, 2), NetworkKind::kElman);
  } else {
    make_mapping(bytes, geometry);
  }
}

}  // namespace lowpass
