//===- InterleavedLoop.cpp - interleaving of iterations -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation of the body is copied for all interleaved iterations before
// the next operation, so that their loads wait for memory at the same time.
// Assertions precede the next load or store, one for all iterations. Iterations
// beyond a multiple of the interleaved ones follow the loop. Cores take
// iterations, or interleaved blocks of them, cyclically.
//
//===----------------------------------------------------------------------===//

#include "InterleavedLoop.h"
#include "Access/IndependentIterations.h"
#include "JointAssertions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

/// Bounds the code of a loop.
static constexpr int64_t kMaxOperations = 400;

static bool hasNoLoops(const ScalarLoop &inner) {
  scf::ForOp loop = inner.loop;
  return llvm::all_of(*loop.getBody(),
                      [](Operation &op) { return op.getNumRegions() == 0; });
}

int64_t matrix::countInterleaved(const ScalarLoop &inner) {
  scf::ForOp loop = inner.loop;
  Block &body = *loop.getBody();
  int64_t operations = 0;
  body.walk([&](Operation *) { ++operations; });
  if (!(inner.hasOwnBuffers || (inner.isParallel && hasNoLoops(inner))) ||
      body.getOps<memref::LoadOp>().empty())
    return 1;
  int64_t count = kInterleaved;
  while (count > 1 && count * operations > kMaxOperations)
    count /= 2;
  return count;
}

/// Loads, assertions and operations without effects do not depend on earlier
/// iterations.
bool matrix::isMovable(Operation *op) {
  return !op->walk([](Operation *inner) {
              bool isAllowed = isa<memref::LoadOp, cf::AssertOp>(inner) ||
                               inner->hasTrait<OpTrait::IsTerminator>() ||
                               isa<scf::ForOp, scf::IfOp>(inner) ||
                               isMemoryEffectFree(inner);
              return isAllowed ? WalkResult::advance()
                               : WalkResult::interrupt();
            }).wasInterrupted();
}

namespace {

/// Copies the body of a loop for several iterations. Operations in `ordered`
/// follow all others, iteration by iteration.
class BodyCopier {
public:
  using Operations = llvm::SmallPtrSetImpl<Operation *>;

  BodyCopier(OpBuilder &builder, scf::ForOp loop, Value first, int64_t count,
             const Operations &ordered)
      : builder(builder), loop(loop), mappings(count), ordered(ordered) {
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
    cloneJointly(builder, loop.getBody(), mappings,
                 [&](Operation &op) { return ordered.contains(&op); });
    for (IRMapping &mapping : mappings)
      for (Operation &op : loop.getBody()->without_terminator())
        if (ordered.contains(&op))
          builder.clone(op, mapping);
  }

private:
  OpBuilder &builder;
  scf::ForOp loop;
  SmallVector<IRMapping> mappings;
  const Operations &ordered;
};

} // namespace

static bool accesses(Operation *op, const llvm::SmallDenseSet<Value> &memrefs) {
  return op
      ->walk([&](Operation *inner) {
        bool isAccess = llvm::any_of(inner->getOperands(), [&](Value operand) {
          return memrefs.contains(operand);
        });
        return isAccess ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the operations that access buffers the loop writes, and those that
/// depend on them or have other effects; none of a parallel loop without loops.
static llvm::SmallPtrSet<Operation *, 16> findOrdered(const ScalarLoop &inner) {
  llvm::SmallPtrSet<Operation *, 16> ordered;
  if (inner.isParallel && hasNoLoops(inner))
    return ordered;
  scf::ForOp loop = inner.loop;
  llvm::SmallDenseSet<Value>
      values; // written buffers, and what depends on them
  loop.getBody()->walk(
      [&](memref::StoreOp store) { values.insert(store.getMemRef()); });
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isMovable(&op) || accesses(&op, values)) {
      ordered.insert(&op);
      values.insert_range(op.getResults());
    }
  return ordered;
}

namespace {

class Interleaver {
public:
  Interleaver(const ScalarLoop &inner, int64_t count, Value core, int64_t cores)
      : inner(inner), loop(inner.loop), count(count), core(core), cores(cores),
        builder(loop.getLoc(), loop), ordered(findOrdered(inner)) {}

  void run() {
    if (ShapedType::isDynamic(inner.extent)) {
      Value extent = loop.getUpperBound();
      Value rest = arith::RemUIOp::create(builder, extent, constant(count));
      Value end = arith::SubIOp::create(builder, extent, rest);
      emitBlocks(constant(0), end, count);
      emitBlocks(end, extent, 1);
    } else {
      int64_t rest = inner.extent % count, end = inner.extent - rest;
      if (end > 0)
        emitBlocks(constant(0), constant(end), count);
      if (rest > 0)
        emitBlocks(constant(end), constant(inner.extent), core ? 1 : rest);
    }
    loop.erase();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }

  /// Emits the iterations from `first` to `end`, in blocks of `number`. With
  /// `core`, the cores take blocks cyclically. No address is that of an element
  /// of another core, because LLVM reads memory before conditions.
  void emitBlocks(Value first, Value end, int64_t number) {
    if (core) {
      Value own = arith::MulIOp::create(builder, core, constant(number));
      first = arith::AddIOp::create(builder, first, own);
    }
    scf::ForOp::create(
        builder, first, end, constant(number * cores), ValueRange(),
        [&](OpBuilder &inside, Location l, Value block, ValueRange) {
          BodyCopier(inside, loop, block, number, ordered).emit();
          scf::YieldOp::create(inside, l);
        });
  }

  const ScalarLoop &inner;
  scf::ForOp loop;
  int64_t count;
  Value core;
  int64_t cores;
  ImplicitLocOpBuilder builder;
  llvm::SmallPtrSet<Operation *, 16> ordered;
};

} // namespace

void matrix::interleave(const ScalarLoop &inner, int64_t count, Value core,
                        int64_t cores) {
  Interleaver(inner, count, core, core ? cores : 1).run();
}
