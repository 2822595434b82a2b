#pragma once

#include <span>
#include <string>

#include "lowpass/paper/claims.h"

namespace lowpass {

// Claims for readers: the same claims are the same bytes.

/// For a terminal of 100 columns: each claim with verdict, statement, measures and reason.
std::string claims_text(std::span<const Claim> claims);

/// One line a claim: number, verdict, title.
std::string claims_overview(std::span<const Claim> claims);

/// {"format":"lowpass-claims","version":1,"claims":[...]}, numbers in full precision, what is
/// unset null.
std::string claims_json(std::span<const Claim> claims);

/// A section a claim, headings of level 3, measures as a table.
std::string claims_markdown(std::span<const Claim> claims);

}  // namespace lowpass
