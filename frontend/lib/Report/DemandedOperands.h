//===- DemandedOperands.h - elements that one operation needs ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subsets of the elements of operands that some elements of a result depend on.
// Subsets are lower bounds: the result depends on each element of a subset, and
// may depend on others, so that the work derived from them is a minimum.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H
#define MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H

#include "IndexSet.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

class KnownElements;

/// Elements of a tensor: all combinations of indices, a set for each dimension.
/// A tensor of rank 0 has one element.
using ElementBox = llvm::SmallVector<IndexSet, 4>;

/// Returns the elements of a tensor; 0 if its shape is not static.
int64_t elementsOf(mlir::Value value);
/// Returns all elements of a tensor. Returns no value without static shape.
std::optional<ElementBox> allElements(mlir::Value value);
int64_t countOf(const ElementBox &box);

/// Returns the elements of the operand of an operation that only moves
/// elements, or of softmax. Returns no value if none is known to be needed.
std::optional<ElementBox> demandedOfMove(mlir::OpOperand &operand,
                                         const ElementBox &result);

/// Returns iterations of a Linalg operation that elements of a result depend
/// on, which also depend on the previous value of the result if it
/// `accumulates`.
std::optional<ElementBox> demandedIterations(mlir::linalg::LinalgOp op,
                                             mlir::OpResult result,
                                             const ElementBox &elements,
                                             bool accumulates);

/// An operand, and the iterations in which the body uses it.
struct DemandedOperand {
  mlir::OpOperand *operand;
  ElementBox loops;
};
/// Returns the operands of a Linalg operation that elements of a result depend
/// on; an operand can occur more than once.
llvm::SmallVector<DemandedOperand> demandedOperands(mlir::linalg::LinalgOp op,
                                                    mlir::OpResult result,
                                                    const ElementBox &elements,
                                                    KnownElements &known);

/// Elements that iterations access, and a lower bound of their number, which
/// can be larger.
struct AccessedElements {
  ElementBox box;
  int64_t count;
};
AccessedElements accessedElements(mlir::AffineMap map, const ElementBox &loops,
                                  llvm::ArrayRef<int64_t> shape);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DEMANDEDOPERANDS_H
