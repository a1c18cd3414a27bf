//===- IndependentIterations.cpp - scalar loops in any order --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are indexed by all parallel loops, so that each iteration writes its
// own elements. Operands in the buffer of a result are read at the index of
// the write. Operations without results only contain assertions.
//
//===----------------------------------------------------------------------===//

#include "IndependentIterations.h"
#include "ExecutionKinds.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

static bool isOtherBuffer(Value memref, const void *buffer) {
  const void *own = getUnderlyingBuffer(memref);
  return own && own != buffer;
}

namespace {

struct IterationAnalysis {
  linalg::LinalgOp op;

  bool run() {
    return isSimple() && op.getNumParallelLoops() > 0 &&
           llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
             return writesOwnElements(init) && isOnlyAccess(init);
           });
  }

  bool readsAhead() {
    return isSimple() && op.getNumLoops() > 0 &&
           op.getNumParallelLoops() == 0 &&
           llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
             return isOnlyAccess(init) && isOnlyOperand(init);
           });
  }

private:
  /// Returns whether the body has no effects that depend on the order.
  bool isSimple() {
    return op.hasPureBufferSemantics() &&
           !ShapedType::isDynamicShape(op.getStaticLoopRanges()) &&
           llvm::all_of(*op.getBlock(), mayInterleave);
  }

  static bool mayInterleave(Operation &inner) {
    return isa<memref::LoadOp, cf::AssertOp>(inner) ||
           isMemoryEffectFree(&inner);
  }

  bool writesOwnElements(OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    SmallVector<unsigned> parallel;
    op.getParallelDims(parallel);
    return isa<MemRefType>(init.get().getType()) &&
           map.isProjectedPermutation() &&
           llvm::all_of(parallel,
                        [&](unsigned dim) { return map.isFunctionOfDim(dim); });
  }

  /// Returns whether other accesses to the buffer are at the same index.
  bool isOnlyAccess(OpOperand &init) {
    const void *buffer = getUnderlyingBuffer(init.get());
    if (!buffer)
      return false;
    for (OpOperand &other : op->getOpOperands()) {
      if (&other == &init || !isa<MemRefType>(other.get().getType()) ||
          isOtherBuffer(other.get(), buffer))
        continue;
      if (other.get() != init.get() || op.isDpsInit(&other) ||
          op.getMatchingIndexingMap(&other) != op.getMatchingIndexingMap(&init))
        return false;
    }
    return llvm::all_of(*op.getBlock(), [&](Operation &inner) {
      auto load = dyn_cast<memref::LoadOp>(inner);
      return !load || isOtherBuffer(load.getMemRef(), buffer);
    });
  }

  /// Returns whether no other operand is the same memref.
  bool isOnlyOperand(OpOperand &init) {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &other) {
      return &other == &init || other.get() != init.get();
    });
  }
};

} // namespace

bool matrix::hasIndependentIterations(linalg::LinalgOp op) {
  return IterationAnalysis{op}.run();
}

bool matrix::mayReadAhead(linalg::LinalgOp op) {
  return IterationAnalysis{op}.readsAhead();
}

bool matrix::onlyStoresInOrder(scf::ForOp loop) {
  memref::StoreOp store;
  for (Operation &inner : loop.getBody()->without_terminator()) {
    auto found = dyn_cast<memref::StoreOp>(inner);
    if ((found && store) || inner.getNumRegions() > 0 ||
        !(found || isa<memref::LoadOp, cf::AssertOp>(inner) ||
          isMemoryEffectFree(&inner)))
      return false;
    store = found ? found : store;
  }
  const void *buffer = store ? getUnderlyingBuffer(store.getMemRef()) : nullptr;
  return buffer && loop.getNumResults() == 0 &&
         llvm::all_of(loop.getBody()->getOps<memref::LoadOp>(),
                      [&](memref::LoadOp load) {
                        return isOtherBuffer(load.getMemRef(), buffer);
                      });
}

static bool readsMemory(linalg::LinalgOp op) {
  return llvm::any_of(op->getOpOperands(),
                      [&](OpOperand &operand) {
                        return isa<MemRefType>(operand.get().getType()) &&
                               op.payloadUsesValueFromOperand(&operand);
                      }) ||
         !op.getBlock()->getOps<memref::LoadOp>().empty();
}

/// Compares ceil(i / cores) * c + 2 * barrier with i * c cycles, for i
/// iterations of c cycles. Loads of interleaved iterations share the latency of
/// DRAM.
bool matrix::isWorthDividing(linalg::LinalgOp op,
                             const desc::VariantInfo &variant, int64_t cores) {
  int64_t iterations = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    iterations *= extent;
  int64_t cycles = op.getBlock()->getOperations().size();
  if (readsMemory(op))
    cycles += variant.parameters.dramLatency.value_or(0) / kInterleaved;
  int64_t own = llvm::divideCeil(iterations, cores);
  int64_t barriers = 2 * variant.parameters.barrierLatency.value_or(0);
  return own * cycles + barriers < iterations * cycles;
}
