#pragma once

#include <memory>
#include <string>

#include "lowpass/encoding/encoding.h"
#include "lowpass/network/network_kind.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// An encoding together with the network that it decodes to.
struct NetworkEncoding {
  std::string mapping;
  Geometry geometry;
  NetworkKind kind;
  std::shared_ptr<const Encoding> encoding;
};

}  // namespace lowpass::python
