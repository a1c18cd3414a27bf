//===- ScalarCodeSerializer.cpp - scalar code on core 0 -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over each block in program order. Adjacent operations for core 0 are
// collected, and moved into one conditional before the first operation that
// needs their results or must not precede them.
//
//===----------------------------------------------------------------------===//

#include "ScalarCodeSerializer.h"
#include "Access/ExecutionKinds.h"
#include "Access/IndependentIterations.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-serialize-scalar-code"

using namespace mlir;
using namespace matrix;

namespace {

class Serializer {
public:
  Serializer(func::FuncOp function, int64_t cores, ScalarCodeCounts &counts)
      : function(function), cores(cores), isSingleCore(cores == 1),
        counts(counts), written(function) {}

  LogicalResult run() {
    for (Block &block : function.getBody())
      if (failed(visit(block)))
        return failure();
    return success();
  }

private:
  bool mayBeWritten(Operation *op);
  LogicalResult visit(Block &block);
  bool mayDivide(Operation *op) const;
  LogicalResult divide(Operation *op);
  LogicalResult visitRegions(Operation *op);
  LogicalResult guard();
  LogicalResult fenceLaunches(Operation *op);
  LogicalResult broadcastResults(Operation *op, ImplicitLocOpBuilder &inside,
                                 ImplicitLocOpBuilder &after);
  bool usesPendingResult(Operation *op) const;
  bool isUsedOutside(OpOperand &use) const;
  void insertBarrier(Operation *before);

  func::FuncOp function;
  int64_t cores;
  bool isSingleCore;
  ScalarCodeCounts &counts;
  WrittenBuffers written;         // in the function
  SetVector<Operation *> pending; // adjacent operations for core 0
  /// Whether cores may still read data that the function writes.
  bool mayBeRead = false;
};

} // namespace

bool Serializer::mayBeWritten(Operation *op) {
  bool isWritten = false;
  op->walk([&](Operation *inner) {
    forEachDramEffect<MemoryEffects::Read>(
        inner, [&](Value memref) { isWritten |= written.mayContain(memref); });
  });
  return isWritten;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Returns whether the operation may remain before pending ones.
static bool mayStayBeforePending(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(&op) || isa<memref::AllocOp>(op));
}

LogicalResult Serializer::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    ExecutionKind kind = classifyExecution(&op, isSingleCore);
    if (kind == ExecutionKind::WritesDram && mayDivide(&op)) {
      if (failed(divide(&op)))
        return failure();
      continue;
    }
    if (kind == ExecutionKind::WritesDram) {
      if (usesPendingResult(&op) && failed(guard()))
        return failure();
      pending.insert(&op);
      if (isSingleCore && failed(guard()))
        return failure();
      continue;
    }
    if ((!mayStayBeforePending(op) || usesPendingResult(&op)) &&
        failed(guard()))
      return failure();
    if (kind == ExecutionKind::ReadsDram)
      mayBeRead |= mayBeWritten(&op);
    else if (kind == ExecutionKind::Collective)
      insertBarrier(&op);
    else if (kind == ExecutionKind::Structured && failed(visitRegions(&op)))
      return failure();
  }
  return success();
}

bool Serializer::mayDivide(Operation *op) const {
  return !isSingleCore && op->hasAttr(kInterleavedAttrName) &&
         isWorthDividing(cast<linalg::LinalgOp>(op), getTarget(op), cores);
}

/// All cores execute the operation; each writes other elements.
LogicalResult Serializer::divide(Operation *op) {
  if (failed(guard()))
    return failure();
  insertBarrier(op);
  op->removeAttr(kInterleavedAttrName);
  OpBuilder builder(op->getContext());
  op->setAttr(kDividedAttrName, builder.getUnitAttr());
  builder.setInsertionPointAfter(op);
  FenceOp::create(builder, op->getLoc());
  BarrierOp::create(builder, op->getLoc());
  ++counts.divided;
  ++counts.barriers;
  return success();
}

/// Each region starts in the state before the operation or at the end of a
/// region.
LogicalResult Serializer::visitRegions(Operation *op) {
  bool before = mayBeRead, after = mayBeRead;
  bool repeats = cast<RegionBranchOpInterface>(op).hasLoop();
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      mayBeRead = repeats ? mayBeRead : before;
      if (failed(visit(block)))
        return failure();
      after |= mayBeRead;
      if (repeats && region.getRegionNumber() + 1 == op->getNumRegions())
        insertBarrier(block.getTerminator());
    }
  mayBeRead = after;
  return success();
}

/// Inserts a barrier before data that other cores may still read is
/// overwritten.
void Serializer::insertBarrier(Operation *before) {
  OpBuilder builder(before);
  if (mayBeRead && !isSingleCore) {
    ++counts.barriers;
    BarrierOp::create(builder, before->getLoc());
  }
  mayBeRead = false;
}

//===----------------------------------------------------------------------===//
// Core 0
//===----------------------------------------------------------------------===//

/// Returns whether an operation uses results of pending ones.
bool Serializer::usesPendingResult(Operation *op) const {
  return containsOperation(op, [&](Operation *inner) {
    return llvm::any_of(inner->getOperands(), [&](Value operand) {
      return pending.contains(operand.getDefiningOp());
    });
  });
}

bool Serializer::isUsedOutside(OpOperand &use) const {
  Block *block = pending.front()->getBlock();
  return !pending.contains(block->findAncestorOpInBlock(*use.getOwner()));
}

/// Row instructions write DRAM asynchronously to scalar code.
static void addFence(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  FenceOp::create(builder, op->getLoc());
}

/// Moves the pending operations into one conditional.
LogicalResult Serializer::guard() {
  if (pending.empty())
    return success();
  if (isSingleCore) {
    addFence(pending.back());
    pending.clear();
    return success();
  }
  insertBarrier(pending.front());
  ImplicitLocOpBuilder builder(pending.front()->getLoc(), pending.back());
  builder.setInsertionPointAfter(pending.back());
  Value core = CoreIdOp::create(builder);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, core, zero);
  auto guard = scf::IfOp::create(builder, isFirst, /*withElseRegion=*/false);
  BarrierOp::create(builder);
  ++counts.guards;
  ++counts.barriers;
  LDBG() << "core 0 runs " << pending.size() << " operations from "
         << *pending.front();
  Operation *end = guard.thenYield();
  ImplicitLocOpBuilder inside(builder.getLoc(), end);
  for (Operation *op : pending)
    op->moveBefore(end);
  for (Operation *op : pending)
    if (failed(fenceLaunches(op)) ||
        failed(broadcastResults(op, inside, builder)))
      return failure();
  FenceOp::create(inside);
  pending.clear();
  return success();
}

/// Inserts the fences of a single core into the code of core 0.
LogicalResult Serializer::fenceLaunches(Operation *op) {
  if (!containsOperation(op, isLaunch))
    return success();
  if (isa<LaunchOp>(op))
    return addFence(op), success();
  Serializer single(function, /*cores=*/1, counts);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(single.visit(block)))
        return failure();
  return success();
}

/// Scalar results of core 0 are passed to the other cores through DRAM.
LogicalResult Serializer::broadcastResults(Operation *op,
                                           ImplicitLocOpBuilder &inside,
                                           ImplicitLocOpBuilder &after) {
  for (Value result : op->getResults()) {
    if (llvm::none_of(result.getUses(),
                      [&](OpOperand &use) { return isUsedOutside(use); }))
      continue;
    if (!MemRefType::isValidElementType(result.getType()))
      return op->emitError("all cores need a value of type ")
             << result.getType()
             << " that core 0 computes; only scalars can be broadcast";
    ImplicitLocOpBuilder start(op->getLoc(), &function.front(),
                               function.front().begin());
    Value buffer =
        memref::AllocOp::create(start, MemRefType::get({}, result.getType()));
    Operation *store = memref::StoreOp::create(inside, result, buffer);
    Value copy = memref::LoadOp::create(after, buffer);
    result.replaceUsesWithIf(copy, [&](OpOperand &use) {
      return use.getOwner() != store && isUsedOutside(use);
    });
    mayBeRead = true; // before the next iteration writes it
  }
  return success();
}

LogicalResult matrix::serializeScalarCode(func::FuncOp function, int64_t cores,
                                          ScalarCodeCounts &counts) {
  function.walk([](linalg::LinalgOp op) {
    if (hasIndependentIterations(op))
      op->setAttr(kInterleavedAttrName, UnitAttr::get(op->getContext()));
    else if (mayReadAhead(op))
      op->setAttr(kReadsAheadAttrName, UnitAttr::get(op->getContext()));
  });
  return Serializer(function, cores, counts).run();
}
