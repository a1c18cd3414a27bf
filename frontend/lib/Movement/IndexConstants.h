//===- IndexConstants.h - scalars of loop indices alone ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices are 64-bit integers, which no tile has. What a body computes from
// them alone, such as a causal mask or the number of elements in a window at a
// border, is read from a constant over the loops on which it depends:
//
//   x / f(i, j)   ->   x / c     with c = [[f(0, 0), f(0, 1), ..], ..]
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INDEXCONSTANTS_H
#define MATRIX_FRONTEND_LIB_INDEXCONSTANTS_H

#include "KnownElements.h"

namespace matrix {

/// Returns whether the operation rounds as the host does. Functions of math may
/// have other errors in the last place.
bool isExactArithmetic(mlir::Operation *op);

/// Returns a constant of these bits.
mlir::DenseElementsAttr getConstant(mlir::RankedTensorType type,
                                    const KnownElements::Elements &elements);

/// Replaces scalars of floats, truth values and integers of at most 32 bits.
/// Returns the operation that reads constants; null if there is none.
mlir::linalg::GenericOp readIndexConstants(mlir::linalg::GenericOp op,
                                           KnownElements &known);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INDEXCONSTANTS_H
