#pragma once

#include "lowpass/paper/claim_parts.h"

namespace lowpass {

// The claims, each in the file of its subject; decide() is still to follow.

Claim claim_headline(const Evidence& evidence);               // 1
Claim claim_direct_beats_only_ten(const Evidence& evidence);  // 2
Claim claim_plain_mapping_raw(const Evidence& evidence);      // 3
Claim claim_plain_mapping_meta(const Evidence& evidence);     // 4
Claim claim_no_advantage(const Evidence& evidence);           // 5
Claim claim_incremental(const Evidence& evidence);            // 6
Claim claim_starts(const Evidence& evidence);                 // 7
Claim claim_lengths(const Evidence& evidence);                // 8
Claim claim_mapping_decides(const Evidence& evidence);        // 9
Claim claim_meta_starts(const Evidence& evidence);            // 10
Claim claim_shape_of_lengths(const Evidence& evidence);       // 11
Claim claim_narrow_starts(const Evidence& evidence);          // 12

}  // namespace lowpass
