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
// One core alone needs a fence only, behind each operation: transfers read what
// scalar code stored, and anything what waits in queues.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSERIALIZESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static bool writesDramItself(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || isa<MatrixDialect>(op->getDialect()))
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](auto &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue() &&
           inDram(effect.getValue().getType());
  });
}

static bool writesDram(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return writesDramItself(inner) ? WalkResult::interrupt()
                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

struct SerializeScalarCode
    : matrix::impl::MatrixSerializeScalarCodePassBase<SerializeScalarCode> {
  using MatrixSerializeScalarCodePassBase::MatrixSerializeScalarCodePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    expandCopies(function);
    isAlone = (cores > 0 ? int64_t(cores) : getTarget(function).cores) == 1;
    if (function.isExternal())
      return;
    SmallVector<Operation *> run;
    for (Operation &op : llvm::make_early_inc_range(function.front())) {
      if (writesDram(&op)) {
        if (isAlone)
          fenceBehind(&op);
        else
          run.push_back(&op);
        continue;
      }
      if (failed(guard(run)))
        return signalPassFailure();
    }
  }

  /// Copies become Linalg, and so loops: else they would be calls.
  static void expandCopies(func::FuncOp function) {
    function.walk([](memref::CopyOp op) {
      OpBuilder builder(op);
      linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                               op.getTarget());
      op.erase();
    });
  }

  static void fenceBehind(Operation *op) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    FenceOp::create(builder, op->getLoc());
  }

  /// Puts neighbouring operations under one condition.
  LogicalResult guard(SmallVectorImpl<Operation *> &run) {
    if (run.empty())
      return success();
    for (Operation *op : run)
      if (!op->use_empty())
        return op->emitError("scalar code gives a value to all cores; only "
                             "results in memory can leave core 0");
    OpBuilder builder(run.front());
    Location loc = run.front()->getLoc();
    Value core = CoreIdOp::create(builder, loc);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isFirst = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::eq, core, zero);
    auto guard = scf::IfOp::create(builder, loc, isFirst,
                                   /*withElseRegion=*/false);
    BarrierOp::create(builder, loc);
    Operation *end = guard.thenYield();
    for (Operation *op : run)
      op->moveBefore(end);
    builder.setInsertionPoint(end);
    FenceOp::create(builder, loc);
    run.clear();
    return success();
  }

  bool isAlone = false;
};

} // namespace
