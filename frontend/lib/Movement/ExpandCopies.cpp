//===- ExpandCopies.cpp - expansion of copies in DRAM ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-expand-copies: replaces copies and fills by loops of DMA
// transfers, or by calls of functions with these loops if a program has many.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Access/IndependentIterations.h"
#include "CopyEmitter.h"
#include "Fusion/FusionGroupFunction.h"
#include "RowGather.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand-copies"

namespace matrix {
#define GEN_PASS_DEF_MATRIXEXPANDCOPIESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns a view of the memref in the dimensions of the plan.
static Value getView(ImplicitLocOpBuilder &builder, Value memref,
                     const CopyPlan &plan, int64_t CopyDim::*stride) {
  SmallVector<int64_t> extents, strides;
  for (const CopyDim &dim : plan.dims) {
    extents.push_back(dim.extent);
    strides.push_back(dim.*stride);
  }
  return getStridedView(builder, memref, extents, strides);
}

namespace {

struct ExpandCopies : matrix::impl::MatrixExpandCopiesPassBase<ExpandCopies> {
  using MatrixExpandCopiesPassBase::MatrixExpandCopiesPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa<CopyOp, FillOp>(op))
        found.push_back(op);
    });
    for (Operation *op : found)
      expand(op, /*outlined=*/found.size() > kMaxInlined);
    getOperation().walk([&](linalg::LinalgOp op) { expandGather(op); });
  }

private:
  /// Operations that all cores execute divide their rows.
  void expandGather(linalg::LinalgOp op) {
    bool isDivided = op->hasAttr(kDividedAttrName);
    if (!isDivided && !op->hasAttr(kInterleavedAttrName))
      return;
    std::optional<RowGather> gather = matchRowGather(op);
    if (!gather)
      return;
    emitRowGather(*gather, isDivided ? usedCores(op) : 1);
    ++numGathers;
  }

  void expand(Operation *op, bool outlined) {
    auto copy = dyn_cast<CopyOp>(op);
    Value target = copy ? copy.getTarget() : cast<FillOp>(op).getTarget();
    Value source = copy ? copy.getSource() : Value();
    auto value = copy ? TypedAttr() : cast<FillOp>(op).getValue();
    int64_t bytes = llvm::divideCeil(
        cast<MemRefType>(target.getType()).getElementTypeBitWidth(), 8);
    CopyPlan plan(getCopyDims(source ? source : target, target), bytes,
                  getTarget(op), usedCores(op));
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    SmallVector<Value> views;
    if (source)
      views.push_back(getView(builder, source, plan, &CopyDim::source));
    views.push_back(getView(builder, target, plan, &CopyDim::target));
    if (outlined)
      func::CallOp::create(builder, getFunction(plan, views, value), views);
    else
      emit(builder, plan, views, value, usedCores(op));
    LDBG() << (outlined ? "call for " : "loops for ") << *op;
    ++numExpanded;
    op->erase();
  }

  int64_t usedCores(Operation *op) {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(op).cores);
  }

  static void emit(ImplicitLocOpBuilder &builder, const CopyPlan &plan,
                   ValueRange views, TypedAttr value, int64_t cores) {
    Value source = value ? Value() : views.front();
    CopyEmitter emitter(builder, plan, source, views.back(), cores);
    if (value)
      emitter.emitFill(value);
    else
      emitter.emitCopy();
    if (cores > 1)
      BarrierOp::create(builder);
  }

  /// Returns the function of copies between views of these types, or of fills
  /// with that value. It has no source location, because it has several users.
  func::FuncOp getFunction(const CopyPlan &plan, ValueRange views,
                           TypedAttr value) {
    ImplicitLocOpBuilder builder(UnknownLoc::get(&getContext()), &getContext());
    auto type = builder.getFunctionType(TypeRange(views), TypeRange());
    func::FuncOp &function = functions[{type, value}];
    if (function)
      return function;
    ++numFunctions;
    builder.setInsertionPointToEnd(getOperation().getBody());
    function = func::FuncOp::create(builder, "matrix_copy", type);
    function.setPrivate();
    SymbolTable(getOperation()).insert(function);
    disableInlining(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    emit(builder, plan, function.getArguments(), value,
         usedCores(getOperation()));
    func::ReturnOp::create(builder);
    return function;
  }

  llvm::DenseMap<std::pair<Type, Attribute>, func::FuncOp> functions;
};

} // namespace
