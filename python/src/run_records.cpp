#include "python/src/run_records.h"

#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/manifest.h"
#include "lowpass/experiment/run_state.h"
#include "lowpass/record/checkpoint.h"
#include "python/src/arrays.h"
#include "python/src/search_state.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

List generations(const std::string& path) {
  List result;
  for (const GenerationRecord& record : read_generation_log(path)) {
    result.append(generation_dict(record));
  }
  return result;
}

List spectra(const std::string& path) {
  List result;
  for (const SpectrumRecord& record : spectrum_records(read_file(path))) {
    result.append(
        nb::make_tuple(record.generation, new_vector(record.mean), new_vector(record.sigma)));
  }
  return result;
}

Dict manifest(const std::string& path) {
  const Manifest read = read_manifest(path);
  Dict result;
  result["configuration"] = configuration_json(read.configuration).text();
  result["summary"] = nb::none();
  if (read.result) result["summary"] = summary_dict(read.result->summary);
  return result;
}

}  // namespace

Dict generation_dict(const GenerationRecord& record) {
  Dict result;
  result["generation"] = record.generation;
  result["evaluations"] = record.evaluations;
  result["coefficients"] = record.coefficients;
  result["best"] = record.best;
  result["mean"] = record.mean;
  result["worst"] = record.worst;
  result["best_so_far"] = record.best_so_far;
  result["diverged"] = record.diverged;
  for (const auto& [name, value] : record.signals) result[name.c_str()] = value;
  return result;
}

Dict summary_dict(const RunSummary& summary) {
  Dict result;
  result["seed"] = summary.seed;
  result["evaluations"] = summary.evaluations;
  result["coefficients"] = summary.coefficients;
  result["best_fitness"] = summary.best_fitness;
  result["evaluations_to_target"] = summary.evaluations_to_target;
  result["diverged"] = summary.diverged;
  result["digest"] = summary.digest;
  return result;
}

RunState stored_state(const std::filesystem::path& folder) {
  std::string damage;
  const auto checkpoint = read_checkpoint(folder / "checkpoint", damage);
  if (!checkpoint) {
    throw Error(ErrorKind::kFile, (folder / "checkpoint").string() + ": there is none");
  }
  return state_from_bytes(checkpoint->payload, checkpoint->version);
}

void bind_run_records(nb::module_& m) {
  m.def("read_generations", &generations, "path"_a);
  m.def("read_spectra", &spectra, "path"_a);
  m.def("read_manifest", &manifest, "path"_a);
  m.def(
      "read_search_state",
      [](const std::string& folder) { return state_dict(stored_state(folder).search); },
      "folder"_a);
}

}  // namespace lowpass::python
