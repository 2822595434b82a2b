#include "lowpass/experiment/stored_controller.h"

#include <cstdint>

#include <fmt/format.h>

#include "lowpass/core/error.h"
#include "lowpass/task/octopus_geometry.h"

namespace lowpass {
namespace {

NetworkStep stored_step(const GenomeFile& file) {
  return file.step == "spectral" ? NetworkStep::kSpectral : NetworkStep::kDense;
}

void check_length(const GenomeFile& file, const std::string& place) {
  const Geometry geometry = stored_geometry(file, place, file.compartments);
  const auto genes = static_cast<Cell>(file.genome.size());
  const auto fail = [&](const std::string& allowed) {
    throw Error(ErrorKind::kFile,
                fmt::format("{}: genome of {} genes: expected {} for {}, {} "
                            "actions, {} compartments",
                            place, genes, allowed, file.mapping, file.actions, file.compartments));
  };
  if (file.mapping == "direct") {
    if (file.step != "dense") {
      throw Error(ErrorKind::kFile,
                  fmt::format("{}: step = \"{}\": expected dense for direct", place, file.step));
    }
    const Cell weights =
        NetworkSize{geometry.inputs.unit_count(), geometry.neurons.unit_count()}.weight_count();
    if (genes != weights) fail(fmt::format("{}", weights));
    return;
  }
  Cell cells = 0;
  for (const WeightArray& array : make_mapping(file.mapping, geometry).arrays) {
    cells += cell_count(array.shape);
  }
  if (genes > cells) fail(fmt::format("1 to {}", cells));
}

bool is_resized(const GenomeFile& file, const ResizeOptions& options) {
  return options.compartments && *options.compartments != file.compartments;
}

/// The encoding of the file's genome, at the size asked for.
FrequencyEncoding resized_encoding(const GenomeFile& file, const std::string& place,
                                   const ResizeOptions& options) {
  const FrequencyEncoding evolved(
      make_mapping(file.mapping, stored_geometry(file, place, file.compartments)),
      static_cast<Cell>(file.genome.size()), stored_step(file));
  if (!is_resized(file, options)) return evolved;
  const Geometry to = stored_geometry(file, place, *options.compartments);
  return evolved.resized(make_mapping(file.mapping, to), options.scale);
}

/// The weights that are the file's genome, at the size asked for.
Weights direct_weights(const GenomeFile& file, const std::string& place,
                       const ResizeOptions& options) {
  const Geometry to =
      stored_geometry(file, place, options.compartments.value_or(file.compartments));
  Weights weights(NetworkSize{to.inputs.unit_count(), to.neurons.unit_count()});
  weights.values = file.genome;
  if (!is_resized(file, options)) return weights;
  const Geometry from = stored_geometry(file, place, file.compartments);
  const std::string mapping =
      options.direct_mapping.value_or(file.actions == "raw" ? "omega3" : "omega1");
  weights.values = resized_network(file.genome, make_mapping(mapping, from),
                                   make_mapping(mapping, to), options.scale);
  return weights;
}

}  // namespace

Geometry stored_geometry(const GenomeFile& file, const std::string& place, int compartments) {
  if (file.task != "octopus") {
    throw Error(ErrorKind::kFile,
                fmt::format("{}: task = \"{}\": expected octopus", place, file.task));
  }
  if (compartments < 1 || compartments > kMaxTaskCompartments) {
    throw Error(ErrorKind::kFile, fmt::format("{}: compartments = {}: expected 1 to {}", place,
                                              compartments, kMaxTaskCompartments));
  }
  return octopus_geometry(file.actions == "raw" ? Actions::kRaw : Actions::kMeta, compartments);
}

std::unique_ptr<Encoding> stored_encoding(const GenomeFile& file, const std::string& place) {
  check_length(file, place);
  return make_encoding(file.mapping, stored_geometry(file, place, file.compartments),
                       static_cast<Cell>(file.genome.size()), stored_step(file));
}

Weights stored_weights(const GenomeFile& file, const std::string& place,
                       const ResizeOptions& options) {
  check_length(file, place);
  if (file.mapping == "direct") return direct_weights(file, place, options);
  const FrequencyEncoding encoding = resized_encoding(file, place, options);
  Weights weights(encoding.network_size());
  encoding.decode(file.genome, weights.values);
  return weights;
}

Controller stored_controller(const GenomeFile& file, const std::string& place,
                             const ResizeOptions& options) {
  check_length(file, place);
  const Activation activation = activation_from_name(file.activation);
  if (file.mapping == "direct") {
    const Weights weights = direct_weights(file, place, options);
    return Controller(Topology::fully_recurrent(weights.size), weights.values, activation);
  }
  const FrequencyEncoding encoding = resized_encoding(file, place, options);
  return encoding.controller(file.genome, Topology::fully_recurrent(encoding.network_size()),
                             activation);
}

ReachingOptions stored_reaching(const GenomeFile& file, const std::string& place,
                                std::optional<int> compartments) {
  stored_geometry(file, place, file.compartments);  // checks task and length
  const Actions actions = file.actions == "raw" ? Actions::kRaw : Actions::kMeta;
  const ReachingOptions paper = paper_reaching(actions, file.compartments);
  ReachingOptions evolved = paper;
  if (file.control_step) evolved.control_step = *file.control_step;
  if (file.steps) evolved.steps = *file.steps;
  if (!file.goal.empty()) evolved.goal = {file.goal[0], file.goal[1]};
  if (!file.starts.empty()) evolved.starts = file.starts;
  const int length = compartments.value_or(file.compartments);
  if (length == file.compartments) return evolved;
  // What the preset says scales by the preset's own rule, so that no rounding comes in.
  const ReachingOptions target = paper_reaching(actions, length);
  ReachingOptions resized = evolved;
  resized.compartments = length;
  resized.steps = static_cast<int>(std::int64_t{evolved.steps} * target.steps / paper.steps);
  if (evolved.goal.x == paper.goal.x && evolved.goal.y == paper.goal.y) {
    resized.goal = target.goal;
  } else {
    const double ratio = static_cast<double>(length) / file.compartments;
    resized.goal = {evolved.goal.x * ratio, evolved.goal.y * ratio};
  }
  return resized;
}

}  // namespace lowpass
