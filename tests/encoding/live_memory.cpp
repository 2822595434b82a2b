#include "tests/encoding/live_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> live = 0, peak = 0;

void* counted(void* memory) {
  if (!memory) throw std::bad_alloc();
  const std::size_t now = live += malloc_usable_size(memory);
  std::size_t before = peak;
  while (before < now && !peak.compare_exchange_weak(before, now)) {
  }
  return memory;
}

void give_back(void* memory) {
  live -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(a, (size + a - 1) / a * a));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace lowpass {

std::size_t live_bytes() { return live; }
std::size_t peak_bytes() { return peak; }
void reset_peak_bytes() { peak = live.load(); }

}  // namespace lowpass
