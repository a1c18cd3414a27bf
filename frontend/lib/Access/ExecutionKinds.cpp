//===- ExecutionKinds.cpp - how code runs on several cores ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that all cores execute together are found first. Loops and
// branches are structured if they contain such operations, if they contain
// launches and one core runs the code, or if they write DRAM on several cores
// and a buffer that they yield is used: a region that core 0 alone executes
// yields no buffer to the others. The rest is classified by the
// MemoryEffectOpInterface of the operation and of the operations in its
// regions.
//
//===----------------------------------------------------------------------===//

#include "ExecutionKinds.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

template <typename Effect>
void matrix::forEachDramEffect(Operation *op, function_ref<void(Value)> fn) {
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

template void
matrix::forEachDramEffect<MemoryEffects::Read>(Operation *,
                                               function_ref<void(Value)>);
template void
matrix::forEachDramEffect<MemoryEffects::Write>(Operation *,
                                                function_ref<void(Value)>);

/// Includes the operations in regions.
template <typename Effect> static bool hasDramEffect(Operation *op) {
  bool found = false;
  op->walk([&](Operation *inner) {
    forEachDramEffect<Effect>(inner, [&](Value) { found = true; });
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Returns the memref that `memref` is a view of, or is cast from: truth values
/// are read as bytes.
static Value getViewed(Value memref) {
  if (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    return view.getViewSource();
  auto cast = memref.getDefiningOp<UnrealizedConversionCastOp>();
  return cast && cast.getInputs().size() == 1 &&
                 isa<BaseMemRefType>(cast.getInputs().front().getType())
             ? cast.getInputs().front()
             : Value();
}

const void *matrix::getUnderlyingBuffer(Value memref) {
  while (Value viewed = getViewed(memref))
    memref = viewed;
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

WrittenBuffers::WrittenBuffers(Operation *op) {
  op->walk([&](Operation *inner) {
    forEachDramEffect<MemoryEffects::Write>(inner, [&](Value memref) {
      const void *base = getUnderlyingBuffer(memref);
      hasUnknown |= !base;
      buffers.insert(base);
    });
  });
}

bool WrittenBuffers::mayContain(Value memref) const {
  const void *base = getUnderlyingBuffer(memref);
  return hasUnknown || !base || buffers.contains(base);
}

bool matrix::containsOperation(Operation *op,
                               function_ref<bool(Operation *)> test) {
  return op
      ->walk([&](Operation *inner) {
        return test(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// Dialect operations with memory effects divide their work over the cores. A
/// launch says whether its function does.
static bool isCollective(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return launch.getAllCores();
  return isa_and_nonnull<MatrixDialect>(op->getDialect()) &&
         !isMemoryEffectFree(op);
}

bool matrix::isLaunch(Operation *op) { return isa<LaunchOp>(op); }

static bool hasUsedBuffer(Operation *op) {
  return llvm::any_of(op->getResults(), [](Value result) {
    return isa<BaseMemRefType>(result.getType()) && !result.use_empty();
  });
}

ExecutionKind matrix::classifyExecution(Operation *op, bool isSingleCore) {
  if (isCollective(op))
    return ExecutionKind::Collective;
  bool writes = hasDramEffect<MemoryEffects::Write>(op);
  bool isStructured = containsOperation(op, isCollective) ||
                      (isSingleCore && containsOperation(op, isLaunch)) ||
                      (writes && !isSingleCore && hasUsedBuffer(op));
  if (isStructured && isa<RegionBranchOpInterface>(op))
    return ExecutionKind::Structured;
  if (writes)
    return ExecutionKind::WritesDram;
  if (hasDramEffect<MemoryEffects::Read>(op))
    return ExecutionKind::ReadsDram;
  return ExecutionKind::NoDramEffects;
}
