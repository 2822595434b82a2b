#include "lowpass/network/network_kind.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lowpass/core/error.h"

namespace lowpass {

const std::vector<std::string>& network_kind_names() {
  static const std::vector<std::string> names = {"recurrent", "feed-forward", "elman", "jordan"};
  return names;
}

std::string network_kind_name(NetworkKind kind) {
  return network_kind_names()[static_cast<std::size_t>(kind)];
}

NetworkKind network_kind_from_name(const std::string& name, const std::string& place) {
  const std::vector<std::string>& names = network_kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw Error(ErrorKind::kConfiguration, fmt::format("{} = \"{}\": expected one of {}", place,
                                                       name, fmt::join(names, ", ")));
  }
  return static_cast<NetworkKind>(found - names.begin());
}

Topology network_topology(NetworkKind kind, const Geometry& geometry) {
  const NetworkSize size = network_size(geometry);
  const int hidden = geometry.hidden.unit_count();
  if (hidden == 0 && (kind == NetworkKind::kElman || kind == NetworkKind::kJordan)) {
    throw Error(
        ErrorKind::kConfiguration,
        fmt::format("network.hidden = 0: expected 1 or more for {}", network_kind_name(kind)));
  }
  switch (kind) {
    case NetworkKind::kRecurrent:
      return Topology::fully_recurrent(size, hidden);
    case NetworkKind::kFeedForward:
      return Topology::feed_forward(size, hidden == 0
                                              ? std::vector<int>{size.neurons}
                                              : std::vector<int>{hidden, size.neurons - hidden});
    case NetworkKind::kElman:
      return Topology::elman(size, hidden);
    case NetworkKind::kJordan:
      return Topology::jordan(size, hidden);
  }
  return {};
}

}  // namespace lowpass
