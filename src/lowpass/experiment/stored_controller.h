#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/encoding/encoding.h"
#include "lowpass/experiment/genome_file.h"
#include "lowpass/network/controller.h"

namespace lowpass {

/// Under what a saved controller is tried, if not under what it was evolved for.
struct Conditions {
  std::optional<int> size = {};            ///< of the task; what scales with it is scaled
  std::vector<std::string> settings = {};  ///< "task.goal=[3,2]"; of the table task alone
};

/// How a network is taken to a task of another size.
struct Resizing {
  Scale scale = Scale::kNone;
  /// Through which mapping a direct network is resized; unset: omega3 where neurons have more than
  /// one axis, else omega1 (as in the paper: raw and meta actions of the arm).
  std::optional<std::string> direct_mapping = {};
};

/// The file's configuration under these conditions. Throws Error (kUsage) for a size that the task
/// does not have, Error (kConfiguration) for a setting.
Configuration configuration_under(const GenomeFile& file, const Conditions& conditions);

/// The encoding of the file's genome, as evolved.
std::unique_ptr<Encoding> stored_encoding(const GenomeFile& file);

/// The weights of the file's controller for the task of `then`: as evolved, or resized where that
/// one has another geometry.
Weights stored_weights(const GenomeFile& file, const Configuration& then,
                       const Resizing& resizing = {});

/// The same, ready to be stepped.
Controller stored_controller(const GenomeFile& file, const Configuration& then,
                             const Resizing& resizing = {});

/// The mappings through which a controller is worth resizing: its own; for a direct network the
/// default, and omega2, which keeps the axes of its inputs together.
std::vector<std::string> resize_mappings(const GenomeFile& file);

}  // namespace lowpass
