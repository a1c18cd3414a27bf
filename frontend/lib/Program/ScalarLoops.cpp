//===- ScalarLoops.cpp - loop nests of scalar code ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation of the body is copied for all interleaved iterations before
// the next operation, so that their loads wait for DRAM at the same time.
// Assertions precede the next load or store, one for all iterations.
// Iterations beyond a multiple of the interleaved ones follow the loop. Cores
// take iterations, or interleaved blocks of them, cyclically.
//
//===----------------------------------------------------------------------===//

#include "ScalarLoops.h"
#include "Access/IndependentIterations.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

/// Bounds the code of a loop.
static constexpr int64_t kMaxOperations = 400;

//===----------------------------------------------------------------------===//
// Interleaving
//===----------------------------------------------------------------------===//

/// Conversion to loops also loads results that the body does not use.
static void eraseUnusedLoads(scf::ForOp loop) {
  for (memref::LoadOp load :
       llvm::make_early_inc_range(loop.getBody()->getOps<memref::LoadOp>()))
    if (load.use_empty())
      load.erase();
}

/// Returns the iterations to interleave; 1 if none, as without loads.
static int64_t countInterleaved(ScalarLoop inner) {
  Block &body = *inner.loop.getBody();
  int64_t operations = body.getOperations().size();
  bool isSimple =
      llvm::all_of(body, [](Operation &op) { return op.getNumRegions() == 0; });
  if (!inner.isParallel || !isSimple || body.getOps<memref::LoadOp>().empty())
    return 1;
  int64_t count = kInterleaved;
  while (count > 1 && count * operations > kMaxOperations)
    count /= 2;
  return count;
}

/// Loads, assertions and operations without effects do not depend on earlier
/// iterations.
static bool isMovable(Operation *op) {
  return !op->walk([](Operation *inner) {
              bool isAllowed = isa<memref::LoadOp, cf::AssertOp>(inner) ||
                               inner->hasTrait<OpTrait::IsTerminator>() ||
                               isa<scf::ForOp, scf::IfOp>(inner) ||
                               isMemoryEffectFree(inner);
              return isAllowed ? WalkResult::advance()
                               : WalkResult::interrupt();
            }).wasInterrupted();
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

/// Returns whether an assertion may have to precede the operation, as that of
/// the divisor precedes a division: LLVM removes checks of what is undefined
/// otherwise. MLIR calls remainders speculatable.
static bool needsAssertions(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isDefined =
            isPure(inner) &&
            !isa<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(
                inner);
        return isDefined ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
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

namespace {

/// Copies the body of a loop for several iterations.
class BodyCopier {
public:
  BodyCopier(OpBuilder &builder, scf::ForOp loop, Value first, int64_t count)
      : builder(builder), loop(loop), mappings(count) {
    Location loc = loop.getLoc();
    for (auto [i, mapping] : llvm::enumerate(mappings)) {
      Value number = first;
      if (i)
        number = arith::AddIOp::create(
            builder, loc, first,
            arith::ConstantIndexOp::create(builder, loc, i));
      mapping.map(loop.getInductionVar(), number);
    }
  }

  void emit() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (auto check = dyn_cast<cf::AssertOp>(op)) {
        add(check);
        continue;
      }
      if (needsAssertions(&op))
        emitAssertions();
      for (IRMapping &mapping : mappings)
        builder.clone(op, mapping);
    }
    emitAssertions();
  }

private:
  /// Assertions of all iterations become one: LLVM moves a load after the
  /// branches before its first use.
  void add(cf::AssertOp check) {
    Value &all = conditions[check.getMsgAttr()];
    for (IRMapping &mapping : mappings) {
      Value own = mapping.lookupOrDefault(check.getArg());
      all = all ? arith::AndIOp::create(builder, check.getLoc(), all, own)
                      .getResult()
                : own;
    }
  }

  void emitAssertions() {
    for (auto [message, condition] : conditions)
      cf::AssertOp::create(builder, condition.getLoc(), condition, message);
    conditions.clear();
  }

  OpBuilder &builder;
  scf::ForOp loop;
  SmallVector<IRMapping> mappings;
  llvm::MapVector<StringAttr, Value> conditions; // by message
};

} // namespace

/// Emits the iterations from `begin` to `end`, in blocks of `count`. With
/// `core`, the cores take blocks cyclically. No address is that of an element
/// of another core, because LLVM reads memory before conditions.
static void emitBlocks(scf::ForOp loop, int64_t begin, int64_t end,
                       int64_t count, Value core, int64_t cores) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  Value first = constant(begin);
  if (core) {
    Value own = arith::MulIOp::create(builder, core, constant(count));
    first = arith::AddIOp::create(builder, first, own);
  }
  scf::ForOp::create(
      builder, first, constant(end), constant(count * cores), ValueRange(),
      [&](OpBuilder &inside, Location l, Value block, ValueRange) {
        BodyCopier(inside, loop, block, count).emit();
        scf::YieldOp::create(inside, l);
      });
}

/// Replaces the loop. With `core`, its iterations are divided over the cores.
static void interleave(const ScalarLoop &inner, int64_t count, Value core,
                       int64_t cores) {
  scf::ForOp loop = inner.loop;
  int64_t rest = inner.extent % count, end = inner.extent - rest;
  if (end > 0)
    emitBlocks(loop, 0, end, count, core, core ? cores : 1);
  if (rest > 0)
    emitBlocks(loop, end, inner.extent, core ? 1 : rest, core,
               core ? cores : 1);
  loop.erase();
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
