#pragma once

namespace lowpass {

/// How often this program has called operator new so far.
long allocation_count();

}  // namespace lowpass
