//===- DemandedOperands.h - elements that one operation needs ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of an operand on which some elements of a result depend; only a
// part of them, where a set for each dimension cannot describe all.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H
#define MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H

#include "DemandedElements.h"

namespace matrix {

/// Elements of an operand of slices, pads, concatenations, reshapes, casts and
/// softmax; none of other operations.
ElementSets demandedOfMove(mlir::OpOperand &operand, const ElementSets &result);

/// The values of the loops of the iterations that compute elements of a result.
/// Empty sets if an index of the result is another expression than a loop.
ElementSets demandedIterations(mlir::linalg::LinalgOp op, mlir::OpResult result,
                               const ElementSets &elements);

/// The elements that iterations access. `all`: the elements of the tensor.
ElementSets accessedElements(mlir::AffineMap map, const ElementSets &loops,
                             ElementSets all);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H
