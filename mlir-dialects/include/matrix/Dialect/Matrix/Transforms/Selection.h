//===- Selection.h - queries about selectable vector code -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of code generation about the instructions of a variant, in terms of
// vector operations, so that code generation is independent of instruction
// names. Each query builds the operation in a scratch function, legalizes and
// selects it, and reports whether only instructions remain. The context must
// have the dialects arith, func, math, memref and vector loaded.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Operation.h"

namespace matrix {

/// Returns whether a scalar operation of an elementwise body is selectable on
/// tiles. Constant operands remain constants. If the types have different
/// widths, narrow values are column blocks of their tiles.
bool isSelectable(mlir::Operation *scalarOp, const desc::VariantInfo &variant);

/// Returns the name of the operation, with the predicate of comparisons:
/// "arith.addf", "arith.cmpf olt".
std::string spell(mlir::Operation *op);

/// As above, for an operation by its name and operand type. The condition of a
/// select has type i1.
bool isSelectable(llvm::StringRef spelled, mlir::Type element,
                  const desc::VariantInfo &variant);

/// Returns whether tiles of these elements can be loaded, stored and computed.
bool hasFormat(mlir::Type element, const desc::VariantInfo &variant);

/// Returns the leading rows of `tile` that a contraction uses as columns of its
/// result, one for each column of the accumulator. Returns `tile` if these are
/// all its rows.
mlir::Value createLeadingRows(mlir::ImplicitLocOpBuilder &builder,
                              mlir::Value tile,
                              const desc::VariantInfo &variant);

/// Returns whether acc[i][j] += lhs[i][k] * rhs[j][k] on tiles of these
/// elements is selectable, with the leading rows of rhs.
bool hasContraction(mlir::Type lhs, mlir::Type rhs, mlir::Type acc,
                    bool lhsUnsigned, bool rhsUnsigned,
                    const desc::VariantInfo &variant);

/// Returns the neutral element of the reduction; null if the element type has
/// none.
mlir::TypedAttr getNeutral(mlir::vector::CombiningKind kind,
                           mlir::Type element);

/// Returns whether the reduction of the rows (or columns) of a tile, broadcast
/// to the shape of the tile, is selectable.
bool hasReduction(mlir::vector::CombiningKind kind, mlir::Type element,
                  const desc::VariantInfo &variant, bool alongRows = true);

/// How a load fills a tile: with rows of memory, with one row in every row,
/// with rows of memory as columns, or with one row as every column.
enum class LoadKind { Rows, RowBroadcast, Transposed, ColumnBroadcast };
/// Returns whether a load of this kind from the scratchpad is selectable.
bool hasLoad(LoadKind kind, mlir::Type element,
             const desc::VariantInfo &variant);

/// Returns the cycles for which the selected instructions of such a load, or of
/// a row load with a transposition, occupy their pipes; none if no instructions
/// load tiles of these elements in that way.
std::optional<int64_t> getLoadCycles(LoadKind kind, mlir::Type element,
                                     const desc::VariantInfo &variant);

/// Returns whether a row load followed by a transposition in registers takes
/// fewer cycles than a transposing load, or is the only alternative. If true,
/// tiles of these elements are square.
bool transposesInRegister(mlir::Type element, const desc::VariantInfo &variant);

/// The result of the selection of vector code.
struct SelectedCode {
  bool isComplete = false; ///< only instructions remain
  std::string fused;       ///< an instruction that covers the fusion and more
  int64_t cycles = 0;      ///< sum of the occupancies
  int64_t latency = 0;     ///< of the longest chain of instructions
  /// The most vectors in registers at once, those of constants throughout.
  int64_t registers = 0;
};
/// Builds code over arguments, which `argument` creates, and returns its
/// results.
using CodeBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::ImplicitLocOpBuilder &,
    llvm::function_ref<mlir::Value(mlir::Type)> argument)>;

/// A contraction or reduction with the operations on its results or, for
/// reductions, on its operands.
enum class Fusion { AfterContraction, AroundReduction };
/// Returns whether any instruction of the variant performs the fusion. The
/// answer follows from the table without a trial selection.
bool hasFusion(Fusion fusion, const desc::VariantInfo &variant);
/// Selects the code that `build` creates and reports the result.
SelectedCode runTrialSelection(mlir::MLIRContext *context,
                               const desc::VariantInfo &variant, Fusion fusion,
                               CodeBuilder build);

/// Legalizes and selects a scratch function, which is left in an unspecified
/// state. Returns the empty string if only instructions remain, otherwise a
/// description of the remaining operation.
std::string selectScratch(mlir::Operation *function,
                          const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H
