//===- SerializeScalarCode.cpp - scalar code on core 0 --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All cores run the same program. Code of fusion groups divides its work among
// the cores and writes DRAM only by DMA transfers; any other code that writes
// DRAM must run once:
//
//   scf.if core == 0 { ...; fence }
//   barrier
//
// Code that only reads DRAM runs on all cores, so that control flow is uniform.
// A barrier precedes the first write after such reads, because a core must not
// overwrite data that another core has yet to read. Loops and branches that
// contain code for all cores are executed by all cores, and their blocks are
// processed recursively; other structured operations are treated as one
// operation.
//
// A single core needs only a fence after each operation: DMA transfers read
// data stored by scalar code, and scalar code reads data of queued
// instructions. The same holds within the code of core 0 if it uses row
// memories.
//
//===----------------------------------------------------------------------===//

#include "ScalarCodeKinds.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSERIALIZESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

class Serializer {
public:
  Serializer(func::FuncOp function, bool isAlone)
      : function(function), isAlone(isAlone) {
    function.walk([&](Operation *op) {
      forEachInDram<MemoryEffects::Write>(op, [&](Value memref) {
        const void *base = getBase(memref);
        writesUnknown |= !base;
        written.insert(base);
      });
    });
  }

  LogicalResult run() {
    for (Block &block : function.getBody())
      if (failed(visit(block)))
        return failure();
    return success();
  }

private:
  bool mayBeWritten(Operation *op);
  LogicalResult visit(Block &block);
  LogicalResult enter(Operation *op);
  LogicalResult guard();
  LogicalResult guardOthers(Operation *op);
  LogicalResult passOn(Operation *op, ImplicitLocOpBuilder &inside,
                       ImplicitLocOpBuilder &behind);
  bool usesRun(Operation *op) const;
  bool isUsedOutside(OpOperand &use) const;
  void wait(Operation *before);

  func::FuncOp function;
  bool isAlone;
  llvm::DenseSet<const void *> written; // buffers written in the function
  bool writesUnknown = false;
  SetVector<Operation *> pending; // adjacent operations for core 0
  /// Whether cores may still read data that the function writes.
  bool isRead = false;
};

} // namespace

bool Serializer::mayBeWritten(Operation *op) {
  bool may = false;
  op->walk([&](Operation *inner) {
    forEachInDram<MemoryEffects::Read>(inner, [&](Value memref) {
      const void *base = getBase(memref);
      may |= writesUnknown || !base || written.contains(base);
    });
  });
  return may;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Returns whether the operation may remain before pending ones.
static bool isFree(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(&op) || isa<memref::AllocOp>(op));
}

LogicalResult Serializer::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    CodeKind kind = classify(&op, isAlone);
    if (kind == CodeKind::Writes) {
      if (usesRun(&op) && failed(guard()))
        return failure();
      pending.insert(&op);
      if (isAlone && failed(guard()))
        return failure();
      continue;
    }
    if ((!isFree(op) || usesRun(&op)) && failed(guard()))
      return failure();
    if (kind == CodeKind::Reads)
      isRead |= mayBeWritten(&op);
    else if (kind == CodeKind::Together)
      wait(&op);
    else if (kind == CodeKind::Structured && failed(enter(&op)))
      return failure();
  }
  return success();
}

/// Each region starts in the state before the operation or at the end of a
/// region.
LogicalResult Serializer::enter(Operation *op) {
  bool before = isRead, after = isRead;
  bool repeats = cast<RegionBranchOpInterface>(op).hasLoop();
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      isRead = repeats ? isRead : before;
      if (failed(visit(block)))
        return failure();
      after |= isRead;
      if (repeats && region.getRegionNumber() + 1 == op->getNumRegions())
        wait(block.getTerminator());
    }
  isRead = after;
  return success();
}

/// Inserts a barrier before data that other cores may still read is
/// overwritten.
void Serializer::wait(Operation *before) {
  OpBuilder builder(before);
  if (isRead && !isAlone)
    BarrierOp::create(builder, before->getLoc());
  isRead = false;
}

//===----------------------------------------------------------------------===//
// Core 0
//===----------------------------------------------------------------------===//

/// Returns whether an operation uses results of pending ones.
bool Serializer::usesRun(Operation *op) const {
  return contains(op, [&](Operation *inner) {
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
  if (isAlone) {
    addFence(pending.back());
    pending.clear();
    return success();
  }
  wait(pending.front());
  ImplicitLocOpBuilder builder(pending.front()->getLoc(), pending.back());
  builder.setInsertionPointAfter(pending.back());
  Value core = CoreIdOp::create(builder);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, core, zero);
  auto guard = scf::IfOp::create(builder, isFirst, /*withElseRegion=*/false);
  BarrierOp::create(builder);
  Operation *end = guard.thenYield();
  ImplicitLocOpBuilder inside(builder.getLoc(), end);
  for (Operation *op : pending)
    op->moveBefore(end);
  for (Operation *op : pending)
    if (failed(guardOthers(op)) || failed(passOn(op, inside, builder)))
      return failure();
  FenceOp::create(inside);
  pending.clear();
  return success();
}

/// Inserts the fences of a single core into the code of core 0.
LogicalResult Serializer::guardOthers(Operation *op) {
  if (!contains(op, isLaunch))
    return success();
  if (isa<LaunchOp>(op))
    return addFence(op), success();
  Serializer alone(function, /*isAlone=*/true);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(alone.visit(block)))
        return failure();
  return success();
}

/// Scalar results of core 0 are passed to the other cores through DRAM.
LogicalResult Serializer::passOn(Operation *op, ImplicitLocOpBuilder &inside,
                                 ImplicitLocOpBuilder &behind) {
  for (Value result : op->getResults()) {
    if (llvm::none_of(result.getUses(),
                      [&](OpOperand &use) { return isUsedOutside(use); }))
      continue;
    if (!MemRefType::isValidElementType(result.getType()))
      return op->emitError("all cores need a value of type ")
             << result.getType()
             << " that core 0 computes; only numbers can be passed on";
    ImplicitLocOpBuilder start(op->getLoc(), &function.front(),
                               function.front().begin());
    Value cell =
        memref::AllocOp::create(start, MemRefType::get({}, result.getType()));
    Operation *store = memref::StoreOp::create(inside, result, cell);
    Value copy = memref::LoadOp::create(behind, cell);
    result.replaceUsesWithIf(copy, [&](OpOperand &use) {
      return use.getOwner() != store && isUsedOutside(use);
    });
    isRead = true; // before the next iteration writes it
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Copies become Linalg and later loops; otherwise they would become calls.
static void expandCopies(func::FuncOp function) {
  function.walk([](memref::CopyOp op) {
    OpBuilder builder(op);
    linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                             op.getTarget());
    op.erase();
  });
}

namespace {

struct SerializeScalarCode
    : matrix::impl::MatrixSerializeScalarCodePassBase<SerializeScalarCode> {
  using MatrixSerializeScalarCodePassBase::MatrixSerializeScalarCodePassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    bool isAlone = (cores > 0 ? int64_t(cores) : variant.cores) == 1;
    llvm::StringMap<LaunchOp> launches;
    getOperation().walk(
        [&](LaunchOp launch) { launches[launch.getCallee()] = launch; });
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      LaunchOp launch = launches.lookup(function.getSymName());
      if (function.isExternal() || (launch && launch.getAllCores()))
        continue;
      expandCopies(function);
      if (failed(Serializer(function, isAlone || launch).run()))
        return signalPassFailure();
    }
  }
};

} // namespace
