//===- Unselected.cpp - operations that require selection -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The query for operations on tile-shaped vectors that are neither tile
// instructions nor pass tiles unmodified. Control flow, calls, poison, bitcasts
// and selects by a scalar condition pass tiles as words of a register; they are
// legal for whole tiles, and not for column blocks or truth values, which have
// no register.
//
//===----------------------------------------------------------------------===//

#include "Selection/Selector.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace matrix;

/// Returns whether the operation passes tiles as words, independent of their
/// contents.
static bool forwardsTiles(Operation *op) {
  if (isa<RegionBranchOpInterface, BranchOpInterface, CallOpInterface,
          FunctionOpInterface, ub::PoisonOp, arith::BitcastOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return true;
  auto select = dyn_cast<arith::SelectOp>(op);
  return select && select.getCondition().getType().isInteger(1);
}

/// Returns whether the type is a tile, a truth value of tile shape, or a column
/// block.
static bool isTileShaped(Type type, const desc::VariantInfo &variant) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && variant.hasTiles() && vector.getRank() == 2 &&
         vector.getDimSize(0) == variant.tileRows;
}

Type matrix::findUnselected(Operation *op, const desc::VariantInfo &variant) {
  bool isInstruction = isa_and_present<MatrixDialect>(op->getDialect());
  bool mayHaveTiles = isInstruction || forwardsTiles(op);
  auto isUnselected = [&](Type type) {
    return isTileShaped(type, variant) &&
           !(mayHaveTiles && isTileType(type, variant));
  };
  for (Type type : op->getResultTypes())
    if (isUnselected(type))
      return type;
  for (Type type : op->getOperandTypes())
    if (isUnselected(type))
      return type;
  return {};
}
