//===- CarriedTensors.h - tensors carried by loops --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers in DRAM are static: an allocation in a loop denotes the same memory
// in each iteration. Loops therefore carry every tensor in one buffer and yield
// it in this buffer:
//
//   %u = bufferization.materialize_in_destination %t in %iteration_argument
//   scf.yield %u
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CARRIEDTENSORS_H
#define MATRIX_FRONTEND_LIB_CARRIEDTENSORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Returns whether bufferization must update the destination in place, which
/// loops rely on.
bool isBoundToDestination(mlir::Operation *op);

/// Makes all loops of the function yield tensors in the buffers of their
/// iteration arguments. With `share`, the result of an inner loop that carries
/// the argument is in its buffer already. Returns the number of loops.
unsigned yieldTensorsInPlace(mlir::func::FuncOp function, bool share);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CARRIEDTENSORS_H
