#pragma once

#include <csignal>

#include <sys/resource.h>

namespace lowpass {

/// While it lives, no file of this process may grow beyond `bytes`: as on a full disk.
class SmallDisk {
 public:
  /// Full for good, or only until the first write that does not fit has failed.
  enum class Lasts { kToTheEnd, kForOneWrite };

  explicit SmallDisk(rlim_t bytes, Lasts lasts = Lasts::kToTheEnd) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, lasts == Lasts::kForOneWrite ? make_room : SIG_IGN);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  static void make_room(int) { ::setrlimit(RLIMIT_FSIZE, &before_); }

  static inline rlimit before_ = {};
};

}  // namespace lowpass
