// From rows of one number a lane, which kernels work on, to the numbers of each lane in a row,
// which everybody else does; and back. Tiles of 16 bytes either way are turned in registers.
//
// Compiled once per SIMD target and precision.
#if defined(LOWPASS_OCTOPUS_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LOWPASS_OCTOPUS_TRANSPOSE_INL_H_
#undef LOWPASS_OCTOPUS_TRANSPOSE_INL_H_
#else
#define LOWPASS_OCTOPUS_TRANSPOSE_INL_H_
#endif

#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

/// The side of a tile: 1 for one lane, whose rows are in its order already.
template <class Real>
inline constexpr int kTile = Real::kCount == 1 ? 1 : 16 / sizeof(NumberOf<Real>);

/// A line of a tile.
template <class Real>
using LineTag = hn::FixedTag<NumberOf<Real>, kTile<Real>>;
template <class Real>
using Line = hn::Vec<LineTag<Real>>;

template <class Real>
HWY_INLINE void turn(Line<Real>* tile) {
  const LineTag<Real> d;
  if constexpr (kTile<Real> == 2) {
    const auto a = tile[0], b = tile[1];
    tile[0] = hn::InterleaveLower(d, a, b);
    tile[1] = hn::InterleaveUpper(d, a, b);
  } else if constexpr (kTile<Real> == 4) {
    const auto ab01 = hn::InterleaveLower(d, tile[0], tile[1]);  // a0 b0 a1 b1
    const auto cd01 = hn::InterleaveLower(d, tile[2], tile[3]);
    const auto ab23 = hn::InterleaveUpper(d, tile[0], tile[1]);
    const auto cd23 = hn::InterleaveUpper(d, tile[2], tile[3]);
    tile[0] = hn::ConcatLowerLower(d, cd01, ab01);
    tile[1] = hn::ConcatUpperUpper(d, cd01, ab01);
    tile[2] = hn::ConcatLowerLower(d, cd23, ab23);
    tile[3] = hn::ConcatUpperUpper(d, cd23, ab23);
  }
}

// A line as doubles, and doubles as a line, rounded where that is the lane's precision.
template <class Real>
HWY_INLINE void store_doubles(Line<Real> line, double* to) {
  using Doubles = hn::CappedTag<double, kTile<Real>>;
  if constexpr (!kIsSingle<Real>) {
    hn::StoreU(line, Doubles(), to);
  } else if constexpr (hn::MaxLanes(Doubles()) == kTile<Real>) {
    hn::StoreU(hn::PromoteTo(Doubles(), line), Doubles(), to);
  } else {
    const hn::Half<LineTag<Real>> half;
    hn::StoreU(hn::PromoteTo(Doubles(), hn::LowerHalf(half, line)), Doubles(), to);
    hn::StoreU(hn::PromoteTo(Doubles(), hn::UpperHalf(half, line)), Doubles(),
               to + kTile<Real> / 2);
  }
}

template <class Real>
HWY_INLINE Line<Real> load_doubles(const double* from) {
  const LineTag<Real> d;
  using Doubles = hn::CappedTag<double, kTile<Real>>;
  if constexpr (!kIsSingle<Real>) {
    return hn::LoadU(Doubles(), from);
  } else if constexpr (hn::MaxLanes(Doubles()) == kTile<Real>) {
    return hn::DemoteTo(d, hn::LoadU(Doubles(), from));
  } else {
    const hn::Half<LineTag<Real>> half;
    const auto lower = hn::DemoteTo(half, hn::LoadU(Doubles(), from));
    const auto upper = hn::DemoteTo(half, hn::LoadU(Doubles(), from + kTile<Real> / 2));
    return hn::Combine(d, upper, lower);
  }
}

/// `count` rows; as many numbers of each lane follow those of the lane before in `lanes`.
template <class Real>
HWY_INLINE void read_rows(const NumberOf<Real>* rows, int count, double* lanes) {
  constexpr int kWidth = static_cast<int>(Real::kCount), kSide = kTile<Real>;
  int row = 0;
  for (; row + kSide <= count; row += kSide) {
    for (int lane = 0; lane < kWidth; lane += kSide) {
      Line<Real> tile[kSide];
      for (int i = 0; i < kSide; ++i) {
        tile[i] = hn::LoadU(LineTag<Real>(), rows + (row + i) * kWidth + lane);
      }
      turn<Real>(tile);
      for (int i = 0; i < kSide; ++i)
        store_doubles<Real>(tile[i], lanes + (lane + i) * count + row);
    }
  }
  for (; row < count; ++row) {
    for (int lane = 0; lane < kWidth; ++lane) lanes[lane * count + row] = rows[row * kWidth + lane];
  }
}

/// The other way.
template <class Real>
HWY_INLINE void write_rows(const double* lanes, int count, NumberOf<Real>* rows) {
  constexpr int kWidth = static_cast<int>(Real::kCount), kSide = kTile<Real>;
  int row = 0;
  for (; row + kSide <= count; row += kSide) {
    for (int lane = 0; lane < kWidth; lane += kSide) {
      Line<Real> tile[kSide];
      for (int i = 0; i < kSide; ++i)
        tile[i] = load_doubles<Real>(lanes + (lane + i) * count + row);
      turn<Real>(tile);
      for (int i = 0; i < kSide; ++i) {
        hn::StoreU(tile[i], LineTag<Real>(), rows + (row + i) * kWidth + lane);
      }
    }
  }
  for (; row < count; ++row) {
    for (int lane = 0; lane < kWidth; ++lane) {
      rows[row * kWidth + lane] = static_cast<NumberOf<Real>>(lanes[lane * count + row]);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
