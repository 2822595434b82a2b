#include "lowpass/basis/axis_sum.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lowpass/basis/axis_sum.cpp"
#include "hwy/foreach_target.h"
#include "lowpass/core/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lowpass {
namespace HWY_NAMESPACE {

using Term = AxisSum::PlacedTerm;
using Group = AxisSum::Group;
constexpr std::size_t kWidth = AllLanes::kCount;

/// Stores the first `count` lanes.
HWY_INLINE void store_some(AllLanes x, double* out, std::size_t count) {
  if (count >= kWidth) {
    x.store_unaligned(out);
  } else {
    const AllLanes::Tag d;
    hn::BlendedStore(x.v, hn::FirstN(d, count), d, out);
  }
}

/// kVectors vectors of a sum of rows of the table, from column k on.
template <std::size_t kVectors>
HWY_INLINE void sum_row_part(const double* in, const Term* terms, Group group, const double* table,
                             std::size_t k, std::size_t count, double* out) {
  AllLanes sum[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = AllLanes(0.0);
  for (int t = group.begin; t < group.end; ++t) {
    const AllLanes coefficient(in[terms[t].block_begin]);
    const double* row = table + terms[t].row_begin + k;
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[v] += coefficient * AllLanes::load_unaligned(row + v * kWidth);
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) {
    store_some(sum[v], out + k + v * kWidth, count - v * kWidth);
  }
}

/// Blocks of one number: a sum of rows of the table, vectors along k.
void sum_rows(const double* in, const Term* terms, Group group, const double* table,
              std::size_t size, double* out) {
  std::size_t k = 0;
  for (; k + 4 * kWidth <= size; k += 4 * kWidth) {
    sum_row_part<4>(in, terms, group, table, k, 4 * kWidth, out);
  }
  for (; k < size; k += kWidth) sum_row_part<1>(in, terms, group, table, k, size - k, out);
}

/// p + count. Said in bytes, g++ 12 keeps it as one pointer; otherwise it adds up the address of
/// every row in every term anew, which cost some 5 % at 1024 x 1024.
HWY_INLINE const double* moved(const double* p, std::ptrdiff_t count) {
  constexpr auto kBytes = static_cast<std::ptrdiff_t>(sizeof(double));
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(p) + kBytes * count);
}

/// factor(row r) * vector v of the term's block, for each r and v: put into `sum`, or added to it.
/// Rows are `apart` numbers apart from k on.
template <bool kAdds, std::size_t kRows, std::size_t kVectors>
HWY_INLINE void take_term(const double* in, Term term, const double* table_k, std::size_t apart,
                          AllLanes (&sum)[kRows][kVectors]) {
  const double* factors = moved(table_k, term.row_begin);
  const double* block = moved(in, term.block_begin);
  AllLanes x[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = AllLanes::load_unaligned(block + v * kWidth);
  for (std::size_t r = 0; r < kRows; ++r) {
    const AllLanes factor(factors[r * apart]);
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[r][v] = kAdds ? sum[r][v] + factor * x[v] : factor * x[v];
    }
  }
}

/// The same for two rows whose factors are equal, or opposite (is_flipped): one product for both.
template <std::size_t kVectors>
HWY_INLINE void add_shared_term(const double* in, Term term, const double* table_k,
                                AllLanes (&sum)[2][kVectors]) {
  const AllLanes factor(*moved(table_k, term.row_begin));
  const double* block = moved(in, term.block_begin);
  AllLanes product[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    product[v] = factor * AllLanes::load_unaligned(block + v * kWidth);
    sum[0][v] += product[v];
  }
  if (term.is_flipped) {
    for (std::size_t v = 0; v < kVectors; ++v) sum[1][v] -= product[v];
  } else {
    for (std::size_t v = 0; v < kVectors; ++v) sum[1][v] += product[v];
  }
}

/// What the sums over a group's blocks need besides the place.
struct Blocks {
  const double* in;
  const Term* terms;
  Group group;
  const double* table;
  std::size_t size, block;
  double* out;
  const double* start;  // 0 + the first term of a strip, if it is the same in every row; else null
  std::size_t strip;    // where the strip begins
  bool shares_halves;
};

/// Rows k, k + apart, ... and their mirror images, `count` columns from j on. With E the sum over
/// even and O over odd frequencies, out[k] = E + O and out[size-1-k] = E - O; in the middle of an
/// odd axis both are one row, and O is 0.
///
/// E begins with +0, as a sum does, and hence is never -0; so the sign of a zero O makes no
/// difference, and O may begin with its first product.
///
/// kShares: the two rows are mirror images in the half axis, and share the products of even terms.
template <bool kShares, std::size_t kRows, std::size_t kVectors>
HWY_INLINE void sum_tile(const Blocks& b, std::size_t k, std::size_t apart, std::size_t j,
                         std::size_t count) {
  AllLanes even[kRows][kVectors], odd[kRows][kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    const AllLanes start =
        b.start ? AllLanes::load_unaligned(b.start + (j - b.strip) + v * kWidth) : AllLanes(0.0);
    for (std::size_t r = 0; r < kRows; ++r) {
      even[r][v] = start;
      odd[r][v] = AllLanes(0.0);
    }
  }
  int t = b.group.begin + (b.start ? 1 : 0);
  for (; t < b.group.odd; ++t) {
    if constexpr (kShares) {
      add_shared_term(b.in + j, b.terms[t], b.table + k, even);
    } else {
      take_term<true>(b.in + j, b.terms[t], b.table + k, apart, even);
    }
  }
  if (t < b.group.end) take_term<false>(b.in + j, b.terms[t++], b.table + k, apart, odd);
  for (; t < b.group.end; ++t) take_term<true>(b.in + j, b.terms[t], b.table + k, apart, odd);
  for (std::size_t r = 0; r < kRows; ++r) {
    double* front = b.out + (k + r * apart) * b.block + j;
    double* back = b.out + (b.size - 1 - k - r * apart) * b.block + j;
    for (std::size_t v = 0; v < kVectors; ++v) {
      store_some(even[r][v] + odd[r][v], front + v * kWidth, count - v * kWidth);
      store_some(even[r][v] - odd[r][v], back + v * kWidth, count - v * kWidth);
    }
  }
}

/// Columns [begin, end) of kRows rows.
template <bool kShares, std::size_t kRows>
HWY_INLINE void sum_strip(const Blocks& b, std::size_t k, std::size_t apart, std::size_t begin,
                          std::size_t end) {
  std::size_t j = begin;
  for (; j + 4 * kWidth <= end; j += 4 * kWidth) {
    sum_tile<kShares, kRows, 4>(b, k, apart, j, 4 * kWidth);
  }
  for (; j < end; j += kWidth) sum_tile<kShares, kRows, 1>(b, k, apart, j, end - j);
}

/// Larger blocks: vectors along the block. Two rows of four vectors at a time are enough
/// independent sums to hide the latency of an addition. Columns are taken in strips of 4 KiB a row:
/// the blocks of a few dozen terms then stay in the second cache, and a row's page is visited once
/// or twice (strips for the first cache, a quarter as wide, are 7 % slower; on huge pages they are
/// not, so it is looking up pages that costs).
void sum_blocks(Blocks b) {
  constexpr std::size_t kStrip = 512;
  double start[kStrip + kWidth];
  const bool is_constant = b.group.begins_constant;
  const std::size_t half = (b.size + 1) / 2;
  for (std::size_t begin = 0; begin < b.block; begin += kStrip) {
    const std::size_t end = begin + kStrip < b.block ? begin + kStrip : b.block;
    if (is_constant) {
      const AllLanes factor(b.table[b.terms[b.group.begin].row_begin]);
      const double* block = b.in + b.terms[b.group.begin].block_begin + begin;
      for (std::size_t i = 0; i < end - begin; i += kWidth) {
        (AllLanes(0.0) + factor * AllLanes::load_unaligned(block + i)).store_unaligned(start + i);
      }
      b.start = start;
    }
    b.strip = begin;
    if (b.shares_halves) {
      for (std::size_t k = 0; k < half / 2; ++k) {
        sum_strip<true, 2>(b, k, half - 1 - 2 * k, begin, end);
      }
      continue;
    }
    std::size_t k = 0;
    for (; k + 2 <= half; k += 2) sum_strip<false, 2>(b, k, 1, begin, end);
    for (; k < half; ++k) sum_strip<false, 1>(b, k, 1, begin, end);
  }
}

void axis_sum(const double* in, const Term* terms, const Group* groups, std::size_t group_count,
              const double* table, std::size_t size, bool shares_halves, std::size_t block,
              std::size_t out_stride, double* out) {
  for (std::size_t g = 0; g < group_count; ++g, out += out_stride) {
    if (block == 1) {
      sum_rows(in, terms, groups[g], table, size, out);
    } else {
      sum_blocks({in, terms, groups[g], table, size, block, out, nullptr, 0, shares_halves});
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lowpass
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lowpass {

HWY_EXPORT(axis_sum);

void AxisSum::apply(const double* in, double* out) const {
  HWY_DYNAMIC_DISPATCH(axis_sum)
  (in, terms_.data(), groups_.data(), groups_.size(), table_.data(),
   static_cast<std::size_t>(size_), shares_halves_, static_cast<std::size_t>(block_cells_),
   static_cast<std::size_t>(block_stride(out_block())), out);
}

void AxisSum::place(std::vector<Term> terms) {
  // Stable: inside a group, even frequencies before odd ones, each in the given order.
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return a.group != b.group ? a.group < b.group : a.frequency % 2 < b.frequency % 2;
  });
  for (const Term& term : terms) row_frequency_.push_back(term.frequency);
  std::sort(row_frequency_.begin(), row_frequency_.end());
  row_frequency_.erase(std::unique(row_frequency_.begin(), row_frequency_.end()),
                       row_frequency_.end());
  const Cell stride = size_ + kSlack;
  table_.reserve(row_frequency_.size() * stride);
  for (const Term& term : terms) {
    const auto row = std::lower_bound(row_frequency_.begin(), row_frequency_.end(), term.frequency);
    const int i = static_cast<int>(terms_.size());
    if (groups_.size() <= static_cast<std::size_t>(term.group)) groups_.push_back({i, i, i, false});
    assert(groups_.size() == static_cast<std::size_t>(term.group) + 1);
    terms_.push_back({term.block * block_stride(block_cells_),
                      (row - row_frequency_.begin()) * stride, term.frequency % 4 == 2});
    groups_.back().end = i + 1;
    if (term.frequency % 2 == 0) groups_.back().odd = i + 1;
  }
}

void AxisSum::note_symmetries() {
  shares_halves_ = size_ % 4 == 0;
  for (std::size_t i = 0; i < row_frequency_.size() && shares_halves_; ++i) {
    if (row_frequency_[i] % 2 == 1) continue;
    const double* row = table_.data() + static_cast<Cell>(i) * (size_ + kSlack);
    const double sign = row_frequency_[i] % 4 == 2 ? -1.0 : 1.0;
    for (int k = 0; k < size_ / 4; ++k) {
      shares_halves_ = shares_halves_ && row[size_ / 2 - 1 - k] == sign * row[k];
    }
  }
  for (Group& group : groups_) {
    const double* row = table_.data() + terms_[group.begin].row_begin;
    group.begins_constant = group.begin < group.odd && std::count(row, row + size_, *row) == size_;
  }
}

std::span<double> AxisSum::new_row() {
  const std::size_t begin = table_.size();
  table_.resize(begin + size_ + kSlack, 0.0);
  return std::span(table_).subspan(begin);
}

}  // namespace lowpass
#endif
