//===- ScratchpadRoom.h - free bytes of the scratchpads ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers of a function in the scratchpad of each core, with their live
// ranges. Tensors take what remains between them, by first fit.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCRATCHPADROOM_H
#define MATRIX_FRONTEND_LIB_SCRATCHPADROOM_H

#include "LiveRanges.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"

namespace matrix {

/// What the scratchpads have room for. Sizes are bytes.
struct ScratchpadRoom {
  /// The buffers of each core.
  std::vector<llvm::SmallVector<LiveBuffer>> &occupied;
  const LiveRanges &ranges;
  int64_t alignment, capacity;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCRATCHPADROOM_H
