#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lowpass/paper/reproduction.h"
#include "lowpass/paper/claims.h"
#include "lowpass/paper/figures.h"
#include "lowpass/paper/run_table.h"

namespace lowpass {

/// What `reproduce` leaves besides the runs: claims.{txt,json,md} and runs.csv over all of them,
/// and in figures/ the data (CSV, JSON) and the picture (SVG) of each figure. All of it depends on
/// the results of the runs alone: the same runs give the same bytes.
class ReproductionFiles {
 public:
  /// Reads the finished runs in the folder and writes claims and runs. Of the sensitivity there may
  /// be another number of runs.
  ReproductionFiles(const ReproductionOptions& paper, const ReproductionOptions& sensitivity);

  /// Writes the figure, or looks up the claim, of a target.
  void add(const Target& target);

  /// What was added, for people and for programs.
  std::string text() const;
  std::string json() const;

 private:
  void write_claims() const;
  void write_figure(const std::optional<Figure>& figure);
  std::optional<Figure> figure(const Target& target) const;
  std::optional<Figure> weights(const Target& target) const;
  std::optional<Figure> behaviour(const Target& target) const;
  std::optional<Figure> arms(const Target& target) const;

  ReproductionOptions paper_, sensitivity_;
  RunTable runs_;
  std::vector<Claim> claims_;  // those that were added
  std::vector<std::string> written_;
};

}  // namespace lowpass
