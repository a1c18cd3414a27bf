//===- PrefetchBlocks.h - loads during the preceding launch -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetching of first blocks between expanded launches, which hides the
// latency of a launch's first transfers behind the computation of the launch
// before. A load moves to the launch before if that launch does not write its
// source, and if the buffers of both fit the scratchpad together. The
// operations of a launch otherwise keep their order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PREFETCHBLOCKS_H
#define MATRIX_FRONTEND_LIB_PREFETCHBLOCKS_H

#include "Access/FusionGroup.h"
#include "Emit/Loop/SemaphoreRange.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

namespace matrix {

/// The operations of a launch that runs on all cores, in its place.
struct ExpandedLaunch {
  mlir::Operation *first, *last;
  llvm::SmallVector<mlir::Value> outputs; ///< in DRAM
  SemaphoreRange semaphores;
  int64_t prefetchedBytes = 0; ///< live during the launch before
  bool isAtTop = false;        ///< whether its buffers are at the end
  int64_t residentBytes = 0;   ///< where resident values end
};

/// Returns the bytes that a buffer occupies in the scratchpad.
inline int64_t getBufferSize(mlir::MemRefType type, int64_t alignment) {
  return llvm::alignTo(type.getNumElements() *
                           llvm::divideCeil(type.getElementTypeBitWidth(), 8),
                       alignment);
}

/// Attribute of buffers that are at the end of the scratchpad instead of its
/// start.
inline constexpr llvm::StringLiteral kAtTopAttrName = "matrix.at_top";

/// Attribute of buffers of resident values: the offset in the scratchpad.
inline constexpr llvm::StringLiteral kOffsetAttrName = "matrix.offset";

/// Returns whether the buffer is of the launch that allocates it.
inline bool isOwnBuffer(mlir::Operation &op) {
  auto alloc = llvm::dyn_cast<mlir::memref::AllocOp>(op);
  return alloc && inScratchpad(alloc.getType()) &&
         !op.hasAttr(kResidentAttrName);
}

/// Starts the first loads of each launch before the loop of the launch in front
/// of it, if nothing between writes what they read, both have their own
/// semaphores, and the buffers fit the variant's scratchpad.
/// Returns the number of loads.
unsigned prefetchBlocks(llvm::MutableArrayRef<ExpandedLaunch> launches,
                        const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PREFETCHBLOCKS_H
