//===- RowEffects.cpp - memory effects of row code ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the instruction table with alias analysis: two memrefs in different
// row memories never alias, which alias analysis cannot derive from types.
// Operations with regions are judged by the operations inside.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowEffects.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

static bool writesMemRef(Operation *op, const table::Instruction &inst,
                         Value memref, AliasAnalysis &aliases) {
  for (const auto &[input, value] :
       llvm::zip(inst.inputs, getRowOperands(op, inst)))
    if (input.use == OperandUse::MemRef && input.written &&
        getRowSpace(value.getType()) == getRowSpace(memref.getType()) &&
        !aliases.alias(value, memref).isNo())
      return true;
  return false;
}

bool matrix::mayWrite(Operation *op, Value memref, AliasAnalysis &aliases) {
  auto result = op->walk([&](Operation *inner) {
    const table::Instruction *inst = getRowInstruction(inner);
    bool writes = inst
                      ? writesMemRef(inner, *inst, memref, aliases)
                      : !inner->getNumRegions() && !isMemoryEffectFree(inner) &&
                            !isa<memref::AllocOp, memref::AllocaOp>(inner) &&
                            aliases.getModRef(inner, memref).isMod();
    return writes ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}
