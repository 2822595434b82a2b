#pragma once

#include "lowpass/experiment/genome_file.h"
#include "python/src/bindings.h"

namespace lowpass::python {

/// A saved controller as a dict: its genome, and what makes it a network.
Dict controller_dict(const GenomeFile& file);

}  // namespace lowpass::python
