//===- IndexRun.h - indices in steps -------------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic progressions of indices, of which sets of indices consist
// (IndexSet.h), and the operations on them. Results that cannot be represented,
// or found within a limit, are absent.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INDEXRUN_H
#define MATRIX_FRONTEND_LIB_INDEXRUN_H

#include <cstdint>
#include <optional>

namespace matrix {

/// Sums of two indices of at most this magnitude do not overflow.
inline constexpr int64_t kMaxIndex = int64_t(1) << 60;

/// `count` > 0 indices in steps of `step` > 0, which is 1 for one index.
struct IndexRun {
  int64_t first = 0, step = 1, count = 0;

  static IndexRun make(int64_t first, int64_t step, int64_t count) {
    return {first, count == 1 ? 1 : step, count};
  }
  int64_t last() const { return first + (count - 1) * step; }
  bool operator==(const IndexRun &other) const {
    return first == other.first && step == other.step && count == other.count;
  }
};

/// Returns the part of a run in [from, to].
std::optional<IndexRun> clip(const IndexRun &run, int64_t from, int64_t to);

/// Returns the common indices of two runs, or none if to find the first one
/// takes more than `maxTries` steps.
std::optional<IndexRun> intersect(const IndexRun &a, const IndexRun &b,
                                  int64_t maxTries);

/// Returns the sums of the indices of two runs if they are a run.
std::optional<IndexRun> sumOf(IndexRun a, IndexRun b);

/// Returns a * b + c, or no value beyond kMaxIndex.
std::optional<int64_t> multiplyAdd(int64_t a, int64_t b, int64_t c);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INDEXRUN_H
