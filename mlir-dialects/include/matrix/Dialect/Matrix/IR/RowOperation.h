//===- RowOperation.h - operations on rows of memories ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation for each instruction on rows, named by its mnemonic and without
// results: it works on memrefs in the memory spaces of its operands.
//
//   matrix.some.gemm %c, %a, %b : memref<64x64xbf16, #matrix.space<d2>>, ...
//
// Operands are the inputs of the generated table in order: places (2-D
// memrefs), numbers (i64, f32), then the state that the meaning reads, as if it
// were passed. Counts follow from the types of places; immediates are
// attributes. The operations are registered from the table: a description
// brings new ones without new C++.
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

/// Null if the operation is none on rows.
const table::Instruction *getRowInstruction(mlir::Operation *op);
/// "matrix.<mnemonic>".
std::string getRowOperationName(const table::Instruction &inst);

/// Whether the input is a value of the operation.
bool isRowValue(const table::Operand &input);
/// One entry for each input; null where it is no value.
llvm::SmallVector<mlir::Value> getRowOperands(mlir::Operation *op,
                                              const table::Instruction &inst);
/// The number that an input of use Count or Immediate is.
int64_t getRowNumber(mlir::Operation *op, const table::Instruction &inst,
                     unsigned input);

/// Whether there may be bytes between the rows of the input: those of DRAM that
/// have a stride.
inline bool isFlat(const table::Operand &input) {
  return input.space && input.space->rows == 0;
}

/// The attribute of memrefs in that space; null for DRAM.
mlir::Attribute getSpaceAttr(mlir::MLIRContext *context,
                             const desc::SpaceInfo &space);
/// The space if it is one of rows, else null.
const desc::SpaceInfo *getRowSpace(mlir::Type memref);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_ROWOPERATION_H
