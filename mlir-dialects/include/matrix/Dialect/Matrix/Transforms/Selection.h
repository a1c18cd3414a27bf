//===- Selection.h - what can be selected? ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that code generation asks before it makes tiles, so that it never
// names an instruction. Each is answered by trying: the form is built,
// legalised and selected in a scratch function. The context must have the
// dialects arith, func, math, memref and vector loaded.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Operation.h"

namespace matrix {

/// A scalar operation of an elementwise body, on tiles instead of scalars.
/// Operands that are constants stay constants. Types of different widths: the
/// narrow ones are column blocks of their tiles.
bool isSelectable(mlir::Operation *scalarOp, const desc::VariantInfo &variant);

/// An operation's name, with the predicate of comparisons: "arith.addf",
/// "arith.cmpf olt".
std::string spell(mlir::Operation *op);

/// The same for an operation of that name with operands of that type (the
/// condition of a selection aside).
bool isSelectable(llvm::StringRef spelled, mlir::Type element,
                  const desc::VariantInfo &variant);

/// Conversion operation (arith.extf, arith.sitofp, ...) between whole 32-bit
/// tiles, or from and to column blocks.
bool isConversionSelectable(llvm::StringRef name, mlir::Type from,
                            mlir::Type to, const desc::VariantInfo &variant);

/// Whether tiles of these elements exist: can be loaded, stored and computed.
bool hasFormat(mlir::Type element, const desc::VariantInfo &variant);

/// The rows of a tile that contractions take as columns of the result: as many
/// as an accumulator has; the tile itself where that is all of them.
mlir::Value createLeadingRows(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value tile,
                              const desc::VariantInfo &variant);

/// acc[i][j] += lhs[i][k] * rhs[j][k] on tiles of these elements, the leading
/// rows of rhs.
bool hasContraction(mlir::Type lhs, mlir::Type rhs, mlir::Type acc,
                    bool lhsUnsigned, bool rhsUnsigned,
                    const desc::VariantInfo &variant);

/// What a reduction of that kind starts from; null if these elements have none.
mlir::TypedAttr getNeutral(mlir::vector::CombiningKind kind,
                           mlir::Type element);

/// Of the rows (columns) of a tile, broadcast again.
bool hasReduction(mlir::vector::CombiningKind kind, mlir::Type element,
                  const desc::VariantInfo &variant, bool alongRows = true);

enum class LoadKind { Rows, RowBroadcast, Transposed, ColumnBroadcast };
/// A load from the scratchpad in that form.
bool hasLoad(LoadKind kind, mlir::Type element,
             const desc::VariantInfo &variant);

/// Whether loading rows and transposing the tile in a register takes less than
/// a transposing load, or is all that there is. Tiles of these elements are
/// square then.
bool transposesInRegister(mlir::Type element, const desc::VariantInfo &variant);

/// What vector code becomes.
struct SelectedCode {
  bool isComplete = false; ///< instructions only
  bool isFused = false;    ///< one of them does what was asked for, and more
  int64_t cycles = 0;      ///< occupancies, added up
};
/// Builds code over arguments that it asks for by type; gives what is needed.
using CodeBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location,
    llvm::function_ref<mlir::Value(mlir::Type)> argument)>;

/// Contractions or reductions together with what is done to their results or,
/// of reductions, to their operands.
enum class Fusion { AfterContraction, AroundReduction };
/// Whether any instruction of the variant fuses; cheap.
bool hasFusion(Fusion fusion, const desc::VariantInfo &variant);
/// What becomes of the code, and whether one of its instructions fuses.
SelectedCode trySelection(mlir::MLIRContext *context,
                          const desc::VariantInfo &variant, Fusion fusion,
                          CodeBuilder build);

/// Legalizes and selects a scratch function, whose code is of no other use.
/// Empty if only instructions remain, else what no instruction is.
std::string selectScratch(mlir::Operation *function,
                          const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_SELECTION_H
