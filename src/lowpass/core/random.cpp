#include "lowpass/core/random.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/core/random.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

using Bits = hn::Vec<hn::ScalableTag<std::uint64_t>>;
constexpr hn::ScalableTag<std::uint64_t> kBitsTag;

/// The four 32-bit words of a Philox counter, each in the low half of a 64-bit lane.
struct Counter {
  Bits word[4];
};

HWY_INLINE Bits low_half(Bits x) { return hn::And(x, hn::Set(kBitsTag, 0xFFFFFFFFu)); }

/// The 64-bit product of the low halves.
HWY_INLINE Bits product(Bits a, std::uint32_t b) {
  const hn::Repartition<std::uint32_t, decltype(kBitsTag)> d32;
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, hn::Set(kBitsTag, b)));
}

/// Philox4x32 with 10 rounds ([SALMON11] §4.3; multipliers and Weyl constants of its table).
HWY_INLINE Counter philox(Counter c, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const Bits p0 = product(c.word[0], 0xD2511F53u);
    const Bits p1 = product(c.word[2], 0xCD9E8D57u);
    const Bits high0 = hn::ShiftRight<32>(p0);
    const Bits high1 = hn::ShiftRight<32>(p1);
    c.word[0] = hn::Xor(hn::Xor(high1, c.word[1]), hn::Set(kBitsTag, key0));
    c.word[1] = low_half(p1);
    c.word[2] = hn::Xor(hn::Xor(high0, c.word[3]), hn::Set(kBitsTag, key1));
    c.word[3] = low_half(p0);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return c;
}

/// 52 random bits as a double in [1, 2).
HWY_INLINE AllLanes in_one_two(Bits high, Bits low) {
  const Bits bits = hn::Or(hn::ShiftLeft<32>(high), low);
  const Bits one = hn::Set(kBitsTag, 0x3FF0000000000000u);
  return AllLanes::from(hn::BitCast(AllLanes::Tag(), hn::Or(hn::ShiftRight<12>(bits), one)));
}

/// Two rows of doubles in [1, 2): those of counters block .. block + lanes - 1.
struct Pair {
  AllLanes first, second;
};

HWY_INLINE Pair uniform_pair(const RandomRow& row, std::uint64_t block) {
  Counter c;
  c.word[0] = hn::Add(hn::Iota(kBitsTag, 0), hn::Set(kBitsTag, block));
  c.word[1] = hn::Set(kBitsTag, row.individual);
  c.word[2] = hn::Set(kBitsTag, row.generation);
  c.word[3] = hn::Set(kBitsTag, static_cast<std::uint32_t>(row.stream));
  c = philox(c, static_cast<std::uint32_t>(row.seed), static_cast<std::uint32_t>(row.seed >> 32));
  return {in_one_two(c.word[0], c.word[1]), in_one_two(c.word[2], c.word[3])};
}

/// Box-Muller: sqrt(-2 ln u) (cos, sin)(2 pi v), with u in (0, 1] and v in [0, 1).
HWY_INLINE Pair normal_pair(Pair uniform) {
  const AllLanes u = AllLanes(2.0) - uniform.first;
  const AllLanes radius = sqrt(AllLanes(-2.0) * log(u));
  AllLanes sine, cosine;
  sin_cos_turns(uniform.second - AllLanes(1.0), sine, cosine);
  return {radius * cosine, radius * sine};
}

/// Number 2 b of the row is the first of block b, number 2 b + 1 its second.
HWY_INLINE void store_interleaved(Pair pair, double* out, std::size_t count) {
  constexpr std::size_t n = AllLanes::kCount;
  if (count >= 2 * n) {
    hn::StoreInterleaved2(pair.first.v, pair.second.v, AllLanes::Tag(), out);
    return;
  }
  alignas(64) double rest[2 * n];
  hn::StoreInterleaved2(pair.first.v, pair.second.v, AllLanes::Tag(), rest);
  for (std::size_t i = 0; i < count; ++i) out[i] = rest[i];
}

void normals(const RandomRow& row, double* out, std::size_t count) {
  constexpr std::size_t n = AllLanes::kCount;
  for (std::size_t i = 0; i < count; i += 2 * n) {
    store_interleaved(normal_pair(uniform_pair(row, i / 2)), out + i, count - i);
  }
}

void uniforms(const RandomRow& row, double* out, std::size_t count) {
  constexpr std::size_t n = AllLanes::kCount;
  for (std::size_t i = 0; i < count; i += 2 * n) {
    Pair pair = uniform_pair(row, i / 2);
    pair = {pair.first - AllLanes(1.0), pair.second - AllLanes(1.0)};
    store_interleaved(pair, out + i, count - i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(normals);
HWY_EXPORT(uniforms);

void fill_normals(const RandomRow& row, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(normals)(row, out.data(), out.size());
}

void fill_uniforms(const RandomRow& row, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(uniforms)(row, out.data(), out.size());
}

}  // namespace lowpass
#endif
