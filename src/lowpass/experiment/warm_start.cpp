#include "lowpass/experiment/warm_start.h"

#include <algorithm>

#include <fmt/format.h>

#include "lowpass/configuration/problem.h"
#include "lowpass/configuration/resolution.h"
#include "lowpass/configuration/setting.h"
#include "lowpass/core/digest.h"
#include "lowpass/core/error.h"
#include "lowpass/core/json_text.h"
#include "lowpass/experiment/stored_controller.h"

namespace lowpass {
namespace {

bool is_same_encoding(const Configuration& a, const Configuration& b) {
  return a.encoding.mapping == b.encoding.mapping && a.encoding.basis == b.encoding.basis &&
         a.network.kind == b.network.kind && network_geometry(a) == network_geometry(b);
}

/// The genome with more or fewer coefficients: a gene keeps its frequency, and new ones are 0.
std::vector<double> same_genes(const GenomeFile& from, const Configuration& configuration) {
  const std::vector<Cell> before = stored_encoding(from)->lengths();
  const std::vector<Cell> after =
      make_encoding(configuration, configuration.encoding.coefficients)->lengths();
  std::vector<double> genes;
  auto chromosome = from.genome.begin();
  for (std::size_t m = 0; m < after.size(); ++m) {
    const std::size_t end = genes.size() + static_cast<std::size_t>(after[m]);
    genes.insert(genes.end(), chromosome, chromosome + std::min(before[m], after[m]));
    genes.resize(end, 0.0);
    chromosome += before[m];
  }
  return genes;
}

/// The weights of the controller, at the size of the network that `configuration` has.
std::vector<double> weights_for(const GenomeFile& from, Configuration configuration) {
  configuration.encoding = from.configuration.encoding;
  // Only weights are wanted, and those are the same however the network is stepped.
  configuration.network.step = "dense";
  return stored_weights(from, configuration, {}).values;
}

}  // namespace

Configuration configuration_from(const GenomeFile& from, const std::vector<std::string>& settings) {
  std::vector<Setting> given;
  for (const std::string& setting : settings) given.push_back(setting_of_argument(setting));
  const auto is_given = [&](const std::string& name) {
    return std::any_of(given.begin(), given.end(),
                       [&](const Setting& s) { return s.name == name; });
  };
  // Only these tables are the controller's. Of another task it has no keys, and of another mapping
  // no number of coefficients.
  std::vector<Setting> all;
  const JsonValue stored =
      JsonValue::parse(configuration_json(from.configuration).text(), "controller");
  for (const char* table : {"task", "network", "encoding"}) {
    const JsonValue content = stored.at(table);
    for (const std::string& key : content.keys()) {
      const std::string name = fmt::format("{}.{}", table, key);
      if (name.starts_with("task.") && is_given("task.name")) continue;
      if (name == "encoding.coefficients" && is_given("encoding.mapping")) continue;
      all.push_back(setting_of_json(name, content.at(key)));
    }
  }
  all.insert(all.end(), given.begin(), given.end());
  return resolved(all);
}

std::vector<double> start_mean(const GenomeFile& from, const Configuration& configuration) {
  if (is_same_encoding(from.configuration, configuration)) return same_genes(from, configuration);
  try {
    return make_encoding(configuration, configuration.encoding.coefficients)
        ->encode(weights_for(from, configuration));
  } catch (const Error& error) {
    throw Error(ErrorKind::kConfiguration,
                fmt::format("--from: the controller does not fit the network of this task: {}",
                            error.what()));
  }
}

std::string start_digest(const std::vector<double>& mean) { return digest_text(digest(mean)); }

}  // namespace lowpass
