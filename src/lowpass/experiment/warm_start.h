#pragma once

#include <string>
#include <vector>

#include "lowpass/configuration/configuration.h"
#include "lowpass/experiment/genome_file.h"

namespace lowpass {

/// The configuration of a run that starts from a saved controller: its task, network and encoding
/// are the defaults, which the settings "key=value" change. Throws as load_configuration.
Configuration configuration_from(const GenomeFile& from, const std::vector<std::string>& settings);

/// The mean of the first generation of such a run. The genome as it is, cut or filled with zeros
/// where the number of coefficients is another, if the configuration has the same mapping of the
/// same network; else its weights, resized where the network has another size, as the encoding of
/// the configuration has them.
std::vector<double> start_mean(const GenomeFile& from, const Configuration& configuration);

/// What run.start says of such a run.
std::string start_digest(const std::vector<double>& mean);

}  // namespace lowpass
