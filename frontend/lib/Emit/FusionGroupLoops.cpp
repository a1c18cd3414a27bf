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
// next result is computed. A block that consecutive steps use is loaded once.
// Work is distributed cyclically to the cores, or to a
// grid of cores that share loads (CoreGrid.h). Cores of a chain that have one
// step each may start in turn (ChainBlocks.h).
//
//===----------------------------------------------------------------------===//

#include "FusionGroupLoops.h"
#include "CoreGrid.h"
#include "Plan/Chains/ChainBlocks.h"
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

  /// The loads of one operand's blocks.
  struct Load {
    OperandBlock &block;
    int64_t period; // consecutive steps that use one block
    int64_t numBuffers;
    std::optional<Multicast> multicast; // none: for this core only

    bool isOnce() const { return numBuffers == 1; }
    Value getNumber(IndexMath &math, Value index) const {
      return isOnce() ? math.constant(0) : math.div(index, period);
    }
    Value getBufferIndex(IndexMath &math, Value index) const {
      return math.rem(getNumber(math, index), numBuffers);
    }
  };

  Value core, total; // number of this core and of its steps
  SmallVector<Load> loads;
  int64_t numStoreBuffers;
  std::optional<CoreGrid> grid;
  bool startsInTurn = false;

  LoopEmitter(ImplicitLocOpBuilder &builder, FusionGroupContext &context,
              int64_t cores, std::unique_ptr<BlockEmitter> blockEmitter)
      : builder(builder), context(context), cores(cores),
        emitter(std::move(blockEmitter)) {
    for (auto [block, numBuffers] :
         llvm::zip_equal(context.loads, plan().loadBuffers))
      loads.push_back({block, plan().stepsPerBlock(block.getOperand(), cores),
                       numBuffers, std::nullopt});
    numStoreBuffers = plan().storeBuffers;
  }

  void emit() {
    for (Load &load : loads)
      load.block.allocate(builder, load.numBuffers);
    for (OperandBlock &block : context.stores)
      block.allocate(builder, numStoreBuffers);
    emitter->allocate(builder);
    IndexMath math(builder);
    core = cores > 1 ? CoreIdOp::create(builder).getResult() : math.constant(0);
    total = getTotal(math);
    shareLoads(math);
    if (plan().numUsedCores(cores) == cores) {
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
  void shareLoads(IndexMath &math) {
    if (plan().grid.empty())
      return;
    grid.emplace(math, plan(), core);
    for (auto [load, isShared] : llvm::zip_equal(loads, plan().multicasts))
      if (isShared)
        load.multicast = grid->share(math, load.block, load.numBuffers);
  }

  /// Returns the steps of this core, those of ceil((work - core) / cores)
  /// pieces. With a grid, all cores take the same steps.
  Value getTotal(IndexMath &math) {
    if (!plan().grid.empty())
      return math.constant(plan().numRounds(cores) * plan().numSteps());
    int64_t work = plan().numWorkItems(), steps = plan().numSteps();
    if (work % cores == 0)
      return math.constant(work / cores * steps);
    Value rest = math.sub(math.constant(work + cores - 1), core);
    return math.mul(math.div(rest, cores), steps);
  }

  void emitLoop(ImplicitLocOpBuilder &outer) {
    IndexMath math(outer);
    Value zero = math.constant(0);
    SmallVector<Value> carried = startsInTurn ? startLoadsInTurn(outer, zero)
                                              : startFirstLoads(outer, zero);
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
                              ValueRange tokens, ValueRange stores) {
    SmallVector<Value> carried = prefetch(b, index, tokens);
    for (Value token : tokens)
      DmaWaitOp::create(b, token);
    for (const Load &load : loads)
      if (load.multicast)
        ifRemainder(b, index, load.period, 0,
                    [&](ImplicitLocOpBuilder &inside) {
                      load.multicast->wait(inside);
                    });
    BlockStep step = getStep(b, index);
    BufferViews views = getBufferViews(b, index);
    if (emitter->accumulatesInStores())
      waitForStoresBefore(b, step, stores);
    emitter->accumulate(b, step, views);
    carried.append(finish(b, step, views, index, stores));
    release(b, index);
    return carried;
  }

  /// In the first step of a result, waits until its buffers are free.
  void waitForStoresBefore(ImplicitLocOpBuilder &b, const BlockStep &step,
                           ValueRange stores) {
    scf::IfOp::create(b, step.first, [&](OpBuilder &region, Location l) {
      ImplicitLocOpBuilder inside(l, region);
      waitForOldest(inside, stores);
      scf::YieldOp::create(inside);
    });
  }

  void waitForOldest(ImplicitLocOpBuilder &b, ValueRange stores) {
    for (unsigned i = 0; i < context.stores.size(); ++i)
      DmaWaitOp::create(b, stores[i * numStoreBuffers]);
  }

  /// Executes `body` in steps whose index has this remainder.
  static void ifRemainder(ImplicitLocOpBuilder &b, Value index, int64_t period,
                          int64_t remainder,
                          function_ref<void(ImplicitLocOpBuilder &)> body) {
    if (period == 1)
      return body(b);
    IndexMath math(b);
    scf::IfOp::create(b, math.equal(math.rem(index, period), remainder),
                      [&](OpBuilder &region, Location l) {
                        ImplicitLocOpBuilder inside(l, region);
                        body(inside);
                        scf::YieldOp::create(inside);
                      });
  }

  /// Releases the buffers whose last step this is, if the senders write them
  /// again.
  void release(ImplicitLocOpBuilder &b, Value index) {
    for (const Load &load : loads)
      if (load.multicast && !load.isOnce())
        ifRemainder(b, index, load.period, load.period - 1,
                    [&](ImplicitLocOpBuilder &inside) {
                      releaseBuffer(inside, load, index);
                    });
  }

  void releaseBuffer(ImplicitLocOpBuilder &b, const Load &load, Value index) {
    IndexMath math(b);
    Value nextUse = math.add(index, 1 + (load.numBuffers - 1) * load.period);
    scf::IfOp::create(
        b, math.less(nextUse, total), [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          IndexMath math(inside);
          load.multicast->release(inside, load.getNumber(math, index));
          scf::YieldOp::create(inside);
        });
  }

  /// Starts the loads of the next step, if there is one, and returns their
  /// tokens.
  SmallVector<Value> prefetch(ImplicitLocOpBuilder &b, Value index,
                              ValueRange tokens) {
    if (llvm::all_of(loads, [](const Load &load) { return load.isOnce(); }))
      return SmallVector<Value>(tokens);
    IndexMath math(b);
    Value next = math.add(index, 1);
    auto more = scf::IfOp::create(
        b, math.less(next, total),
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, startNextLoads(inside, next, tokens));
        },
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, tokens);
        });
    return SmallVector<Value>(more.getResults());
  }

  SmallVector<Value> startFirstLoads(ImplicitLocOpBuilder &b, Value index) {
    BlockStep step = getStep(b, index);
    SmallVector<Value> tokens;
    for (const Load &load : loads)
      tokens.append(start(b, load, step, index));
    return tokens;
  }

  /// The next core starts when the blocks of this one have arrived.
  SmallVector<Value> startLoadsInTurn(ImplicitLocOpBuilder &b, Value index) {
    awaitTurn(b, core);
    SmallVector<Value> tokens = startFirstLoads(b, index);
    for (Value token : tokens)
      DmaWaitOp::create(b, token);
    passTurn(b, core, plan().numUsedCores(cores));
    return tokens;
  }

  /// Starts the loads that step `index` is the first to use. Returns the tokens
  /// of its blocks, given those of the step before.
  SmallVector<Value> startNextLoads(ImplicitLocOpBuilder &b, Value index,
                                    ValueRange previous) {
    BlockStep step = getStep(b, index);
    SmallVector<Value> tokens;
    for (const Load &load : loads) {
      ValueRange before = previous.take_front(load.multicast ? 0 : 1);
      previous = previous.drop_front(before.size());
      if (load.isOnce())
        tokens.append(before.begin(), before.end());
      else if (load.period == 1)
        tokens.append(start(b, load, step, index));
      else
        tokens.append(startIfFirst(b, load, step, index, before));
    }
    return tokens;
  }

  SmallVector<Value> startIfFirst(ImplicitLocOpBuilder &b, const Load &load,
                                  const BlockStep &step, Value index,
                                  ValueRange before) {
    IndexMath math(b);
    auto isFirst = scf::IfOp::create(
        b, math.equal(math.rem(index, load.period), 0),
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, start(inside, load, step, index));
        },
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, before);
        });
    return SmallVector<Value>(isFirst.getResults());
  }

  /// Returns the token of the transfer, if it is for this core only.
  SmallVector<Value> start(ImplicitLocOpBuilder &b, const Load &load,
                           const BlockStep &step, Value index) {
    IndexMath math(b);
    if (!load.multicast)
      return {load.block.load(b, step, load.getBufferIndex(math, index))};
    load.multicast->load(b, load.block, step, load.getNumber(math, index));
    return {};
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
    if (!emitter->accumulatesInStores())
      waitForOldest(b, stores);
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
    for (const Load &load : loads)
      views.loads.push_back(
          load.block.getBufferView(b, load.getBufferIndex(math, index)));
    for (const OperandBlock &block : context.stores)
      views.stores.push_back(
          block.getBufferView(b, getStoreBufferIndex(b, index)));
    return views;
  }

  /// Delinearizes a linear block index into indices of `dims`, innermost last,
  /// each below its `counts`.
  void delinearize(IndexMath &math, Value number, ArrayRef<int> dims,
                   ArrayRef<int64_t> counts, SmallVectorImpl<Value> &blocks) {
    for (int dim : llvm::reverse(dims)) {
      int64_t count = counts[dim];
      if (count == 1)
        continue;
      bool isOutermost =
          llvm::all_of(dims.take_until([&](int d) { return d == dim; }),
                       [&](int d) { return counts[d] == 1; });
      blocks[dim] = isOutermost ? number : math.rem(number, count);
      number = math.div(number, count);
    }
  }

  BlockStep getStep(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    SmallVector<Value> blocks(plan().count.size());
    int64_t steps = plan().numSteps();
    Value round = math.div(index, steps);
    Value inner = math.rem(index, steps);
    if (grid)
      locateInGrid(math, round, blocks);
    else
      delinearize(math, math.add(core, math.mul(round, cores)),
                  plan().distributedDims, plan().count, blocks);
    delinearize(math, inner, plan().sequentialDims, plan().count, blocks);
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

  void locateInGrid(IndexMath &math, Value round,
                    SmallVectorImpl<Value> &blocks) {
    SmallVector<int64_t> counts(plan().count);
    for (int dim : plan().distributedDims)
      counts[dim] = plan().ownBlocks(dim);
    delinearize(math, round, plan().distributedDims, counts, blocks);
    for (int dim : plan().distributedDims) {
      Value position = grid->getPosition(dim);
      if (blocks[dim] && position)
        blocks[dim] =
            math.add(math.mul(blocks[dim], plan().grid[dim]), position);
      else if (position)
        blocks[dim] = position;
    }
  }

  /// Returns whether some core has a block beyond the end of the dimension.
  bool exceeds(unsigned dim) const {
    return grid && plan().count[dim] % plan().grid[dim] != 0;
  }

  void addDim(IndexMath &math, unsigned dim, Value block, BlockStep &step) {
    int64_t size = plan().block[dim];
    int64_t extent = context.group.dims[dim].extent;
    step.start.push_back(block ? math.mul(block, size) : math.constant(0));
    if (extent % size == 0 && !exceeds(dim))
      step.valid.push_back({});
    else if (!block)
      step.valid.push_back(math.constant(extent));
    else if (exceeds(dim))
      step.valid.push_back(math.min(
          math.sub(math.constant(extent), math.min(step.start.back(), extent)),
          size));
    else
      step.valid.push_back(
          math.min(math.sub(math.constant(extent), step.start.back()), size));
  }
};

} // namespace

void matrix::emitFusionGroupLoop(ImplicitLocOpBuilder &builder,
                                 FusionGroupContext &context, int64_t cores) {
  LoopEmitter(builder, context, cores, createBlockEmitter(context)).emit();
}

void matrix::emitGroupChainLoop(ImplicitLocOpBuilder &builder,
                                FusionGroupContext &boundary,
                                const GroupChain &chain, int64_t cores) {
  LoopEmitter loop(builder, boundary, cores,
                   createChainEmitter(boundary, chain));
  loop.startsInTurn = startsInTurn(chain, boundary.variant, cores);
  loop.emit();
}
