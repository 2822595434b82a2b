#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lowpass/encoding/encoding.h"
#include "lowpass/network/controller.h"
#include "lowpass/record/genome_file.h"
#include "lowpass/task/octopus_reaching.h"

namespace lowpass {

/// How a saved controller is taken to an arm of another length.
struct ResizeOptions {
  std::optional<int> compartments;  ///< unset: the length it was evolved for
  Scale scale = Scale::kNone;
  /// Through which mapping a direct network is resized; unset: omega1 for meta, omega3 for raw
  /// actions, as in the paper.
  std::optional<std::string> direct_mapping;
};

// `place` names the file in messages.

/// The geometry of the file's task for an arm of `compartments`. Throws Error (kFile) for a task
/// that the program does not know.
Geometry stored_geometry(const GenomeFile& file, const std::string& place, int compartments);

/// The encoding of the file's genome. Throws Error (kFile) if the genome's length does not fit it.
std::unique_ptr<Encoding> stored_encoding(const GenomeFile& file, const std::string& place);

/// The weights of the file's controller, at the size asked for.
Weights stored_weights(const GenomeFile& file, const std::string& place,
                       const ResizeOptions& options);

/// The same, ready to be stepped.
Controller stored_controller(const GenomeFile& file, const std::string& place,
                             const ResizeOptions& options);

/// The task that the file's controller was evolved for, with an arm of `compartments` (unset: its
/// own): the goal scales with the arm's length, and the time with it above 10 compartments.
ReachingOptions stored_reaching(const GenomeFile& file, const std::string& place,
                                std::optional<int> compartments);

}  // namespace lowpass
