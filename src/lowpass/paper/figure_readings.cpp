// The readings of the paper, their table and what is left of each choice.

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "lowpass/paper/figure_parts.h"
#include "lowpass/paper/inference.h"

namespace lowpass {
namespace {

/// A choice that the paper leaves open, and the value that a reading has of it.
struct Choice {
  std::string title;
  std::function<std::string(const Reading&)> value;
};

std::string world_of(const Reading& reading) {
  return fmt::format("{} ({}, {})", reading.environment, number_label(reading.goal_x, 1),
                     number_label(reading.goal_y, 1));
}

std::vector<Choice> choices() {
  return {{"environment and target", world_of},
          {"touch", [](const Reading& r) { return r.touch; }},
          {"control step × T",
           [](const Reading& r) { return fmt::format("{} × {}", r.control_step, r.steps); }},
          {"σ0 of coefficients, of weights",
           [](const Reading& r) { return fmt::format("{}, {}", r.sigma0, r.direct_sigma0); }},
          {"activation", [](const Reading& r) { return r.activation; }}};
}

struct Share {
  std::string name;
  double share;
};

/// The posterior of every value, in the order in which readings have them.
std::vector<Share> shares_of(const Choice& choice, const std::vector<ReadingResult>& results) {
  std::vector<Share> shares;
  for (const ReadingResult& result : results) {
    const std::string name = choice.value(result.reading);
    auto found = std::find_if(shares.begin(), shares.end(),
                              [&](const Share& share) { return share.name == name; });
    if (found == shares.end()) found = shares.insert(shares.end(), {name, 0.0});
    found->share += result.posterior;
  }
  return shares;
}

/// Of the posterior of the readings at the last stage: how much agrees with each number.
std::vector<Share> agreement(const std::vector<ReadingResult>& results) {
  int last = -1;
  for (const ReadingResult& result : results) last = std::max(last, result.stage);
  std::vector<Share> shares;
  double whole = 0;
  for (const ReadingResult& result : results) {
    if (result.stage != last) continue;
    whole += result.posterior;
    if (shares.empty()) {
      for (const LikelihoodTerm& term : result.terms) {
        shares.push_back({term.subject + " " + term.published, 0.0});
      }
    }
    for (std::size_t i = 0; i < shares.size() && i < result.terms.size(); ++i) {
      if (result.terms[i].agrees) shares[i].share += result.posterior;
    }
  }
  for (Share& share : shares) share.share = whole > 0 ? share.share / whole : 0.0;
  return shares;
}

constexpr std::array kHeldBack = {"claim 6: growing", "claim 7: other starts",
                                  "claim 8: other arms"};

/// Of the posterior of the readings that were judged: under how much each held-back claim holds.
std::vector<Share> held_back_shares(const std::vector<ReadingResult>& results) {
  std::vector<Share> shares;
  double whole = 0;
  for (const ReadingResult& result : results) {
    if (result.held_back.empty()) continue;
    whole += result.posterior;
    shares.resize(kHeldBack.size());
    for (std::size_t i = 0; i < kHeldBack.size(); ++i) {
      shares[i].name = kHeldBack[i];
      if (result.held_back[i].verdict == Verdict::kHolds) shares[i].share += result.posterior;
    }
  }
  for (Share& share : shares) share.share = whole > 0 ? share.share / whole : 0.0;
  return shares;
}

constexpr double kRow = 17.0, kBarLeft = 252.0;

/// Names with bars to the right of them, from 0 to 1.
std::string bars(double left, double top, double width, const std::string& title,
                 const std::vector<Share>& shares) {
  std::string text = svg_label({left, top}, title, {.size = 12.5, .is_bold = true});
  double y = top + 8;
  for (const Share& share : shares) {
    const double room = width - kBarLeft - 44;
    text += svg_label({left + kBarLeft - 8, y + 12}, share.name, {.size = 11.5}, Anchor::kEnd);
    text += svg_rectangle("share", {left + kBarLeft, y + 3}, std::max(0.5, room * share.share), 11,
                          palette::kBlue);
    text += svg_label({left + kBarLeft + room * share.share + 5, y + 12},
                      fmt::format("{:.2f}", share.share), {.size = 11, .color = palette::kFaint});
    y += kRow;
  }
  return text;
}

std::string picture(const std::vector<ReadingResult>& results, const std::string& title) {
  const double width = 0.5 * kFigureWidth - kFigureMargin;
  std::string body;
  double left_y = 26, right_y = 26;
  const std::vector<Choice> all = choices();
  for (const Choice& choice : all) {
    const std::vector<Share> shares = shares_of(choice, results);
    body += bars(kFigureMargin, left_y, width, choice.title, shares);
    left_y += kRow * static_cast<double>(shares.size()) + 36;
  }
  const auto add_right = [&](const std::string& what, const std::vector<Share>& shares) {
    if (shares.empty()) return;
    body += bars(0.5 * kFigureWidth, right_y, width, what, shares);
    right_y += kRow * static_cast<double>(shares.size()) + 36;
  };
  add_right("agrees with the paper", agreement(results));
  add_right("held back, and holds", held_back_shares(results));
  return figure_document(
      title, body, std::max(left_y, right_y),
      "Left: posterior probability of each value, over all readings that are not "
      "void, prior flat. Right: of the posterior of the readings at the last "
      "stage, the share on the paper's side of each number; of that of the readings that were "
      "judged, the share under which a claim that was held back holds. Needs: evaluations to 0.75; "
      "a quotient is of those.");
}

std::vector<FigureValue> choices_of(const Reading& r) {
  return {r.name(),       r.environment,   r.goal_x, r.goal_y,        r.touch,
          r.control_step, double(r.steps), r.sigma0, r.direct_sigma0, r.activation};
}

std::string stage_of(const ReadingResult& result) {
  if (result.is_void) return "void";
  return result.stage < 0 ? "" : ladder()[static_cast<std::size_t>(result.stage)].name;
}

/// As many cells as there are columns; those that nothing is known of are empty.
std::vector<FigureValue> row_of(const ReadingResult& result,
                                const std::vector<std::string>& terms) {
  std::vector<FigureValue> row = choices_of(result.reading);
  row.emplace_back(stage_of(result));
  const std::size_t first = row.size();
  row.resize(first + terms.size() + 2 + kHeldBack.size());
  for (const LikelihoodTerm& term : result.terms) {
    const auto place = std::find(terms.begin(), terms.end(), term.name) - terms.begin();
    row[first + static_cast<std::size_t>(place)] = term.observed;
  }
  std::size_t next = first + terms.size();
  if (result.stage >= 0) {
    row[next] = result.log_likelihood;
    row[next + 1] = result.posterior;
  }
  next += 2;
  for (const Claim& claim : result.held_back) row[next++] = verdict_text(claim.verdict);
  return row;
}

/// The names of all terms that any reading has, those of the last stage first.
std::vector<std::string> term_names(const std::vector<ReadingResult>& results) {
  std::vector<std::string> names;
  for (const ReadingResult& result : results) {
    std::vector<std::string> own;
    for (const LikelihoodTerm& term : result.terms) own.push_back(term.name);
    if (own.size() > names.size()) names = own;
  }
  return names;
}

}  // namespace

Figure readings_figure(const std::vector<ReadingResult>& results) {
  const std::vector<std::string> terms = term_names(results);
  Figure figure{.name = "readings",
                .title = "Which reading of the paper did its authors run?",
                .columns = {"reading", "environment", "goal_x", "goal_y", "touch", "control_step",
                            "steps", "sigma0", "direct_sigma0", "activation", "stage"}};
  figure.columns.insert(figure.columns.end(), terms.begin(), terms.end());
  for (const char* name : {"log_likelihood", "posterior", "claim_6", "claim_7", "claim_8"}) {
    figure.columns.emplace_back(name);
  }
  for (const ReadingResult& result : results) figure.rows.push_back(row_of(result, terms));
  figure.svg = picture(results, figure.title);
  return figure;
}

}  // namespace lowpass
