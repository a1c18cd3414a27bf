//===- TileOperation.h - tile operations by table ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation that stands for a tile instruction, without its class: which
// record it is follows from its types, its attribute `form` and the module's
// target.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H
#define MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// Names of attributes that tile operations carry beside their immediates.
inline constexpr llvm::StringLiteral kFormAttrName = "form";
inline constexpr llvm::StringLiteral kBroadcastAttrName = "broadcast";

class MatrixDialect;
/// Registers one operation for each stem of the table.
void registerTileOperations(MatrixDialect &dialect);

mlir::LogicalResult verifyTileOperation(mlir::Operation *op);

/// Whether the operation stands for tile instructions.
bool isTileOperation(mlir::Operation *op);

/// The instruction that the operation stands for on its module's target, or
/// null if it has none (the verifier then fails).
const table::Instruction *getInstruction(mlir::Operation *op);

/// The element type of a format; null for formats that take any type.
mlir::Type getElementType(const table::Format &format,
                          mlir::MLIRContext *context);

/// Whether a tile of the format may have this type. widthFree: see
/// table::Instruction.
bool isTileOf(mlir::Type type, const table::Format &format, bool widthFree,
              const desc::VariantInfo &variant);

/// The value of the attribute `form` that tells `inst` from others which take
/// and give the same types on the variant; empty if the types do.
llvm::StringRef getFormFor(const table::Instruction &inst,
                           const desc::VariantInfo &variant);

/// Whether an input is a value of the operation (beside indices).
bool isTileValue(table::OperandUse use);

/// The operands of a tile operation, one entry for each input of its
/// instruction.
struct TileOperand {
  mlir::Value value; ///< tile, scalar, memref; null for the rest
  int64_t immediate = 0;
};
llvm::SmallVector<TileOperand> getTileOperands(mlir::Operation *op,
                                               const table::Instruction &inst);
/// The indices of a load or store.
mlir::ValueRange getIndices(mlir::Operation *op,
                            const table::Instruction &inst);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_TILEOPERATION_H
