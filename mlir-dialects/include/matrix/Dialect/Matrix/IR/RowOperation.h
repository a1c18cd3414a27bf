//===- RowOperation.h - operations on row memories --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation for each row instruction, named by its mnemonic. It has no
// results: it reads and writes memrefs in the memory spaces of its operands.
//
//   matrix.some.gemm %c, %a, %b : memref<64x64xbf16, #matrix.space<d2>>, ...
//
// The operands are the inputs of the generated table in order: 2-D memrefs,
// numbers (i64, f32), then the configuration state that the semantics reads, as
// explicit operands. Counts are derived from the memref types; immediates are
// attributes. The operations are registered from the table at run time, so
// instructions added to the description need no C++ code.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_ROWOPERATION_H
#define MATRIX_DIALECT_MATRIX_IR_ROWOPERATION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {
class MatrixDialect;

void registerRowOperations(MatrixDialect &dialect);

/// Returns the table entry of `op`; null if `op` is not a row operation.
const table::Instruction *getRowInstruction(mlir::Operation *op);
/// Returns "matrix.<mnemonic>".
std::string getRowOperationName(const table::Instruction &inst);

/// Returns whether the type is a vector of rank 2, the operand type of row
/// instructions.
bool isRowVector(mlir::Type type);

/// Returns whether the input is an SSA operand of the operation.
bool isRowValue(const table::Operand &input);
/// Returns one entry for each input; null for inputs that are not SSA operands.
llvm::SmallVector<mlir::Value> getRowOperands(mlir::Operation *op,
                                              const table::Instruction &inst);
/// Returns the value of an input of use Count or Immediate.
int64_t getRowNumber(mlir::Operation *op, const table::Instruction &inst,
                     unsigned input);

/// Returns whether the rows of the input can have a stride larger than their
/// length, that is, whether it is in DRAM.
inline bool isDramOperand(const table::Operand &input) {
  return input.space && input.space->rows == 0;
}

/// Returns the memory space attribute of memrefs in `space`; null for DRAM.
mlir::Attribute getSpaceAttr(mlir::MLIRContext *context,
                             const desc::SpaceInfo &space);
/// Returns the row memory that contains the memref; null if it is in none.
const desc::SpaceInfo *getRowSpace(mlir::Type memref);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_ROWOPERATION_H
