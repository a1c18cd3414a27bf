//===- ExpandRows.cpp - reference expansion of row operations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands a row operation: operands are read from their memrefs as vectors, the
// tree of the specialization is evaluated, and the result is written to the
// destination. Configuration operations expand to nothing, because state is an
// explicit operand.
//
//===----------------------------------------------------------------------===//

#include "Expansion/Expander.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

static Value readMemRef(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  auto vector = VectorType::get(type.getShape(), type.getElementType());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value padding =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(b, vector, memref,
                                        ValueRange{zero, zero}, padding,
                                        ArrayRef<bool>{true, true});
}

static LogicalResult expandRow(Operation *op, const table::Instruction &inst,
                               const desc::VariantInfo &variant) {
  SmallVector<Value> values = getRowOperands(op, inst);
  if (inst.patterns.empty()) { // configuration
    op->erase();
    return success();
  }
  const table::Pattern *pattern = &inst.patterns.front();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  SmallVector<TileOperand> operands(inst.inputs.size());
  for (unsigned i = 0; i < operands.size(); ++i) {
    bool isMemRef = inst.inputs[i].use == OperandUse::MemRef;
    if (!isMemRef)
      operands[i].value = values[i];
    else if (inst.inputs[i].read)
      operands[i].value = readMemRef(b, values[i]);
  }
  Value result = Expander(b, op, inst, variant, operands).expandRows(*pattern);
  int target = pattern->nodes[pattern->root().args[0]].index;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  vector::TransferWriteOp::create(b, result, values[target],
                                  ValueRange{zero, zero},
                                  ArrayRef<bool>{true, true});
  op->erase();
  return success();
}

LogicalResult matrix::expandRows(Operation *scope,
                                 const desc::VariantInfo &variant) {
  SmallVector<Operation *> ops;
  SmallVector<memref::AllocOp> buffers;
  bool hasAssignedRows = false;
  scope->walk([&](Operation *op) {
    if (getRowInstruction(op))
      ops.push_back(op);
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      if (getRowSpace(alloc.getType()))
        buffers.push_back(alloc);
    hasAssignedRows |= isa<RowsOp>(op);
  });
  if (hasAssignedRows && !ops.empty())
    return scope->emitError(
        "rows are already assigned: expand instructions before "
        "matrix-allocate-rows");
  for (Operation *op : ops)
    if (failed(expandRow(op, *getRowInstruction(op), variant)))
      return failure();
  for (memref::AllocOp buffer : buffers)
    buffer.getResult().setType(MemRefType::get(
        buffer.getType().getShape(), buffer.getType().getElementType()));
  return success();
}
