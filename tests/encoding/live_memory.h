#pragma once

#include <cstddef>

namespace lowpass {

// This program's memory from operator new, as the allocator counts it.

/// Bytes that are in use now.
std::size_t live_bytes();
/// The most that were in use at once since reset_peak_bytes().
std::size_t peak_bytes();
void reset_peak_bytes();

}  // namespace lowpass
