//===- TileOperation.h - tile operations by table ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to operations of tile instructions, which have no C++ classes. The
// types of an operation, its attribute `form` and the module's target determine
// its record in the instruction table.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H
#define MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// Attributes of tile operations other than immediates.
inline constexpr llvm::StringLiteral kFormAttrName = "form";
inline constexpr llvm::StringLiteral kBroadcastAttrName = "broadcast";

class MatrixDialect;
/// Registers one operation for each base mnemonic of the table.
void registerTileOperations(MatrixDialect &dialect);

mlir::LogicalResult verifyTileOperation(mlir::Operation *op);

/// Returns whether `op` is an operation of tile instructions.
bool isTileOperation(mlir::Operation *op);

/// Returns the instruction of `op` on the module's target. Null if the target
/// has none; verification of `op` then fails.
const table::Instruction *getInstruction(mlir::Operation *op);

/// Returns the element type of a format; null for formats that accept any type.
mlir::Type getElementType(const table::Format &format,
                          mlir::MLIRContext *context);

/// Returns whether the type's spelling is `name`, such as bf16 or i8. Unlike a
/// comparison with a parsed type, it takes no time that matters in searches.
bool isElementType(mlir::Type type, llvm::StringRef name);

/// Returns whether `type` is the element type of the format; false for formats
/// that accept any type.
bool isElementOf(mlir::Type type, const table::Format &format);

/// Returns whether `type` is a tile of the format. `widthFree` is
/// table::Instruction::widthFree.
bool isTileOf(mlir::Type type, const table::Format &format, bool widthFree,
              const desc::VariantInfo &variant);

/// Returns the value of the attribute `form` that distinguishes `inst` from
/// instructions with the same types on the variant; empty if the types suffice.
llvm::StringRef getFormFor(const table::Instruction &inst,
                           const desc::VariantInfo &variant);

/// Returns whether an input is an SSA operand of the operation, other than
/// indices.
bool isTileValue(table::OperandUse use);

/// An operand of a tile operation; there is one for each input of its
/// instruction.
struct TileOperand {
  mlir::Value value; ///< tile, scalar or memref; null for other uses
  int64_t immediate = 0;
};
llvm::SmallVector<TileOperand> getTileOperands(mlir::Operation *op,
                                               const table::Instruction &inst);
/// Returns the indices of a load or store.
mlir::ValueRange getIndices(mlir::Operation *op,
                            const table::Instruction &inst);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H
