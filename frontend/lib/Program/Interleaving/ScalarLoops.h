//===- ScalarLoops.h - loop nests of scalar code ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interleaving and division of the loop nest of a Linalg operation whose
// iterations are independent (IndependentIterations.h). Interleaving lets
// several loads wait for DRAM at the same time, because a core issues in order
// and stalls at the first use of a loaded value.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCALARLOOPS_H
#define MATRIX_FRONTEND_LIB_SCALARLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace matrix {

/// A loop from 0 with step 1.
struct ScalarLoop {
  mlir::scf::ForOp loop;
  int64_t extent; ///< may be dynamic
  bool isParallel;
  /// Whether the buffers that a sequential loop writes are no other ones that
  /// it accesses: what does not depend on them may be interleaved.
  bool hasOwnBuffers = false;
};

/// Interleaves iterations of the innermost loop, if it is parallel or has
/// buffers of its own. With several cores, also divides the iterations of one
/// parallel loop, whose extent is static.
///
///   for i: x = load a[i]; store f(x), b[i]
///   // becomes
///   for i step 2: x = load a[i]; y = load a[i + 1];
///                 store f(x), b[i]; store f(y), b[i + 1]
void transformScalarLoops(llvm::ArrayRef<ScalarLoop> loops, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCALARLOOPS_H
