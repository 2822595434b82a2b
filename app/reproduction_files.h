#pragma once

#include <string>
#include <vector>

#include "lowpass/experiment/reproduction.h"
#include "lowpass/report/claims.h"
#include "lowpass/report/run_table.h"

namespace lowpass::app {

/// What `reproduce` leaves besides the runs: claims.{txt,json,md}, runs.csv, and in figures/ the
/// data (CSV, JSON) and the picture (SVG) of each figure. All of it depends on the results of the
/// runs alone: the same runs give the same bytes.
class ReproductionFiles {
 public:
  /// Reads the finished runs in the folder; for the sensitivity there are another number of them.
  ReproductionFiles(const ReproductionOptions& paper, int sensitivity_runs);

  /// Writes what belongs to a target.
  void write(const Target& target);

  /// What was written, for people and for programs.
  std::string text() const;
  std::string json() const;

 private:
  void write_claims() const;
  void write_figure(const Figure& figure);
  std::vector<WeightPicture> weight_pictures(const Target& target) const;
  const RunTable& sensitivity_runs();

  ReproductionOptions paper_, sensitivity_;
  RunTable runs_;
  std::optional<RunTable> sensitivity_table_;
  std::vector<Claim> claims_;
  std::vector<std::string> figures_;
};

}  // namespace lowpass::app
