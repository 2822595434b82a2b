#pragma once

#include <string>
#include <vector>

#include "lowpass/network/geometry.h"
#include "lowpass/network/topology.h"

namespace lowpass {

/// The networks that can be asked for by name; all are sub-graphs of the first ([FDE12] §3).
enum class NetworkKind {
  kRecurrent,    ///< every link
  kFeedForward,  ///< inputs to hidden to outputs; without hidden neurons inputs to outputs
  kElman,        ///< the same, and the hidden neurons feed themselves
  kJordan,       ///< the same as feed-forward, and the outputs feed the hidden neurons
};

/// "recurrent", "feed-forward", "elman", "jordan".
const std::vector<std::string>& network_kind_names();
std::string network_kind_name(NetworkKind kind);
/// Throws Error for another name, with the key or file that it was found in.
NetworkKind network_kind_from_name(const std::string& name,
                                   const std::string& place = "network.kind");

/// The links of a network of that kind. Throws Error where the kind needs hidden neurons and there
/// are none.
Topology network_topology(NetworkKind kind, const Geometry& geometry);

}  // namespace lowpass
