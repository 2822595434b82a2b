#pragma once

#include "lowpass/report/claim_parts.h"

namespace lowpass {

// The eight claims, each in the file of its subject; decide() is still to follow.

Claim claim_headline(const Evidence& evidence);               // 1
Claim claim_direct_beats_only_ten(const Evidence& evidence);  // 2
Claim claim_plain_mapping_raw(const Evidence& evidence);      // 3
Claim claim_plain_mapping_meta(const Evidence& evidence);     // 4
Claim claim_no_advantage(const Evidence& evidence);           // 5
Claim claim_incremental(const Evidence& evidence);            // 6
Claim claim_starts(const Evidence& evidence);                 // 7
Claim claim_lengths(const Evidence& evidence);                // 8

}  // namespace lowpass
