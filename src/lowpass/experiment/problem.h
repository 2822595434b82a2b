#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lowpass/encoding/encoding.h"
#include "lowpass/encoding/step_cost.h"
#include "lowpass/experiment/configuration.h"
#include "lowpass/network/controller.h"
#include "lowpass/optimizer/snes.h"
#include "lowpass/task/octopus_reaching.h"

namespace lowpass {

// The parts of an experiment, made from its configuration. The configuration is one that
// load_configuration gave or check_configuration passed.

/// What the preset of the task says for an arm of this length, whatever the other keys say.
ReachingOptions preset_reaching(const Configuration& configuration);

/// The task as configured.
ReachingOptions reaching_options(const Configuration& configuration);
std::unique_ptr<Task> make_task(const Configuration& configuration);

/// The geometry of the task, without making the task.
Geometry task_geometry(const Configuration& configuration);

/// The encoding with `coefficients` genes, which growth changes in the course of a run; for direct
/// their number has no meaning.
std::unique_ptr<Encoding> make_encoding(const Configuration& configuration, Cell coefficients);

/// The most coefficients that the mapping has room for: the cells of all its arrays. For direct:
/// the weights.
Cell coefficient_limit(const Configuration& configuration);

/// Genes of a genome at the start of a run.
Cell initial_genome_size(const Configuration& configuration);

/// How networks are stepped. The configuration says "dense" or "spectral".
NetworkStep network_step(const Configuration& configuration);
std::string network_step_name(NetworkStep step);
/// The step that costs less by the model of encoding/step_cost.h, at the coefficients of the start;
/// dense for direct.
NetworkStep cheaper_step(const Configuration& configuration);

Topology network_topology(const Configuration& configuration);
Activation network_activation(const Configuration& configuration);

SnesRates snes_rates(const Configuration& configuration, std::size_t dimension);

/// The step size of each gene before the first generation. Growth takes those of new genes from
/// here too.
std::vector<double> initial_sigma(const Configuration& configuration, const Encoding& encoding);

}  // namespace lowpass
