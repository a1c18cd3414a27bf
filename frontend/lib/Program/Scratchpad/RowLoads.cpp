//===- RowLoads.cpp - loads of one block of rows for each core ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows addresses through descriptors and views, forward to their uses and
// back to where they come from. Positions are evaluated for each core by
// folding the operations that compute them; an induction variable has no value.
//
//===----------------------------------------------------------------------===//

#include "RowLoads.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

/// Returns the value of an index on a core, if it depends on nothing else.
static std::optional<int64_t> evaluate(Value value, int64_t core) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() > 0 || op->getNumOperands() > 3)
    return std::nullopt;
  if (isa<CoreIdOp>(op))
    return core;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = evaluate(operand, core);
    if (!number)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *number));
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  if (auto result = dyn_cast<Value>(results.front()))
    return result == value ? std::nullopt : evaluate(result, core);
  return getConstantIntValue(results.front());
}

/// Returns the values of an index on all cores, or none.
static SmallVector<int64_t> evaluateOnCores(Value value, int64_t cores) {
  SmallVector<int64_t> values;
  for (int64_t core = 0; core < cores; ++core) {
    std::optional<int64_t> number = evaluate(value, core);
    if (!number)
      return {};
    values.push_back(*number);
  }
  return values;
}

/// Returns whether the view has all elements of the tensor, in their order.
static bool isWholeView(Operation *view) {
  if (isa<memref::CastOp>(view))
    return true;
  auto cast = dyn_cast<memref::ReinterpretCastOp>(view);
  if (!cast)
    return false;
  MemRefType type = cast.getType();
  SmallVector<int64_t> strides;
  int64_t offset = 0, elements = 1;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) || offset != 0)
    return false;
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip(type.getShape(), strides))) {
    if (stride != elements)
      return false;
    elements *= extent;
  }
  auto source = dyn_cast<MemRefType>(cast.getSource().getType());
  return source && source.hasStaticShape() &&
         source.getNumElements() == elements;
}

/// Collects the loads from the tensor at an address. Returns whether there is
/// no other use.
static bool collectLoads(Value address, SmallVectorImpl<DmaLoadOp> &loads) {
  llvm::SmallSetVector<Value, 16> values;
  values.insert(address);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      Operation *user = use.getOwner();
      if (auto load = dyn_cast<DmaLoadOp>(user);
          load && load.getSource() == use.get())
        loads.push_back(load);
      else if (isa<LLVM::InsertValueOp, UnrealizedConversionCastOp>(user) ||
               isWholeView(user))
        values.insert(user->getResult(0));
      else
        return false;
    }
  return !loads.empty();
}

static bool addLoad(RowLoads &rows, DmaLoadOp load, int64_t cores) {
  MemRefType block = load.getTarget().getType();
  MemRefType type = load.getSource().getType();
  if (load.getReceivers() || !load.getSkip().empty() ||
      load.getIndices().empty() || block.getRank() != type.getRank() ||
      !type.hasStaticShape())
    return false;
  auto dense = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<int64_t> first = evaluateOnCores(load.getIndices()[0], cores);
  SmallVector<int64_t> valid(cores, block.getDimSize(0));
  if (!load.getValid().empty())
    valid = evaluateOnCores(load.getValid()[0], cores);
  if (first.empty() || valid.empty())
    return false;
  // Cores without a block do not load; their positions are outside.
  for (auto [position, count] : llvm::zip(first, valid)) {
    bool isInside = position >= 0 && position < dense.getDimSize(0);
    count = isInside
                ? std::clamp<int64_t>(count, 0, dense.getDimSize(0) - position)
                : 0;
  }
  if (rows.loads.empty())
    rows = {{}, dense, block.getDimSize(0), first, valid};
  rows.loads.push_back(load);
  return rows.tensor == dense && rows.blockRows == block.getDimSize(0) &&
         rows.firstRows == first && rows.validRows == valid;
}

std::optional<RowLoads> matrix::findRowLoads(func::FuncOp function,
                                             unsigned argument, int64_t cores) {
  SmallVector<DmaLoadOp> loads;
  Value address = function.getArgument(argument);
  if (!isa<LLVM::LLVMPointerType>(address.getType()) ||
      !collectLoads(address, loads))
    return std::nullopt;
  RowLoads rows;
  for (DmaLoadOp load : loads)
    if (!addLoad(rows, load, cores))
      return std::nullopt;
  return rows;
}

/// Returns what a view or a descriptor is made of, or null.
static Value getOrigin(Operation *op) {
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto insert = dyn_cast_or_null<LLVM::InsertValueOp>(op))
    return isa<LLVM::LLVMPointerType>(insert.getValue().getType())
               ? insert.getValue()
               : insert.getContainer();
  if (isa_and_nonnull<UnrealizedConversionCastOp, LLVM::ExtractValueOp>(op))
    return op->getOperand(0);
  return {};
}

/// Returns whether nothing but loads of blocks uses a value or views of it.
static bool hasOnlyLoads(Value value, SymbolTable &symbols) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto load = dyn_cast<DmaLoadOp>(user))
      return load.getSource() == use.get();
    if (auto call = dyn_cast<func::CallOp>(user)) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      return callee && !callee.isExternal() &&
             hasOnlyLoads(callee.getArgument(use.getOperandNumber()), symbols);
    }
    if (!isa<ViewLikeOpInterface, UnrealizedConversionCastOp,
             LLVM::ExtractValueOp, LLVM::InsertValueOp>(user))
      return false;
    return llvm::all_of(user->getResults(), [&](Value result) {
      return isa<IndexType, IntegerType>(result.getType()) ||
             hasOnlyLoads(result, symbols);
    });
  });
}

Value matrix::findRoot(Value value) {
  while (Value origin = getOrigin(value.getDefiningOp()))
    value = origin;
  return value;
}

bool matrix::isOnlyLoaded(Value address, SymbolTable &symbols) {
  address = findRoot(address);
  Operation *root = address.getDefiningOp();
  if (auto constant = dyn_cast_or_null<memref::GetGlobalOp>(root)) {
    auto global = symbols.lookup<memref::GlobalOp>(constant.getName());
    return global && global.getConstant();
  }
  if (auto cast = dyn_cast_or_null<LLVM::IntToPtrOp>(root))
    root = cast.getArg().getDefiningOp();
  return isa_and_nonnull<memref::LoadOp, LLVM::LoadOp>(root) &&
         hasOnlyLoads(address, symbols);
}

MemRefType matrix::findTensorType(func::FuncOp function, unsigned argument) {
  llvm::SmallSetVector<Value, 16> values;
  values.insert(function.getArgument(argument));
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      if (isa<UnrealizedConversionCastOp>(user))
        return dyn_cast<MemRefType>(user->getResult(0).getType());
      if (isa<LLVM::InsertValueOp>(user))
        values.insert(user->getResult(0));
    }
  return {};
}

/// Returns the condition of the loop that starts loads of the next step.
static scf::IfOp findNextLoads(scf::ForOp loop) {
  for (auto next : loop.getBody()->getOps<scf::IfOp>())
    if (next.getThenRegion()
            .walk([](DmaLoadOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return next;
  return {};
}

static SmallVector<int64_t> countSteps(scf::ForOp loop, int64_t cores) {
  SmallVector<int64_t> begin = evaluateOnCores(loop.getLowerBound(), cores);
  SmallVector<int64_t> end = evaluateOnCores(loop.getUpperBound(), cores);
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (begin.empty() || end.empty() || !step)
    return {};
  for (auto [first, last] : llvm::zip(begin, end))
    last = std::max<int64_t>(0, llvm::divideCeil(last - first, *step));
  return end;
}

std::optional<StepLoop> matrix::findStepLoop(func::FuncOp function,
                                             int64_t cores) {
  for (auto loop : function.front().getOps<scf::ForOp>()) {
    scf::IfOp nextLoads = findNextLoads(loop);
    if (!nextLoads)
      continue;
    SmallVector<int64_t> steps = countSteps(loop, cores);
    if (steps.empty())
      return std::nullopt;
    return StepLoop{loop, nextLoads, *llvm::min_element(steps),
                    *llvm::max_element(steps)};
  }
  return std::nullopt;
}

Value matrix::takeRows(ImplicitLocOpBuilder &b, Value block, int64_t first,
                       int64_t count) {
  auto type = cast<MemRefType>(block.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)), sizes,
      strides(type.getRank(), b.getIndexAttr(1));
  for (int64_t extent : type.getShape())
    sizes.push_back(b.getIndexAttr(extent));
  offsets.front() = b.getIndexAttr(first);
  sizes.front() = b.getIndexAttr(count);
  return memref::SubViewOp::create(b, block, offsets, sizes, strides);
}
