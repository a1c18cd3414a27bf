//===- IndexSet.h - sets of indices -----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of integers as runs with steps, for lower bounds: if a result takes more
// than kMaxRuns runs, or more time than its elements are worth, it is a subset.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INDEXSET_H
#define MATRIX_FRONTEND_LIB_INDEXSET_H

#include "IndexRun.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

class IndexSet {
public:
  static constexpr unsigned kMaxRuns = 4096;
  /// Upper bound of the elements that an operation lists one by one.
  static constexpr int64_t kMaxListed = 1 << 14;

  IndexSet() = default;
  /// [0, extent)
  static IndexSet all(int64_t extent) { return range(0, extent); }
  static IndexSet range(int64_t begin, int64_t end);
  static IndexSet ofElements(llvm::SmallVectorImpl<int64_t> &elements);

  bool empty() const { return runs.empty(); }
  int64_t count() const;
  int64_t first() const { return runs.front().first; }
  int64_t last() const { return runs.back().last(); }
  bool contains(int64_t index) const;
  /// Requires count() <= kMaxListed.
  llvm::SmallVector<int64_t> elements() const;
  bool operator==(const IndexSet &other) const { return runs == other.runs; }

  /// factor * i + offset for all i.
  IndexSet scaled(int64_t factor, int64_t offset) const;
  /// The i in [0, extent) with factor * i + offset in the set.
  IndexSet unscaled(int64_t factor, int64_t offset, int64_t extent) const;
  IndexSet intersected(const IndexSet &other) const;
  IndexSet clipped(int64_t begin, int64_t end) const {
    return intersected(range(begin, end));
  }
  /// Requires `begin` <= `end`.
  IndexSet without(int64_t begin, int64_t end) const;
  IndexSet united(const IndexSet &other) const;
  /// i + j for all i and all j of the other set.
  IndexSet plus(const IndexSet &other) const;
  /// The i with all of [i * size, (i + 1) * size) in the set.
  IndexSet wholeBlocks(int64_t size) const;

private:
  void append(IndexRun run);
  const IndexRun &longest() const;

  llvm::SmallVector<IndexRun, 1> runs; // ascending, without overlap
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INDEXSET_H
