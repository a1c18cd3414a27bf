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
  ImplicitLocOpBuilder &builder;
  FusionGroupContext &context;
  int64_t cores;
  std::unique_ptr<BlockEmitter> emitter;

  Value core, total; // number of this core and of its steps
  int64_t numLoadBuffers, numStoreBuffers; // buffers per block: 1 or 2

  LoopEmitter(ImplicitLocOpBuilder &builder, FusionGroupContext &context,
              int64_t cores)
      : builder(builder), context(context), cores(cores),
        emitter(createBlockEmitter(context)) {
    int64_t workItems = llvm::divideCeil(plan().numWorkItems(), cores);
    numLoadBuffers = workItems * plan().numSteps() > 1 ? 2 : 1;
    numStoreBuffers = results(workItems) > 1 ? 2 : 1;
  }

  void emit() {
    for (OperandBlock &block : context.loads)
      block.allocate(builder, numLoadBuffers);
    for (OperandBlock &block : context.stores)
      block.allocate(builder, numStoreBuffers);
    emitter->allocate(builder);
    IndexMath math(builder);
    core = cores > 1 ? CoreIdOp::create(builder).getResult() : math.constant(0);
    total = getTotal(math);
    if (plan().numWorkItems() >= cores) {
      emitLoop(builder);
    } else {
      auto guard =
          scf::IfOp::create(builder, math.less(math.constant(0), total),
                            /*withElseRegion=*/false);
      ImplicitLocOpBuilder inside(builder.getLoc(), guard.getThenBodyBuilder());
      emitLoop(inside);
    }
    if (cores > 1)
      BarrierOp::create(builder);
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

  void emitLoop(ImplicitLocOpBuilder &outer) {
    IndexMath math(outer);
    Value zero = math.constant(0);
    SmallVector<Value> carried = startLoads(outer, zero);
    unsigned numLoads = carried.size();
    Value completed = DmaDoneOp::create(outer).getToken();
    carried.append(numStoreBuffers * context.stores.size(), completed);
    SmallVector<Value> last = matrix::emitLoop(
        outer, zero, total, 1, carried,
        [&](ImplicitLocOpBuilder &b, Value index, ValueRange tokens) {
          return emitStep(b, index, tokens.take_front(numLoads),
                          tokens.drop_front(numLoads));
        });
    for (Value token : ArrayRef(last).drop_front(numLoads))
      DmaWaitOp::create(outer, token);
  }

  SmallVector<Value> emitStep(ImplicitLocOpBuilder &b, Value index,
                              ValueRange loads, ValueRange stores) {
    SmallVector<Value> carried = prefetch(b, index, loads);
    for (Value token : loads)
      DmaWaitOp::create(b, token);
    BlockStep step = getStep(b, index);
    BufferViews views = getBufferViews(b, index);
    emitter->accumulate(b, step, views);
    carried.append(finish(b, step, views, index, stores));
    return carried;
  }

  /// Starts the loads of the next step, if there is one, and returns their
  /// tokens.
  SmallVector<Value> prefetch(ImplicitLocOpBuilder &b, Value index,
                              ValueRange loads) {
    if (loads.empty() || numLoadBuffers == 1)
      return SmallVector<Value>(loads);
    IndexMath math(b);
    Value next = math.add(index, 1);
    auto more = scf::IfOp::create(
        b, math.less(next, total),
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, startLoads(inside, next));
        },
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, loads);
        });
    return SmallVector<Value>(more.getResults());
  }

  SmallVector<Value> startLoads(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    BlockStep step = getStep(b, index);
    Value bufferIndex = math.rem(index, numLoadBuffers);
    SmallVector<Value> tokens;
    for (const OperandBlock &block : context.loads)
      tokens.push_back(block.load(b, step, bufferIndex));
    return tokens;
  }

  /// Returns the tokens of the last stores of each block, ordered by age.
  SmallVector<Value> finish(ImplicitLocOpBuilder &b, const BlockStep &step,
                            const BufferViews &views, Value index,
                            ValueRange stores) {
    if (!step.last)
      return finishNow(b, step, views, index, stores);
    auto ends = scf::IfOp::create(
        b, step.last,
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside,
                               finishNow(inside, step, views, index, stores));
        },
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, stores);
        });
    return SmallVector<Value>(ends.getResults());
  }

  SmallVector<Value> finishNow(ImplicitLocOpBuilder &b, const BlockStep &step,
                               const BufferViews &views, Value index,
                               ValueRange stores) {
    for (unsigned i = 0; i < context.stores.size(); ++i)
      DmaWaitOp::create(b, stores[i * numStoreBuffers]);
    emitter->finish(b, step, views);
    SmallVector<Value> tokens;
    for (auto [i, block] : llvm::enumerate(context.stores)) {
      ValueRange younger =
          stores.slice(i * numStoreBuffers + 1, numStoreBuffers - 1);
      tokens.append(younger.begin(), younger.end());
      tokens.push_back(block.store(b, step, getStoreBufferIndex(b, index)));
    }
    return tokens;
  }

  Value getStoreBufferIndex(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    return math.rem(math.div(index, reductionSteps()), numStoreBuffers);
  }

  BufferViews getBufferViews(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    BufferViews views;
    Value loadBufferIndex = math.rem(index, numLoadBuffers);
    for (const OperandBlock &block : context.loads)
      views.loads.push_back(block.getBufferView(b, loadBufferIndex));
    for (const OperandBlock &block : context.stores)
      views.stores.push_back(
          block.getBufferView(b, getStoreBufferIndex(b, index)));
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

  BlockStep getStep(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
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

void matrix::emitFusionGroupLoop(ImplicitLocOpBuilder &builder,
                                 FusionGroupContext &context, int64_t cores) {
  LoopEmitter(builder, context, cores).emit();
}
