//===- GatherScatter.h - lowering of gather and scatter ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of tensor.gather and tensor.scatter. Later passes replace the
// extractions by slices or gathers of rows where indices permit it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GATHERSCATTER_H
#define MATRIX_FRONTEND_LIB_GATHERSCATTER_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// `tensor.gather` becomes a `linalg.generic` that reads the source by
/// `tensor.extract`, `tensor.scatter` a loop over the coordinates that inserts
/// one slice for each. Shapes are static.
void populateGatherScatterPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GATHERSCATTER_H
