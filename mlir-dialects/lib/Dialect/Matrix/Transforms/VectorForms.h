//===- VectorForms.h - what a meaning is in vector operations ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary that selection and expansion share, so that one undoes the
// other: which operation an operator is, what a number is as a constant, which
// reduction an operator makes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTORFORMS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTORFORMS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include <optional>
#include <string>

namespace matrix {

//===----------------------------------------------------------------------===//
// Operations as spell() calls them
//===----------------------------------------------------------------------===//

mlir::Value createSpelled(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef spelled, mlir::Type result,
                          mlir::ValueRange operands);
/// What the operator is called on elements of that type; empty if it isn't.
llvm::StringRef nameOn(const table::Operator &op, mlir::Type element);

/// How a comparison is the one that is spelled so.
struct ComparisonMatch {
  bool isSwapped;  ///< with its operands exchanged
  bool isInverted; ///< where it is false
};
/// Nothing if `op` is no comparison, or another one. NaN counts: x > y is the
/// inverse of "x <= y or unordered".
std::optional<ComparisonMatch> matchComparison(mlir::Operation *op,
                                               llvm::StringRef spelled);
/// Of the two spellings of a comparison, with operands in either order, the
/// one that tables are compared by. Other operations keep their name.
std::string canonicalSpelling(llvm::StringRef spelled);

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The number in every element; integers take their low bits.
mlir::DenseElementsAttr splat(mlir::VectorType type, double number);
mlir::Value createSplat(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::VectorType type, double number);
/// The element of a splat constant, or null.
mlir::TypedAttr splatElement(mlir::Value value);
bool isSplatOf(mlir::Value value, double number);
/// The bits of a number or truth value.
llvm::APInt bitsOf(mlir::Attribute element);

//===----------------------------------------------------------------------===//
// Structured forms
//===----------------------------------------------------------------------===//

/// How a reduction with the operator is called; nothing if it can't be.
std::optional<mlir::vector::CombiningKind>
reductionKind(const table::Operator &op, mlir::Type element);
/// Whether the accumulator of a reduction of that kind changes nothing.
bool isNeutral(mlir::Value accumulator, mlir::vector::CombiningKind kind);

/// Whether the maps of the contraction are those that `text` ("ik,jk->ij")
/// says, up to the names of the dimensions.
bool isContraction(mlir::vector::ContractionOp op, llvm::StringRef text);
bool isContraction(llvm::ArrayRef<mlir::AffineMap> maps, llvm::StringRef text);

/// The values that a 32-bit element must be clamped to before it is narrowed
/// to the integer format, as its conversion does.
std::pair<int64_t, int64_t> saturationBounds(const table::Format &format);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTORFORMS_H
