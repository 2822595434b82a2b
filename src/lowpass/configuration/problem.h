#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/encoding/encoding.h"
#include "lowpass/encoding/step_cost.h"
#include "lowpass/network/controller.h"
#include "lowpass/network/network_kind.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass {

// The parts of an experiment, made from its configuration. The configuration is one that
// load_configuration gave or check_configuration passed.

const TaskEntry& task_entry(const Configuration& configuration);
std::unique_ptr<Task> make_task(const Configuration& configuration);

/// The grids of the task, without making the task; and those of the network, hidden neurons
/// included.
Geometry task_geometry(const Configuration& configuration);
Geometry network_geometry(const Configuration& configuration);

NetworkSize network_size(const Configuration& configuration);
Topology network_topology(const Configuration& configuration);
Activations network_activations(const Configuration& configuration);

/// How networks are stepped. The configuration says "dense" or "spectral".
NetworkStep network_step(const Configuration& configuration);
std::string network_step_name(NetworkStep step);
/// The step that costs less by the model of encoding/step_cost.h, at the coefficients of the start;
/// dense where there is no spectrum to step through.
NetworkStep cheaper_step(const Configuration& configuration);

/// The scale of the transform.
TransformScale transform_scale(const Configuration& configuration);

/// The arrays that coefficients are decoded into; not for direct.
Mapping make_mapping(const Configuration& configuration);

/// The encoding with `coefficients` genes, which growth changes in the course of a run; for direct
/// their number has no meaning.
std::unique_ptr<Encoding> make_encoding(const Configuration& configuration, Cell coefficients);

/// The most coefficients that the mapping has room for: the cells of all its arrays. For direct:
/// the weights that there are.
Cell coefficient_limit(const Configuration& configuration);

/// Genes of a genome at the start of a run.
Cell initial_genome_size(const Configuration& configuration);

/// The search for genomes of this encoding; its segments are the chromosomes.
std::unique_ptr<Search> make_search(const Configuration& configuration, const Encoding& encoding);

/// The step size of each gene before the first generation. Growth takes those of new genes from
/// here too.
std::vector<double> initial_sigma(const Configuration& configuration, const Encoding& encoding);

}  // namespace lowpass
