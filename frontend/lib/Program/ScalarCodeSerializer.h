//===- ScalarCodeSerializer.h - scalar code on core 0 -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All cores run the same program. Code of fusion groups divides its work among
// the cores and writes DRAM only by DMA transfers; any other code that writes
// DRAM must run once:
//
//   scf.if core == 0 { ...; fence }
//   barrier
//
// Linalg operations whose iterations are independent, if they are long enough,
// run on all cores, which divide the iterations; a fence and a barrier follow.
// Code that only reads DRAM runs on all cores, so that control flow is uniform.
// A barrier precedes the first write after such reads, because a core must not
// overwrite data that another core has yet to read. Loops and branches that
// contain code for all cores are executed by all cores, and their blocks are
// processed recursively; other structured operations are treated as one
// operation.
//
// A single core needs only a fence after each operation: DMA transfers read
// data stored by scalar code, and scalar code reads data of queued
// instructions. The same holds within the code of core 0 if it uses row
// memories.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCALARCODESERIALIZER_H
#define MATRIX_FRONTEND_LIB_SCALARCODESERIALIZER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Numbers of operations inserted.
struct ScalarCodeCounts {
  unsigned guards = 0, barriers = 0, divided = 0;
};

/// Restricts code that writes DRAM by stores to core 0, or divides it, and
/// inserts barriers and fences. `counts` is increased. Fails if other cores
/// need a result of core 0 that is not a scalar.
mlir::LogicalResult serializeScalarCode(mlir::func::FuncOp function,
                                        int64_t cores,
                                        ScalarCodeCounts &counts);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCALARCODESERIALIZER_H
