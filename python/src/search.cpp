#include "lowpass/optimizer/search.h"

#include <cstdint>
#include <memory>
#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/src/arrays.h"
#include "python/src/keys.h"
#include "python/src/search_state.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lowpass::python {
namespace {

/// A search with its state, and with the individuals that wait to be told.
class AskTell {
 public:
  AskTell(const std::string& name, const Dict& keys, const SearchSpace& space)
      : search_(make_search(name, key_values(keys), space)), dimension_(space.dimension) {}

  const Search& search() const { return *search_; }
  const SearchState& state() const { return state_; }
  std::size_t dimension() const { return dimension_; }

  void start(const Vector& mean, const Vector& sigma, std::uint64_t seed) {
    state_ = search_->start({values(mean), values(sigma)}, seed);
  }

  void set_state(const SearchState& state) {
    search_->check(state);
    state_ = state;
  }

  void ask(const std::optional<Matrix>& noise, const OutMatrix& genomes) {
    {
      nb::gil_scoped_release release;
      if (noise) {
        search_->ask(state_, numbers(*noise), population_);
      } else {
        search_->ask(state_, population_);
      }
    }
    std::copy(population_.genomes.begin(), population_.genomes.end(), genomes.data());
  }

  void tell(const Vector& fitness) {
    nb::gil_scoped_release release;
    search_->tell(state_, population_, numbers(fitness));
  }

  void grow(const AskTell& before, const std::vector<std::ptrdiff_t>& from, const Vector& sigma) {
    state_ = search_->grown(before.state_, from, numbers(sigma));
  }

 private:
  std::unique_ptr<Search> search_;
  std::size_t dimension_;
  SearchState state_;
  Population population_;
};

void put_state(AskTell& self, std::uint64_t seed, std::uint32_t generation,
               const Vector& best_genome, double best_fitness, const Dict& arrays) {
  SearchState state{.seed = seed,
                    .generation = generation,
                    .best_genome = values(best_genome),
                    .best_fitness = best_fitness};
  for (const auto [name, array] : arrays) {
    state.arrays.emplace_back(nb::cast<std::string>(name), values(nb::cast<Vector>(array)));
  }
  self.set_state(state);
}

Tuple distribution(const AskTell& self) {
  const Distribution now = self.search().distribution(self.state());
  return nb::make_tuple(new_vector(now.mean), new_vector(now.sigma));
}

Dict signals(const AskTell& self) {
  Dict result;
  for (const auto& [name, value] : self.search().signals(self.state())) {
    result[name.c_str()] = value;
  }
  return result;
}

List search_list() {
  List result;
  for (const SearchEntry& entry : searches()) {
    Dict one;
    one["name"] = entry.name;
    one["help"] = entry.help;
    one["keys"] = declarations(entry.keys);
    if (entry.largest_dimension != kAnyDimension) {
      one["largest_dimension"] = entry.largest_dimension;
    }
    result.append(one);
  }
  return result;
}

}  // namespace

void bind_search(nb::module_& m) {
  m.def("searches", &search_list);
  nb::class_<AskTell>(m, "Search")
      .def(
          "__init__",
          [](AskTell* self, const std::string& name, const Dict& keys, std::size_t dimension,
             const std::vector<std::size_t>& segments) {
            new (self) AskTell(name, keys, {dimension, segments});
          },
          "name"_a, "keys"_a, "dimension"_a, "segments"_a)
      .def_prop_ro("dimension", &AskTell::dimension)
      .def_prop_ro("population_size",
                   [](const AskTell& self) { return self.search().population_size(); })
      .def_prop_ro("generation", [](const AskTell& self) { return self.state().generation; })
      .def_prop_ro("best_fitness", [](const AskTell& self) { return self.state().best_fitness; })
      .def_prop_ro("noise_rows", [](const AskTell& self) { return self.search().noise_rows(); })
      .def("start", &AskTell::start, "mean"_a.noconvert(), "sigma"_a.noconvert(), "seed"_a)
      .def("ask", &AskTell::ask, "noise"_a.noconvert().none(), "genomes"_a.noconvert())
      .def("tell", &AskTell::tell, "fitness"_a.noconvert())
      .def("grow", &AskTell::grow, "before"_a, "origin"_a, "sigma"_a.noconvert())
      .def("state", [](const AskTell& self) { return state_dict(self.state()); })
      .def("set_state", &put_state, "seed"_a, "generation"_a, "best_genome"_a.noconvert(),
           "best_fitness"_a, "arrays"_a)
      .def("distribution", &distribution)
      .def("signals", &signals);
}

}  // namespace lowpass::python
