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

/// Blocks of one number: a sum of rows of the table, vectors along k.
void sum_rows(const double* in, const Term* terms, Group group, const double* table,
              std::size_t size, double* out) {
  for (std::size_t k = 0; k < size; k += kWidth) {
    AllLanes sum(0.0);
    for (int t = group.begin; t < group.end; ++t) {
      const AllLanes row = AllLanes::load_unaligned(table + terms[t].row_begin + k);
      sum += AllLanes(in[terms[t].block_begin]) * row;
    }
    store_some(sum, out + k, size - k);
  }
}

/// Sums of kVectors neighbouring vectors over the terms [begin, end) at column k of the table.
template <std::size_t kVectors>
HWY_INLINE void add_terms(const double* in, const Term* terms, int begin, int end,
                          const double* table_k, AllLanes (&sum)[kVectors]) {
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = AllLanes(0.0);
  for (int t = begin; t < end; ++t) {
    const AllLanes factor(table_k[terms[t].row_begin]);
    const double* block = in + terms[t].block_begin;
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[v] += factor * AllLanes::load_unaligned(block + v * kWidth);
    }
  }
}

/// Larger blocks: vectors along the block. With E the sum over even and O over odd frequencies,
/// out[k] = E + O and out[size-1-k] = E - O.
template <std::size_t kVectors>
HWY_INLINE void sum_columns(const double* in, const Term* terms, Group group, const double* table_k,
                            double* front, double* back, std::size_t count) {
  AllLanes even[kVectors], odd[kVectors];
  add_terms(in, terms, group.begin, group.odd, table_k, even);
  add_terms(in, terms, group.odd, group.end, table_k, odd);
  for (std::size_t v = 0; v < kVectors; ++v) {
    store_some(even[v] + odd[v], front + v * kWidth, count - v * kWidth);
    store_some(even[v] - odd[v], back + v * kWidth, count - v * kWidth);
  }
}

void sum_blocks(const double* in, const Term* terms, Group group, const double* table,
                std::size_t size, std::size_t block, double* out) {
  constexpr std::size_t kWide = 4 * kWidth;
  for (std::size_t k = 0; 2 * k < size; ++k) {
    // In the middle of an odd axis front and back are one row, and O is 0.
    double* front = out + k * block;
    double* back = out + (size - 1 - k) * block;
    std::size_t j = 0;
    for (; j + kWide <= block; j += kWide) {
      sum_columns<4>(in + j, terms, group, table + k, front + j, back + j, kWide);
    }
    for (; j < block; j += kWidth) {
      sum_columns<1>(in + j, terms, group, table + k, front + j, back + j, block - j);
    }
  }
}

void axis_sum(const double* in, const Term* terms, const Group* groups, std::size_t group_count,
              const double* table, std::size_t size, std::size_t block, double* out) {
  for (std::size_t g = 0; g < group_count; ++g) {
    if (block == 1) {
      sum_rows(in, terms, groups[g], table, size, out + g * size);
    } else {
      sum_blocks(in, terms, groups[g], table, size, block, out + g * size * block);
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
  (in, terms_.data(), groups_.data(), groups_.size(), table_.data(), static_cast<std::size_t>(size_),
   static_cast<std::size_t>(block_cells_), out);
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
  const std::ptrdiff_t stride = size_ + static_cast<std::ptrdiff_t>(kSlack);
  table_.reserve(row_frequency_.size() * static_cast<std::size_t>(stride));
  for (const Term& term : terms) {
    const auto row =
        std::lower_bound(row_frequency_.begin(), row_frequency_.end(), term.frequency);
    const int i = static_cast<int>(terms_.size());
    if (groups_.size() <= static_cast<std::size_t>(term.group)) groups_.push_back({i, i, i});
    assert(groups_.size() == static_cast<std::size_t>(term.group) + 1);
    terms_.push_back({term.block * block_cells_, (row - row_frequency_.begin()) * stride});
    groups_.back().end = i + 1;
    if (term.frequency % 2 == 0) groups_.back().odd = i + 1;
  }
}

std::span<double> AxisSum::new_row() {
  const std::size_t begin = table_.size();
  table_.resize(begin + static_cast<std::size_t>(size_) + kSlack, 0.0);
  return std::span(table_).subspan(begin);
}

}  // namespace lowpass
#endif
