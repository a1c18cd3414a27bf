//===- ScalarLoops.cpp - loop nests of scalar code ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is invariant is moved before parallel loops, then the innermost loop is
// interleaved. The divided loop is the one whose division leaves the least to
// the core that has most.
//
//===----------------------------------------------------------------------===//

#include "ScalarLoops.h"
#include "InterleavedLoop.h"
#include "JointAssertions.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

/// Conversion to loops also loads results that the body does not use.
static void eraseUnusedLoads(scf::ForOp loop) {
  for (memref::LoadOp load :
       llvm::make_early_inc_range(loop.getBody()->getOps<memref::LoadOp>()))
    if (load.use_empty())
      load.erase();
}

static bool isInvariant(Operation *op, scf::ForOp loop) {
  return !op->walk([&](Operation *inner) {
              bool isDefinedOutside =
                  llvm::all_of(inner->getOperands(), [&](Value operand) {
                    return loop.isDefinedOutsideOfLoop(operand) ||
                           op->isAncestor(
                               operand.getParentBlock()->getParentOp());
                  });
              return isDefinedOutside ? WalkResult::advance()
                                      : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Moves operations with invariant operands before the loop, which has at
/// least one iteration; among them loops that only contain assertions.
static void hoistInvariants(scf::ForOp loop) {
  bool hasAssertions = false;
  for (Operation &op :
       llvm::make_early_inc_range(loop.getBody()->without_terminator()))
    if (isMovable(&op) && isInvariant(&op, loop) &&
        !(hasAssertions && isMemoryEffectFree(&op) && needsAssertions(&op)))
      op.moveBefore(loop);
    else
      hasAssertions |= op.walk([](cf::AssertOp) {
                           return WalkResult::interrupt();
                         }).wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// Returns the parallel loop whose division leaves the least to the core that
/// has most; the outermost one of several.
static unsigned chooseDivided(ArrayRef<ScalarLoop> loops, int64_t interleaved,
                              int64_t cores) {
  unsigned best = 0;
  double minimum = 2;
  for (auto [i, each] : llvm::enumerate(loops)) {
    int64_t unit = i + 1 == loops.size() ? interleaved : 1;
    int64_t blocks = llvm::divideCeil(each.extent, unit);
    double share = double(llvm::divideCeil(blocks, cores)) / blocks;
    if (each.isParallel && share < minimum) {
      minimum = share;
      best = i;
    }
  }
  return best;
}

void matrix::transformScalarLoops(ArrayRef<ScalarLoop> loops, int64_t cores) {
  scf::ForOp outermost = loops.front().loop;
  ScalarLoop inner = loops.back();
  eraseUnusedLoads(inner.loop);
  int64_t count = countInterleaved(inner);
  unsigned divided =
      cores > 1 ? chooseDivided(loops, count, cores) : loops.size();
  Value core;
  if (divided < loops.size()) {
    OpBuilder builder(outermost);
    core = CoreIdOp::create(builder, inner.loop.getLoc());
  }
  bool dividesInner = divided + 1 == loops.size();
  if (core && !dividesInner) {
    scf::ForOp loop = loops[divided].loop;
    OpBuilder builder(outermost);
    loop.setLowerBound(core);
    loop.setStep(arith::ConstantIndexOp::create(builder, loop.getLoc(), cores));
  }
  // Reductions store what they load in the next iteration.
  if (inner.isParallel)
    hoistInvariants(inner.loop);
  if (count > 1 || dividesInner)
    interleave(inner, count, dividesInner ? core : Value(), cores);
  for (ScalarLoop each : llvm::reverse(loops.drop_back()))
    if (each.isParallel)
      hoistInvariants(each.loop);
}
