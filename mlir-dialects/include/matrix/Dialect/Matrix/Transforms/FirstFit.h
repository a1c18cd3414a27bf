//===- FirstFit.h - first-fit allocation over live ranges -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit: buffers are placed one after another, each at the lowest offset at
// which it overlaps no placed buffer that is live at the same time. The unit of
// offsets and sizes is that of the memory: bytes of a scratchpad, rows of a row
// memory. The intervals of the live buffers are sorted by offset, and the first
// gap that is large enough is taken:
//
//   offset  0      4        10     12
//           | live |  gap   | live |  ...
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_FIRSTFIT_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_FIRSTFIT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace matrix {

/// A buffer with its live range, as operation numbers, ends included.
struct LiveBuffer {
  int64_t size = 0;
  int64_t begin = 0, end = 0;
  int64_t offset = 0; ///< assigned by first fit

  int64_t endOffset() const { return offset + size; }
  bool isLiveAt(int64_t number) const {
    return begin <= number && number <= end;
  }
  bool isLiveWith(const LiveBuffer &other) const {
    return begin <= other.end && other.begin <= end;
  }
};

/// Returns the lowest offset of `buffer`, from `offset` on, among `placed`, a
/// range of LiveBuffer or of classes derived from it.
template <typename Range>
int64_t findFirstFit(const LiveBuffer &buffer, const Range &placed,
                     int64_t offset = 0) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> occupied;
  for (const LiveBuffer &other : placed)
    if (other.isLiveWith(buffer))
      occupied.push_back({other.offset, other.endOffset()});
  llvm::sort(occupied);
  for (auto [begin, end] : occupied) {
    if (offset + buffer.size <= begin)
      break;
    offset = std::max(offset, end);
  }
  return offset;
}

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_FIRSTFIT_H
