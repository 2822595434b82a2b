#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace lowpass {

/// `count` doubles aligned to a cache line, so that a vector never straddles two. Not initialised.
class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t count)
      : data_(static_cast<double*>(::operator new[](count * sizeof(double), kAlignment))) {}

  double* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(double* data) const { ::operator delete[](data, kAlignment); }
  };
  std::unique_ptr<double[], Free> data_;
};

}  // namespace lowpass
