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

/// The four 32-bit words of a Philox counter, each in the low half of a 64-bit lane; the high
/// halves mean nothing.
struct Counter {
  Bits word[4];
};

HWY_INLINE Bits low_half(Bits x) { return hn::And(x, hn::Set(kBitsTag, 0xFFFFFFFFu)); }

/// The 64-bit product of the low halves.
HWY_INLINE Bits product(Bits a, std::uint32_t b) {
  const hn::Repartition<std::uint32_t, decltype(kBitsTag)> d32;
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, hn::Set(kBitsTag, b)));
}

/// The counters of a row, and their random words: Philox4x32 with 10 rounds ([SALMON11] §4.3;
/// multipliers and Weyl constants of its table).
class Philox {
 public:
  HWY_INLINE explicit Philox(const RandomRow& row) : row_(row) {
    auto key0 = static_cast<std::uint32_t>(row.seed);
    auto key1 = static_cast<std::uint32_t>(row.seed >> 32);
    for (int round = 0; round < kRounds; ++round) {
      key_[round][0] = hn::Set(kBitsTag, key0);
      key_[round][1] = hn::Set(kBitsTag, key1);
      key0 += 0x9E3779B9u;
      key1 += 0xBB67AE85u;
    }
  }

  /// The words of kSets vectors of counters, `block` the first. Two vectors at a time: each round
  /// waits for the products of the one before.
  static constexpr std::size_t kSets = 2;
  HWY_INLINE void words(std::uint64_t block, Counter (&c)[kSets]) const {
    for (std::size_t set = 0; set < kSets; ++set) {
      const std::uint64_t first = block + set * hn::Lanes(kBitsTag);
      c[set].word[0] = hn::Add(hn::Iota(kBitsTag, 0), hn::Set(kBitsTag, first));
      c[set].word[1] = hn::Set(kBitsTag, row_.individual);
      c[set].word[2] = hn::Set(kBitsTag, row_.generation);
      c[set].word[3] = hn::Set(kBitsTag, static_cast<std::uint32_t>(row_.stream));
    }
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t set = 0; set < kSets; ++set) mix(c[set], round);
    }
  }

 private:
  static constexpr int kRounds = 10;

  HWY_INLINE void mix(Counter& c, int round) const {
    const Bits p0 = product(c.word[0], 0xD2511F53u);
    const Bits p1 = product(c.word[2], 0xCD9E8D57u);
    c.word[0] = hn::Xor(hn::Xor(hn::ShiftRight<32>(p1), c.word[1]), key_[round][0]);
    c.word[1] = p1;
    c.word[2] = hn::Xor(hn::Xor(hn::ShiftRight<32>(p0), c.word[3]), key_[round][1]);
    c.word[3] = p0;
  }

  const RandomRow& row_;
  Bits key_[kRounds][2];
};

/// Two words as one of 64 bits.
HWY_INLINE Bits joined(Bits high, Bits low) {
  return hn::Or(hn::ShiftLeft<32>(high), low_half(low));
}

/// Two rows of numbers.
template <class Real>
struct Pair {
  Real first, second;
};

/// 52 random bits as a double in [1, 2).
HWY_INLINE AllLanes in_one_two(Bits high, Bits low) {
  const Bits one = hn::Set(kBitsTag, 0x3FF0000000000000u);
  const Bits bits = hn::Or(hn::ShiftRight<12>(joined(high, low)), one);
  return AllLanes::from(hn::BitCast(AllLanes::Tag(), bits));
}

/// Box-Muller: sqrt(-2 ln u) (cos, sin)(2 pi v), with u in (0, 1] and v a number of turns.
template <class Real>
HWY_INLINE Pair<Real> normal_pair(Real u, Real v) {
  const Real radius = sqrt(Real(-2.0) * log(u));
  Real sine, cosine;
  sin_cos_turns(v, sine, cosine);
  return {radius * cosine, radius * sine};
}

// What numbers are made of the words of a vector of counters: a pair of vectors.

struct Uniforms {
  using Real = AllLanes;
  static HWY_INLINE Pair<Real> numbers(const Counter& c) {
    return {in_one_two(c.word[0], c.word[1]) - Real(1.0),
            in_one_two(c.word[2], c.word[3]) - Real(1.0)};
  }
};

struct Normals {
  using Real = AllLanes;
  static HWY_INLINE Pair<Real> numbers(const Counter& c) {
    return normal_pair(Real(2.0) - in_one_two(c.word[0], c.word[1]),
                       in_one_two(c.word[2], c.word[3]) - Real(1.0));
  }
};

/// Every word is a number of single precision, so a counter has two pairs: words 0 and 2 in the
/// even lanes, 1 and 3 in the odd ones.
struct SingleNormals {
  using Real = AllLanesOf<float>;
  static HWY_INLINE Pair<Real> numbers(const Counter& c) {
    const hn::RebindToUnsigned<Real::Tag> words;
    const auto u = hn::BitCast(words, joined(c.word[1], c.word[0]));
    const auto v = hn::BitCast(words, joined(c.word[3], c.word[2]));
    // In (0, 1] from 31 bits, and in [-1/2, 1/2] from 32.
    return normal_pair((number(hn::ShiftRight<1>(u)) + Real(0.5)) * Real(0x1p-31),
                       number(v) * Real(0x1p-32));
  }

 private:
  template <class Words>
  static HWY_INLINE Real number(Words words) {
    const hn::RebindToSigned<Real::Tag> integers;
    return Real::from(hn::ConvertTo(Real::Tag(), hn::BitCast(integers, words)));
  }
};

/// Number 2 i of the row is the first of pair i, number 2 i + 1 its second.
template <class Real>
HWY_INLINE void store_interleaved(Pair<Real> pair, NumberOf<Real>* out, std::size_t count) {
  constexpr std::size_t n = Real::kCount;
  if (count >= 2 * n) {
    hn::StoreInterleaved2(pair.first.v, pair.second.v, typename Real::Tag(), out);
    return;
  }
  alignas(64) NumberOf<Real> rest[2 * n];
  hn::StoreInterleaved2(pair.first.v, pair.second.v, typename Real::Tag(), rest);
  for (std::size_t i = 0; i < count; ++i) out[i] = rest[i];
}

template <class Kind>
HWY_INLINE void fill(const RandomRow& row, NumberOf<typename Kind::Real>* out, std::size_t count) {
  constexpr std::size_t n = 2 * Kind::Real::kCount;  // numbers of a vector of counters
  const std::size_t counters = hn::Lanes(kBitsTag);
  const Philox philox(row);
  for (std::size_t i = 0; i < count; i += Philox::kSets * n) {
    Counter c[Philox::kSets];
    philox.words(i / n * counters, c);
    for (std::size_t set = 0; set < Philox::kSets; ++set) {
      const std::size_t first = i + set * n;
      if (first < count) store_interleaved(Kind::numbers(c[set]), out + first, count - first);
    }
  }
}

void normals(const RandomRow& row, double* out, std::size_t count) {
  fill<Normals>(row, out, count);
}
void single_normals(const RandomRow& row, float* out, std::size_t count) {
  fill<SingleNormals>(row, out, count);
}
void uniforms(const RandomRow& row, double* out, std::size_t count) {
  fill<Uniforms>(row, out, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(normals);
HWY_EXPORT(single_normals);
HWY_EXPORT(uniforms);

void fill_normals(const RandomRow& row, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(normals)(row, out.data(), out.size());
}

void fill_normals(const RandomRow& row, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(single_normals)(row, out.data(), out.size());
}

void fill_uniforms(const RandomRow& row, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(uniforms)(row, out.data(), out.size());
}

}  // namespace lowpass
#endif
