#include "python/src/outside_run.h"

#include <cmath>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/core/error.h"
#include "lowpass/core/file.h"
#include "lowpass/scene/recording_file.h"
#include "lowpass/task/environment/environment_task.h"
#include "python/src/arrays.h"
#include "python/src/clock.h"
#include "python/src/run_records.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// An episode that failed has no return: NaN.
Evaluation evaluation_of(const Matrix& returns) {
  std::vector<Episode> episodes;
  for (std::size_t i = 0; i < returns.size(); ++i) {
    const double fitness = returns.data()[i];
    episodes.push_back({.fitness = fitness, .diverged = !std::isfinite(fitness)});
  }
  return scored(std::move(episodes), std::vector<bool>(returns.shape(1), false));
}

/// What each individual saw; nothing of those that failed, whose observations may be anything.
void add_observations(Evaluation& evaluation, const Vector& counts, const Matrix& means,
                      const Matrix& squares) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (std::isnan(evaluation.fitness[i])) continue;
    const auto mean = row(means, i), square = row(squares, i);
    evaluation.observations.push_back({.count = counts.data()[i],
                                       .mean = {mean.begin(), mean.end()},
                                       .squares = {square.begin(), square.end()}});
  }
}

void ask(OutsideRun& self, const OutMatrix& genomes) {
  const Population& population = self.run().ask();
  require_size("genomes", genomes.size(), population.genomes.size());
  std::copy(population.genomes.begin(), population.genomes.end(), genomes.data());
}

Dict tell(OutsideRun& self, const Matrix& returns, const Vector& counts, const Matrix& means,
          const Matrix& squares) {
  require_size("returns", returns.size(),
               static_cast<std::size_t>(self.run().population_size() * self.episodes()));
  Evaluation evaluation = evaluation_of(returns);
  if (self.configuration().task.keys.boolean("normalize")) {
    add_observations(evaluation, counts, means, squares);
  }
  return generation_dict(self.tell(evaluation));
}

}  // namespace

OutsideRun::OutsideRun(const Configuration& configuration,
                       const std::optional<std::filesystem::path>& folder, bool resume,
                       const RunCircumstances& circumstances)
    : configuration_(configuration) {
  if (folder) {
    folder_.emplace(*folder, configuration_, resume, circumstances);
    recorder_.emplace(*folder_, seconds_now);
  }
  run_.emplace(configuration_, folder_ ? folder_->resumed() : std::nullopt);
}

GenerationRecord OutsideRun::tell(const Evaluation& evaluation) {
  const GenerationRecord record = run_->tell(evaluation);
  if (recorder_) recorder_->note(*run_, record);
  return record;
}

void OutsideRun::stop() {
  if (recorder_ && !run_->is_finished()) recorder_->stop(*run_);
}

void OutsideRun::finish() {
  if (recorder_) recorder_->finish(*run_);
}

GenomeFile OutsideRun::mean_controller() const {
  const auto search = make_search(configuration_, run_->encoding());
  return {.configuration = configuration_,
          .genome = search->distribution(run_->state().search).mean,
          .normalization = run_->normalization()};
}

void bind_outside_run(nb::module_& m) {
  nb::class_<OutsideRun>(m, "OutsideRun")
      .def(
          "__init__",
          [](OutsideRun* self, const Configuration& configuration,
             const std::optional<std::string>& folder, bool resume, const std::string& cpu,
             int workers, const std::string& started) {
            new (self) OutsideRun(configuration, folder, resume, {cpu, workers, started});
          },
          "configuration"_a, "folder"_a.none(), "resume"_a, "cpu"_a, "workers"_a, "started"_a)
      .def_prop_ro("is_finished", [](OutsideRun& self) { return self.run().is_finished(); })
      .def_prop_ro("population_size", [](OutsideRun& self) { return self.run().population_size(); })
      .def_prop_ro("genome_size",
                   [](OutsideRun& self) { return self.run().encoding().genome_size(); })
      .def_prop_ro("generation",
                   [](OutsideRun& self) { return self.run().state().search.generation; })
      .def_prop_ro("damage", &OutsideRun::damage)
      .def("seeds",
           [](OutsideRun& self) {
             return episode_seeds(self.configuration().run.seed,
                                  self.run().state().search.generation, self.episodes());
           })
      .def("normalization",
           [](OutsideRun& self) -> Tuple {
             const Normalization normalization = self.run().normalization();
             return nb::make_tuple(normalization.mean, normalization.scale);
           })
      .def("ask", &ask, "genomes"_a.noconvert())
      .def("tell", &tell, "returns"_a.noconvert(), "counts"_a.noconvert(), "means"_a.noconvert(),
           "squares"_a.noconvert())
      .def("stop", &OutsideRun::stop)
      .def("finish", &OutsideRun::finish)
      .def("summary", [](OutsideRun& self) { return summary_dict(self.run().summary()); })
      .def("best",
           [](OutsideRun& self) {
             return genome_file_text(best_controller(self.configuration(), self.run().state()));
           })
      .def("mean", [](OutsideRun& self) { return genome_file_text(self.mean_controller()); });
  m.def(
      "write_file",
      [](const std::string& path, const std::string& text) { write_file(path, text); }, "path"_a,
      "text"_a);
  m.def(
      "checked_recording",
      [](const std::string& text, const std::string& name) {
        return recording_text(recording_from_text(text, name));
      },
      "text"_a, "name"_a);
  m.def("validation_seeds", &validation_seeds, "run_seed"_a, "episodes"_a);
}

}  // namespace lowpass::python
