//===- VectorOperators.h - operators as vector operations -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The correspondence between operators of the description and operations,
// shared by selection and expansion so that they are inverse to each other:
// operation names, constants, reduction kinds and contraction maps. An
// operation is spelled as its name, with the predicate of a comparison:
// "arith.cmpf olt".
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_VECTORFORMS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_VECTORFORMS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>
#include <string>

namespace matrix {

//===----------------------------------------------------------------------===//
// Operations by name, as returned by spell()
//===----------------------------------------------------------------------===//

mlir::Value createSpelled(mlir::ImplicitLocOpBuilder &builder,
                          llvm::StringRef spelled, mlir::Type result,
                          mlir::ValueRange operands);
/// Returns the name of the operation on such elements; empty if there is none.
llvm::StringRef nameOn(const table::Operator &op, mlir::Type element);

/// How a comparison matches a spelled comparison.
struct ComparisonMatch {
  bool isSwapped;  ///< operands are exchanged
  bool isInverted; ///< the result is inverted
};
/// Returns no value if `op` is not a comparison or a different one. Unordered
/// results count: x > y is the inverse of "x <= y or unordered".
std::optional<ComparisonMatch> matchComparison(mlir::Operation *op,
                                               llvm::StringRef spelled);
/// Returns the canonical one of the two spellings of a comparison with
/// exchanged operands. The names of other operations are returned unchanged.
std::string canonicalSpelling(llvm::StringRef spelled);

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Returns a constant with the number in every element; integers are truncated.
mlir::DenseElementsAttr splat(mlir::VectorType type, double number);
mlir::Value createSplat(mlir::ImplicitLocOpBuilder &builder,
                        mlir::VectorType type, double number);
/// Returns the element of a splat constant, or null.
mlir::TypedAttr splatElement(mlir::Value value);
bool isSplatOf(mlir::Value value, double number);
/// Returns the bits of a number or truth value.
llvm::APInt bitsOf(mlir::Attribute element);

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

/// Returns the kind of a reduction with the operator, if it has one.
std::optional<mlir::vector::CombiningKind>
reductionKind(const table::Operator &op, mlir::Type element);
/// Returns whether the accumulator is the neutral element of the reduction.
bool isNeutral(mlir::Value accumulator, mlir::vector::CombiningKind kind);

/// Returns whether the maps of the contraction equal `text` ("ik,jk->ij") up to
/// renaming of dimensions.
bool isContraction(mlir::vector::ContractionOp op, llvm::StringRef text);
bool isContraction(llvm::ArrayRef<mlir::AffineMap> maps, llvm::StringRef text);

/// Returns the bounds to which a saturating conversion clamps 32-bit elements
/// before it narrows them to the integer format.
std::pair<int64_t, int64_t> saturationBounds(const table::Format &format);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_VECTORFORMS_H
