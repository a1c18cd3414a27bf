//===- ExpandCopies.cpp - expansion of copies in DRAM ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-expand-copies: replaces copies and fills by loops of DMA
// transfers, or by calls of functions with these loops if a program has many. A
// barrier follows each of them, since other cores may have moved the elements
// that are read next. Marked Linalg operations that gather rows become
// transfers of rows.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Access/IndependentIterations.h"
#include "Copies/CopyEmitter.h"
#include "Copies/StagedCopy.h"
#include "Fusion/FusionGroupFunction.h"
#include "RowGather.h"
#include "Staging/StagedOperation.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
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
                     const CopyPlan &plan, int64_t CopyDim::*extent,
                     int64_t CopyDim::*stride) {
  SmallVector<int64_t> extents, strides;
  for (const CopyDim &dim : plan.dims) {
    extents.push_back(dim.*extent);
    strides.push_back(dim.*stride);
  }
  return getStridedView(builder, memref, extents, strides);
}

namespace {

/// A copy, a fill (without source), or a copy with padding.
struct Movement {
  Value source, target;
  ArrayRef<int64_t> low;
  TypedAttr fill;

  static Movement of(Operation *op) {
    if (auto copy = dyn_cast<CopyOp>(op))
      return {copy.getSource(), copy.getTarget(), {}, {}};
    if (auto pad = dyn_cast<PadOp>(op))
      return {pad.getSource(), pad.getTarget(), pad.getLow(), pad.getFill()};
    auto fill = cast<FillOp>(op);
    return {Value(), fill.getTarget(), {}, fill.getValue()};
  }
  int64_t elementBytes() const {
    return llvm::divideCeil(
        cast<MemRefType>(target.getType()).getElementTypeBitWidth(), 8);
  }
};

struct ExpandCopies : matrix::impl::MatrixExpandCopiesPassBase<ExpandCopies> {
  using MatrixExpandCopiesPassBase::MatrixExpandCopiesPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa<CopyOp, FillOp, PadOp>(op))
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
    int64_t own = isDivided ? usedCores(op) : 1;
    if (!gather || takesFewerCyclesStaged(*gather, own))
      return;
    emitRowGather(*gather, own);
    ++numGathers;
  }

  /// Short rows of a table that fits the scratchpad are left to
  /// matrix-stage-scalar-code.
  bool takesFewerCyclesStaged(const RowGather &gather, int64_t own) {
    linalg::GenericOp op = gather.op;
    const desc::VariantInfo &variant = getTarget(op);
    if (own != usedCores(op) || isDisabled(op, Technique::StagedScalars))
      return false;
    std::optional<StagedOperation> plan = planStagedOperation(op, variant, own);
    return plan && plan->cycles < gather.cycles(variant, own);
  }

  void expand(Operation *op, bool outlined) {
    Movement m = Movement::of(op);
    CopyPlan plan(getCopyDims(m.source ? m.source : m.target, m.target, m.low),
                  m.elementBytes(), getTarget(op), usedCores(op));
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    SmallVector<Value> views;
    if (m.source)
      views.push_back(getView(builder, m.source, plan, &CopyDim::present,
                              &CopyDim::source));
    views.push_back(
        getView(builder, m.target, plan, &CopyDim::extent, &CopyDim::target));
    if (outlined)
      func::CallOp::create(builder, getFunction(plan, views, m), views);
    else
      emit(builder, plan, views, m, usedCores(op));
    LDBG() << (outlined ? "call for " : "loops for ") << *op;
    ++numExpanded;
    op->erase();
  }

  int64_t usedCores(Operation *op) {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(op).cores);
  }

  void emit(ImplicitLocOpBuilder &builder, const CopyPlan &plan,
            ValueRange views, const Movement &m, int64_t cores) {
    TypedAttr fill = m.fill;
    Value source = views.size() == 2 ? views.front() : Value();
    std::optional<StagedCopy> staged;
    if (source && !isDisabled(getOperation(), Technique::StagedCopies))
      staged = planStagedCopy(plan.dims, m.elementBytes(),
                              getTarget(getOperation()), cores);
    if (staged)
      emitStagedCopy(builder, *staged, source, views.back(), cores);
    else if (source)
      CopyEmitter(builder, plan, source, views.back(), fill, cores).emitCopy();
    else
      CopyEmitter(builder, plan, source, views.back(), fill, cores).emitFill();
    if (cores > 1)
      BarrierOp::create(builder);
  }

  /// Returns the function of equal operations. It has no source location,
  /// because it has several users.
  func::FuncOp getFunction(const CopyPlan &plan, ValueRange views,
                           const Movement &m) {
    ImplicitLocOpBuilder builder(UnknownLoc::get(&getContext()), &getContext());
    auto type = builder.getFunctionType(TypeRange(views), TypeRange());
    SmallVector<int64_t> low =
        llvm::map_to_vector(plan.dims, [](auto &dim) { return dim.low; });
    func::FuncOp &function =
        functions[{{type, m.fill}, builder.getDenseI64ArrayAttr(low)}];
    if (function)
      return function;
    ++numFunctions;
    builder.setInsertionPointToEnd(getOperation().getBody());
    function = func::FuncOp::create(builder, "matrix_copy", type);
    function.setPrivate();
    SymbolTable(getOperation()).insert(function);
    disableInlining(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    emit(builder, plan, function.getArguments(), m, usedCores(getOperation()));
    func::ReturnOp::create(builder);
    return function;
  }

  llvm::DenseMap<std::pair<std::pair<Type, Attribute>, Attribute>, func::FuncOp>
      functions;
};

} // namespace
