//===- SerializeScalarCode.cpp - scalar code on core 0 -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All cores run the same program. Code made from groups divides its work by
// itself and writes DRAM by transfers only; whatever else writes DRAM must
// happen once:
//
//   scf.if core == 0 { ...; fence }
//   barrier
//
// What only reads DRAM runs on all cores, so that they agree on control flow.
// No core may overwrite what another one has yet to read: a barrier stands
// before the first write behind such reads. Loops and branches that contain
// code for all cores are entered by all cores, and their blocks treated alike;
// others are one operation.
//
// One core alone needs a fence only, behind each operation: transfers read what
// scalar code stored, and anything what waits in queues. The same holds inside
// what core 0 does, where that uses row memories.
//
//===----------------------------------------------------------------------===//

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
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSERIALIZESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// Calls `fn` with each memref in DRAM that the operation itself reads or
/// writes.
template <typename Effect>
static void forEachInDram(Operation *op, function_ref<void(Value)> fn) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (isa<Effect>(effect.getEffect()) && effect.getValue() &&
        inDram(effect.getValue().getType()))
      fn(effect.getValue());
}

/// With the operations inside.
template <typename Effect> static bool touchesDram(Operation *op) {
  bool found = false;
  op->walk([&](Operation *inner) {
    forEachInDram<Effect>(inner, [&](Value) { found = true; });
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// What tells the buffer apart that a view shows; null where it is not known.
static const void *getBase(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>())
    return global.getNameAttr().getAsOpaquePointer();
  if (Operation *op = memref.getDefiningOp())
    return isa<memref::AllocOp, UnrealizedConversionCastOp>(op)
               ? memref.getAsOpaquePointer()
               : nullptr;
  return isa<FunctionOpInterface>(memref.getParentBlock()->getParentOp())
             ? memref.getAsOpaquePointer()
             : nullptr;
}

namespace {

/// How an operation runs where all cores run the code.
enum class Kind {
  Anywhere,  // no effects in DRAM
  Reads,     // on all cores
  Writes,    // on core 0 alone
  Together,  // on all cores, which divide the work
  Structured // on all cores, and so its blocks
};

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
  Kind classify(Operation *op);
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
  llvm::DenseSet<const void *>
      written; // what is written somewhere in the function
  bool writesUnknown = false;
  SetVector<Operation *> pending; // neighbors that core 0 will run
  /// Whether cores may still read what is written somewhere.
  bool isRead = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static bool isTogether(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return launch.getAllCores();
  return isa_and_nonnull<MatrixDialect>(op->getDialect()) &&
         !isMemoryEffectFree(op);
}

static bool isLaunch(Operation *op) { return isa<LaunchOp>(op); }

static bool contains(Operation *op, function_ref<bool(Operation *)> test) {
  return op
      ->walk([&](Operation *inner) {
        return test(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasUsedBuffer(Operation *op) {
  return llvm::any_of(op->getResults(), [](Value result) {
    return isa<BaseMemRefType>(result.getType()) && !result.use_empty();
  });
}

Kind Serializer::classify(Operation *op) {
  if (isTogether(op))
    return Kind::Together;
  bool writes = touchesDram<MemoryEffects::Write>(op);
  bool isMixed = contains(op, isTogether) ||
                 (isAlone && contains(op, isLaunch)) ||
                 (writes && !isAlone && hasUsedBuffer(op));
  if (isMixed && isa<RegionBranchOpInterface>(op))
    return Kind::Structured;
  if (writes)
    return Kind::Writes;
  if (touchesDram<MemoryEffects::Read>(op))
    return Kind::Reads;
  return Kind::Anywhere;
}

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

/// Whether the operation may stay before pending ones.
static bool isFree(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(&op) || isa<memref::AllocOp>(op));
}

LogicalResult Serializer::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    Kind kind = classify(&op);
    if (kind == Kind::Writes) {
      if (usesRun(&op) && failed(guard()))
        return failure();
      pending.insert(&op);
      if (isAlone && failed(guard()))
        return failure();
      continue;
    }
    if ((!isFree(op) || usesRun(&op)) && failed(guard()))
      return failure();
    if (kind == Kind::Reads)
      isRead |= mayBeWritten(&op);
    else if (kind == Kind::Together)
      wait(&op);
    else if (kind == Kind::Structured && failed(enter(&op)))
      return failure();
  }
  return success();
}

/// Each region begins as the operation does, or as another one ends.
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

/// Lets all cores arrive before something is overwritten that they read.
void Serializer::wait(Operation *before) {
  OpBuilder builder(before);
  if (isRead && !isAlone)
    BarrierOp::create(builder, before->getLoc());
  isRead = false;
}

//===----------------------------------------------------------------------===//
// Core 0
//===----------------------------------------------------------------------===//

/// Whether an operation needs what pending ones compute.
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

/// Row memories write DRAM in an order of their own.
static void addFence(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  FenceOp::create(builder, op->getLoc());
}

/// Puts neighboring operations under one condition.
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

/// Core 0 works as if it were alone.
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

/// Numbers that core 0 computes reach the other cores through DRAM.
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
    isRead = true; // before the next round writes it
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Copies become Linalg, and so loops: else they would be calls.
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
