#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lowpass/core/error.h"

namespace lowpass {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

/// Appends values to a string of bytes.
class ByteWriter {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_arithmetic_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void put(const std::vector<double>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    put_raw(text);
  }
  void put_raw(std::string_view raw) { bytes_.append(raw); }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads them back in the same order; throws Error (kFile) where they end too early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_arithmetic_v<T>);
    T value;
    std::memcpy(&value, get_raw(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::vector<double> get_numbers() {
    const auto count = get<std::uint64_t>();
    if (count > bytes_.size() / sizeof(double)) fail();
    std::vector<double> values(count);
    const std::string_view raw = get_raw(count * sizeof(double));
    if (count > 0) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }
  std::string get_text() { return std::string(get_raw(get<std::uint64_t>())); }
  std::string_view get_raw(std::size_t count) {
    if (count > bytes_.size()) fail();
    const std::string_view raw = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return raw;
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  [[noreturn]] static void fail() { throw Error(ErrorKind::kFile, "ends too early"); }

  std::string_view bytes_;
};

}  // namespace lowpass
