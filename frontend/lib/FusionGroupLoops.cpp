//===- FusionGroupLoops.cpp - loop of a fusion group over its blocks ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a software-pipelined loop with double buffering: DMA loads of the next
// step are in flight while the current step is computed, and stores while the
// next result is computed. Work is distributed cyclically to the cores.
//
//===----------------------------------------------------------------------===//

#include "FusionGroupLoops.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

namespace {

struct LoopEmitter {
  OpBuilder &builder;
  Location loc;
  FusionGroupContext &context;
  int64_t cores;
  std::unique_ptr<BlockEmitter> emitter;

  Value core, total; // number of this core and of its steps
  int64_t numLoadBuffers, numStoreBuffers; // buffers per block: 1 or 2

  LoopEmitter(OpBuilder &builder, Location loc, FusionGroupContext &context,
              int64_t cores)
      : builder(builder), loc(loc), context(context), cores(cores),
        emitter(createBlockEmitter(context)) {
    int64_t workItems = llvm::divideCeil(plan().numWorkItems(), cores);
    numLoadBuffers = workItems * plan().numSteps() > 1 ? 2 : 1;
    numStoreBuffers = results(workItems) > 1 ? 2 : 1;
  }

  void emit() {
    for (OperandBlock &block : context.loads)
      block.allocate(builder, loc, numLoadBuffers);
    for (OperandBlock &block : context.stores)
      block.allocate(builder, loc, numStoreBuffers);
    emitter->allocate(builder, loc);
    IndexMath math(builder, loc);
    core = cores > 1 ? CoreIdOp::create(builder, loc).getResult()
                     : math.constant(0);
    total = getTotal(math);
    if (plan().numWorkItems() >= cores) {
      emitLoop(builder);
    } else {
      auto guard =
          scf::IfOp::create(builder, loc, math.less(math.constant(0), total),
                            /*withElseRegion=*/false);
      OpBuilder inside = guard.getThenBodyBuilder();
      emitLoop(inside);
    }
    if (cores > 1)
      BarrierOp::create(builder, loc);
  }

private:
  const BlockPlan &plan() const { return context.plan; }
  int64_t reductionSteps() const {
    return plan().reductionSteps(context.group);
  }
  /// Returns the number of results that `workItems` pieces of work compute.
  int64_t results(int64_t workItems) const {
    return workItems * plan().numSteps() / reductionSteps();
  }

  /// Returns the steps of this core, those of ceil((work - core) / cores)
  /// pieces.
  Value getTotal(IndexMath &math) {
    int64_t work = plan().numWorkItems(), steps = plan().numSteps();
    if (work % cores == 0)
      return math.constant(work / cores * steps);
    Value rest = math.sub(math.constant(work + cores - 1), core);
    return math.mul(math.div(rest, cores), steps);
  }

  void emitLoop(OpBuilder &outer) {
    IndexMath math(outer, loc);
    Value zero = math.constant(0);
    SmallVector<Value> carried = startLoads(outer, zero);
    unsigned numLoads = carried.size();
    Value completed = DmaDoneOp::create(outer, loc).getToken();
    carried.append(numStoreBuffers * context.stores.size(), completed);
    SmallVector<Value> last = matrix::emitLoop(
        outer, loc, zero, total, 1, carried,
        [&](OpBuilder &b, Value index, ValueRange tokens) {
          return emitStep(b, index, tokens.take_front(numLoads),
                          tokens.drop_front(numLoads));
        });
    for (Value token : ArrayRef(last).drop_front(numLoads))
      DmaWaitOp::create(outer, loc, token);
  }

  SmallVector<Value> emitStep(OpBuilder &b, Value index, ValueRange loads,
                              ValueRange stores) {
    SmallVector<Value> carried = prefetch(b, index, loads);
    for (Value token : loads)
      DmaWaitOp::create(b, loc, token);
    BlockStep step = getStep(b, index);
    BufferViews views = getBufferViews(b, index);
    emitter->accumulate(b, loc, step, views);
    carried.append(finish(b, step, views, index, stores));
    return carried;
  }

  /// Starts the loads of the next step, if there is one, and returns their
  /// tokens.
  SmallVector<Value> prefetch(OpBuilder &b, Value index, ValueRange loads) {
    if (loads.empty() || numLoadBuffers == 1)
      return SmallVector<Value>(loads);
    IndexMath math(b, loc);
    Value next = math.add(index, 1);
    auto more = scf::IfOp::create(
        b, loc, math.less(next, total),
        [&](OpBuilder &inside, Location l) {
          scf::YieldOp::create(inside, l, startLoads(inside, next));
        },
        [&](OpBuilder &inside, Location l) {
          scf::YieldOp::create(inside, l, loads);
        });
    return SmallVector<Value>(more.getResults());
  }

  SmallVector<Value> startLoads(OpBuilder &b, Value index) {
    IndexMath math(b, loc);
    BlockStep step = getStep(b, index);
    Value bufferIndex = math.rem(index, numLoadBuffers);
    SmallVector<Value> tokens;
    for (const OperandBlock &block : context.loads)
      tokens.push_back(block.load(b, loc, step, bufferIndex));
    return tokens;
  }

  /// Returns the tokens of the last stores of each block, ordered by age.
  SmallVector<Value> finish(OpBuilder &b, const BlockStep &step,
                            const BufferViews &views, Value index,
                            ValueRange stores) {
    if (!step.last)
      return finishNow(b, step, views, index, stores);
    auto ends = scf::IfOp::create(
        b, loc, step.last,
        [&](OpBuilder &inside, Location l) {
          scf::YieldOp::create(inside, l,
                               finishNow(inside, step, views, index, stores));
        },
        [&](OpBuilder &inside, Location l) {
          scf::YieldOp::create(inside, l, stores);
        });
    return SmallVector<Value>(ends.getResults());
  }

  SmallVector<Value> finishNow(OpBuilder &b, const BlockStep &step,
                               const BufferViews &views, Value index,
                               ValueRange stores) {
    for (unsigned i = 0; i < context.stores.size(); ++i)
      DmaWaitOp::create(b, loc, stores[i * numStoreBuffers]);
    emitter->finish(b, loc, step, views);
    SmallVector<Value> tokens;
    for (auto [i, block] : llvm::enumerate(context.stores)) {
      ValueRange younger =
          stores.slice(i * numStoreBuffers + 1, numStoreBuffers - 1);
      tokens.append(younger.begin(), younger.end());
      tokens.push_back(
          block.store(b, loc, step, getStoreBufferIndex(b, index)));
    }
    return tokens;
  }

  Value getStoreBufferIndex(OpBuilder &b, Value index) {
    IndexMath math(b, loc);
    return math.rem(math.div(index, reductionSteps()), numStoreBuffers);
  }

  BufferViews getBufferViews(OpBuilder &b, Value index) {
    IndexMath math(b, loc);
    BufferViews views;
    Value loadBufferIndex = math.rem(index, numLoadBuffers);
    for (const OperandBlock &block : context.loads)
      views.loads.push_back(block.getBufferView(b, loc, loadBufferIndex));
    for (const OperandBlock &block : context.stores)
      views.stores.push_back(
          block.getBufferView(b, loc, getStoreBufferIndex(b, index)));
    return views;
  }

  /// Delinearizes a linear block index into indices of `dims`, innermost last.
  void delinearize(IndexMath &math, Value number, ArrayRef<int> dims,
                   SmallVectorImpl<Value> &blocks) {
    for (int dim : llvm::reverse(dims)) {
      int64_t count = plan().count[dim];
      if (count == 1)
        continue;
      bool isOutermost =
          llvm::all_of(dims.take_until([&](int d) { return d == dim; }),
                       [&](int d) { return plan().count[d] == 1; });
      blocks[dim] = isOutermost ? number : math.rem(number, count);
      number = math.div(number, count);
    }
  }

  BlockStep getStep(OpBuilder &b, Value index) {
    IndexMath math(b, loc);
    SmallVector<Value> blocks(plan().count.size());
    int64_t steps = plan().numSteps();
    Value workItem = math.add(core, math.mul(math.div(index, steps), cores));
    Value inner = math.rem(index, steps);
    delinearize(math, workItem, plan().distributedDims, blocks);
    delinearize(math, inner, plan().sequentialDims, blocks);
    BlockStep step;
    for (auto [dim, block] : llvm::enumerate(blocks))
      addDim(math, dim, block, step);
    if (int64_t count = reductionSteps(); count > 1) {
      Value reductionStep = math.rem(inner, count);
      step.first = math.equal(reductionStep, 0);
      step.last = math.equal(reductionStep, count - 1);
    }
    return step;
  }

  void addDim(IndexMath &math, unsigned dim, Value block, BlockStep &step) {
    int64_t size = plan().block[dim];
    int64_t extent = context.group.dims[dim].extent;
    step.start.push_back(block ? math.mul(block, size) : math.constant(0));
    if (extent % size == 0)
      step.valid.push_back({});
    else if (!block)
      step.valid.push_back(math.constant(extent));
    else
      step.valid.push_back(
          math.min(math.sub(math.constant(extent), step.start.back()), size));
  }
};

} // namespace

void matrix::emitFusionGroupLoop(OpBuilder &builder, Location loc,
                                 FusionGroupContext &context, int64_t cores) {
  LoopEmitter(builder, loc, context, cores).emit();
}
