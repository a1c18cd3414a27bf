//===- TensorBlocks.cpp - blocks of a tensor in DMA transfers -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the tensor, or its address, through views with a worklist. A view of
// stride s in its first dimension has slices of s elements; because parts are
// contiguous, it has the same parts if the number of owners divides that of
// slices.
//
//===----------------------------------------------------------------------===//

#include "TensorBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Uses of a tensor
//===----------------------------------------------------------------------===//

/// Returns whether an operation is a view from the first element on. What it
/// has beyond the tensor is not accessed.
static bool isViewFromStart(Operation *op) {
  if (isa<UnrealizedConversionCastOp, LLVM::InsertValueOp, LLVM::ExtractValueOp,
          memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
    return true;
  auto cast = dyn_cast<memref::ReinterpretCastOp>(op);
  return cast && cast.getStaticOffsets().front() == 0;
}

TensorUses matrix::findUses(Value tensor) {
  TensorUses found;
  llvm::SmallSetVector<Value, 16> values;
  values.insert(tensor);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      Operation *user = use.getOwner();
      auto load = dyn_cast<DmaLoadOp>(user);
      auto store = dyn_cast<DmaStoreOp>(user);
      if (load && use.get() == load.getSource())
        found.loads.push_back(load);
      else if (store && use.get() == store.getTarget())
        found.stores.push_back(store);
      else if (isa<func::CallOp>(user))
        found.arguments.push_back(&use);
      else if (isViewFromStart(user))
        values.insert(user->getResult(0));
      else
        found.isComplete = false;
    }
  return found;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Returns whether an index is surely a multiple of `factor`.
static bool isMultiple(Value index, int64_t factor) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant % factor == 0;
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar() &&
           isMultiple(loop.getLowerBound(), factor) &&
           isMultiple(loop.getStep(), factor);
  }
  Operation *op = index.getDefiningOp();
  auto isEach = [&](ValueRange operands) {
    return llvm::all_of(
        operands, [&](Value operand) { return isMultiple(operand, factor); });
  };
  if (isa<arith::MulIOp>(op))
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return isMultiple(operand, factor);
    });
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
          arith::MinUIOp, arith::MaxUIOp>(op))
    return isEach(op->getOperands());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isEach({select.getTrueValue(), select.getFalseValue()});
  return false;
}

/// Returns whether the other dimensions of a block stay in a slice, as those of
/// a transposed view do not. Boxes with padding may exceed it, where they are
/// not accessed.
static bool staysInSlice(ArrayRef<int64_t> strides, MemRefType block,
                         ValueRange skip, ValueRange valid) {
  int64_t last = 0;
  bool areSmaller = true;
  for (int64_t dim = 1; dim < block.getRank(); ++dim) {
    int64_t extent = block.getDimSize(dim);
    if (!valid.empty())
      extent =
          std::min(extent, getConstantIntValue(valid[dim]).value_or(extent));
    if (extent <= 1)
      continue;
    last += (extent - 1) * strides[dim];
    areSmaller &= strides[dim] >= 0 && strides[dim] < strides.front();
  }
  return areSmaller && (last < strides.front() || !skip.empty());
}

/// Returns what a transfer accesses of a tensor with this number of elements,
/// or an empty value if that is unknown.
static BlockRows getRows(MemRefType tensor, MemRefType block,
                         ValueRange indices, ValueRange skip, ValueRange valid,
                         int64_t elements) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (tensor.getRank() == 0 || block.getRank() != tensor.getRank() ||
      !tensor.hasStaticShape() ||
      failed(tensor.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic) || strides.front() <= 0 ||
      elements % strides.front() != 0 ||
      !staysInSlice(strides, block, skip, valid))
    return {};
  BlockRows rows;
  rows.stride = strides.front();
  rows.slices = elements / rows.stride;
  rows.count = block.getDimSize(0);
  rows.position = indices.empty() ? Value() : indices.front();
  bool isAtStart = !rows.position || isConstantIntValue(rows.position, 0);
  bool skipsNone = skip.empty() || isConstantIntValue(skip.front(), 0);
  rows.isWhole =
      isAtStart && skipsNone &&
      (valid.empty() ? rows.count == rows.slices
                     : isConstantIntValue(valid.front(), rows.slices));
  bool isAligned = isAtStart || isMultiple(rows.position, rows.count);
  return rows.isWhole || (isAligned && skipsNone) ? rows : BlockRows();
}

BlockRows matrix::getBlockRows(DmaLoadOp load, int64_t elements) {
  BlockRows rows =
      getRows(load.getSource().getType(), load.getTarget().getType(),
              load.getIndices(), load.getSkip(), load.getValid(), elements);
  // Each of several transfers would post the semaphore.
  return rows.isWhole && load.getReceivers() ? BlockRows() : rows;
}

BlockRows matrix::getBlockRows(DmaStoreOp store, int64_t elements) {
  return getRows(store.getTarget().getType(), store.getSource().getType(),
                 store.getIndices(), /*skip=*/{}, store.getValid(), elements);
}

//===----------------------------------------------------------------------===//
// Number of owners
//===----------------------------------------------------------------------===//

/// Collects the blocks of a tensor. Returns whether all accesses are known.
/// `symbols` is null in a called function, which calls no other one with the
/// tensor.
static bool collectBlocks(Value tensor, int64_t elements, SymbolTable *symbols,
                          SmallVectorImpl<BlockRows> &blocks) {
  TensorUses uses = findUses(tensor);
  auto collect = [&](auto transfer) {
    blocks.push_back(getBlockRows(transfer, elements));
    return blocks.back().count > 0;
  };
  return uses.isComplete && llvm::all_of(uses.loads, collect) &&
         llvm::all_of(uses.stores, collect) &&
         llvm::all_of(uses.arguments, [&](OpOperand *use) {
           auto call = cast<func::CallOp>(use->getOwner());
           auto callee = symbols
                             ? symbols->lookup<func::FuncOp>(call.getCallee())
                             : func::FuncOp();
           return callee && !callee.isExternal() &&
                  collectBlocks(callee.getArgument(use->getOperandNumber()),
                                elements, /*symbols=*/nullptr, blocks);
         });
}

int64_t matrix::findOwners(ArrayRef<Value> tensors, int64_t elements,
                           SymbolTable &symbols, int64_t maximum) {
  SmallVector<BlockRows> blocks;
  for (Value tensor : tensors)
    if (!collectBlocks(tensor, elements, &symbols, blocks))
      return 1;
  for (int64_t owners = maximum; owners > 1; --owners)
    if (llvm::all_of(blocks, [&](const BlockRows &rows) {
          return rows.getPart(owners) > 0;
        }))
      return owners;
  return 1;
}
