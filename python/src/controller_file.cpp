#include "python/src/controller_file.h"

#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/generalization.h"
#include "lowpass/experiment/stored_controller.h"
#include "python/src/arrays.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// The fitness of a saved controller on its own task, and of each trial.
Tuple evaluated_file(const std::string& path) {
  const GenomeFile file = read_genome_file(path);
  Evaluation evaluation;
  {
    nb::gil_scoped_release release;
    evaluation = evaluate_stored(file, file.configuration);
  }
  std::vector<double> trials;
  for (const Episode& episode : evaluation.episodes) trials.push_back(episode.fitness);
  return nb::make_tuple(evaluation.fitness[0], new_vector(trials));
}

}  // namespace

Dict controller_dict(const GenomeFile& file) {
  const Configuration& c = file.configuration;
  Dict result;
  result["task"] = c.task.name;
  result["configuration"] = configuration_json(c).text();
  result["geometry"] = nb::cast(network_geometry(c));
  result["mapping"] = c.encoding.mapping;
  result["kind"] = c.network.kind;
  result["step"] = c.network.step;
  result["activation"] = c.network.activation;
  result["output"] = c.network.output;
  result["genome"] = new_vector(file.genome);
  result["fitness"] = file.fitness;
  return result;
}

void bind_controller_file(nb::module_& m) {
  m.def(
      "read_controller",
      [](const std::string& path) { return controller_dict(read_genome_file(path)); }, "path"_a);
  m.def(
      "read_controller_text",
      [](const std::string& text, const std::string& name) {
        return controller_dict(genome_file_from_text(text, name));
      },
      "text"_a, "name"_a);
  m.def("evaluate_controller", &evaluated_file, "path"_a);
}

}  // namespace lowpass::python
