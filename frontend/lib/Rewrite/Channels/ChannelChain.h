//===- ChannelChain.h - operations that channels divide ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an inverted residual, a product expands the channels, a convolution and
// activations compute each of them by itself, and a product sums over all of
// them. Its tensors can be computed for some channels after the others: the
// last operation adds to what it has summed before, in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHANNELCHAIN_H
#define MATRIX_FRONTEND_LIB_CHANNELCHAIN_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

struct ChannelChain {
  /// Sums over the channels, which are one of its loops.
  mlir::linalg::GenericOp last;
  unsigned loop = 0;
  int64_t channels = 0;
  /// The results of the operations before, and the dimension of their
  /// channels, users first.
  llvm::MapVector<mlir::Value, unsigned> values;
  /// Those that are in memory between the operations.
  llvm::SmallSetVector<mlir::Value, 4> stored;

  /// Returns the bytes of that many channels of a tensor.
  int64_t countBytes(mlir::Value value, int64_t number) const;
};

/// Returns the chain before an operation that sums over channels, if no
/// other operations use its tensors.
std::optional<ChannelChain> findChannelChain(mlir::linalg::GenericOp last);

/// Predicted cycles of all operations.
struct ChannelCost {
  double dram = 0;    ///< of the stored tensors, written and read once
  double compute = 0; ///< of each core
};
ChannelCost estimateChannels(const ChannelChain &chain,
                             const desc::VariantInfo &variant, int64_t cores);

/// Returns the dimension that a loop alone indexes; -1: none, -2: others do as
/// well.
int findChannelDim(mlir::AffineMap map, unsigned loop);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHANNELCHAIN_H
