//===- FusionGroupLoops.cpp - loop of a fusion group over its blocks ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a software-pipelined loop with double buffering: DMA loads of the next
// step are in flight while the current step is computed (BlockLoads.h), and
// stores while the next result is computed. Cores of a chain that have one step
// each may start in turn (ChainBlocks.h).
//
//===----------------------------------------------------------------------===//

#include "FusionGroupLoops.h"
#include "BlockLoads.h"
#include "Plan/Chains/ChainBlocks.h"
#include "SemaphoreRange.h"
#include "StepPartEmitter.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

namespace {

struct LoopEmitter {
  ImplicitLocOpBuilder &builder;
  FusionGroupContext &context;
  int64_t cores;
  std::unique_ptr<BlockEmitter> emitter;
  BlockLoads loads;
  int64_t numStoreBuffers;
  std::optional<StepBlocks> steps;
  bool startsInTurn = false;
  StepParts parts;
  std::optional<TranspositionSchedule> transposition;
  SemaphoreRange semaphores;

  LoopEmitter(ImplicitLocOpBuilder &builder, FusionGroupContext &context,
              int64_t cores, std::unique_ptr<BlockEmitter> blockEmitter)
      : builder(builder), context(context), cores(cores),
        emitter(std::move(blockEmitter)), loads(context, cores),
        numStoreBuffers(plan().storeBuffers) {}

  void emit() {
    semaphores = chooseSemaphores(plan(), context.variant, startsInTurn,
                                  context.usesSecondHalf);
    setSemaphores(cast<FunctionOpInterface>(
                      builder.getBlock()->getParent()->getParentOp()),
                  semaphores);
    loads.allocate(builder);
    for (OperandBlock &block : context.stores)
      block.allocate(builder, numStoreBuffers);
    emitter->allocate(builder);
    steps.emplace(builder, context, cores, semaphores.first);
    IndexMath math(builder);
    if (CoreGrid *grid = steps->getGrid())
      loads.share(math, *grid);
    loads.choosePieces();
    if (!startsInTurn && !isDisabled(context.group.root, Technique::Overlap))
      chooseOverlap();
    if (plan().numUsedCores(cores) == cores) {
      emitLoop(builder);
    } else {
      auto guard = scf::IfOp::create(
          builder, math.less(math.constant(0), steps->getTotal()),
          /*withElseRegion=*/false);
      ImplicitLocOpBuilder inside(builder.getLoc(), guard.getThenBodyBuilder());
      emitLoop(inside);
    }
    if (cores > 1)
      BarrierOp::create(builder);
  }

private:
  const BlockPlan &plan() const { return context.plan; }

  void chooseOverlap() {
    parts = chooseParts(context, *emitter, loads, cores);
    if (parts.count() == 1)
      transposition = emitter->scheduleTransposition();
    if (transposition && !loads.transposesEachStep(transposition->input, cores))
      transposition.reset();
  }

  void emitLoop(ImplicitLocOpBuilder &outer) {
    IndexMath math(outer);
    Value zero = math.constant(0);
    SmallVector<Value> carried = startsInTurn ? startLoadsInTurn(outer, zero)
                                 : parts.awaitsFirst
                                     ? loads.awaitFirst(outer, *steps, zero)
                                     : loads.startFirst(outer, *steps, zero);
    unsigned numLoads = carried.size();
    Value completed = DmaDoneOp::create(outer).getToken();
    carried.append(numStoreBuffers * context.stores.size(), completed);
    SmallVector<Value> last = matrix::emitLoop(
        outer, zero, steps->getTotal(), 1, carried,
        [&](ImplicitLocOpBuilder &b, Value index, ValueRange tokens) {
          return emitStep(b, index, tokens.take_front(numLoads),
                          tokens.drop_front(numLoads));
        });
    for (Value token : ArrayRef(last).drop_front(numLoads))
      DmaWaitOp::create(outer, token);
  }

  /// The next core starts when the blocks of this one have arrived.
  SmallVector<Value> startLoadsInTurn(ImplicitLocOpBuilder &b, Value index) {
    awaitTurn(b, semaphores.first, steps->getCore());
    SmallVector<Value> tokens = loads.startFirst(b, *steps, index);
    for (Value token : tokens)
      DmaWaitOp::create(b, token);
    passTurn(b, semaphores.first, steps->getCore(), plan().numUsedCores(cores));
    return tokens;
  }

  SmallVector<Value> emitStep(ImplicitLocOpBuilder &b, Value index,
                              ValueRange tokens, ValueRange stores) {
    if (isDisabled(context.group.root, Technique::Overlap))
      return emitSequentialStep(b, index, tokens, stores);
    SmallVector<Value> carried;
    std::function<void(ImplicitLocOpBuilder &)> prefetch =
        [&](ImplicitLocOpBuilder &at) {
          carried = loads.prefetch(at, *steps, index, tokens);
        };
    if (!parts.prefetchesLate)
      std::exchange(prefetch, nullptr)(b);
    SmallVector<Value> stored = compute(b, index, tokens, stores, prefetch);
    carried.append(stored);
    return carried;
  }

  /// Transfers do not overlap the computation of the step.
  SmallVector<Value> emitSequentialStep(ImplicitLocOpBuilder &b, Value index,
                                        ValueRange tokens, ValueRange stores) {
    SmallVector<Value> stored = compute(b, index, tokens, stores);
    for (Value token : stored)
      DmaWaitOp::create(b, token);
    SmallVector<Value> carried = loads.prefetch(b, *steps, index, tokens);
    carried.append(stored);
    return carried;
  }

  /// Computes a step whose loads have the tokens. Returns the tokens of the
  /// last stores of each block, ordered by age.
  SmallVector<Value>
  compute(ImplicitLocOpBuilder &b, Value index, ValueRange tokens,
          ValueRange stores,
          std::function<void(ImplicitLocOpBuilder &)> afterReads = {}) {
    loads.wait(b, *steps, index, tokens);
    BlockStep step = steps->get(b, index);
    step.transposition =
        loads.transpose(b, index, transposition ? &*transposition : nullptr);
    step.afterReads = std::move(afterReads);
    BufferViews views = getBufferViews(b, index, step);
    if (emitter->accumulatesInStores())
      waitForStoresBefore(b, step, stores);
    emitter->accumulate(b, step, views);
    SmallVector<Value> stored = finish(b, step, views, index, stores);
    loads.release(b, index, steps->getTotal());
    return stored;
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
    SmallVector<Value> youngest =
        StepPartEmitter{context, *emitter, loads, *steps, parts}.compute(
            b, step, views, index, getStoreBufferIndex(b, index));
    SmallVector<Value> tokens;
    for (auto [i, token] : llvm::enumerate(youngest)) {
      ValueRange younger =
          stores.slice(i * numStoreBuffers + 1, numStoreBuffers - 1);
      tokens.append(younger.begin(), younger.end());
      tokens.push_back(token);
    }
    return tokens;
  }

  Value getStoreBufferIndex(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    return math.rem(math.div(index, steps->reductionSteps()), numStoreBuffers);
  }

  BufferViews getBufferViews(ImplicitLocOpBuilder &b, Value index,
                             const BlockStep &step) {
    BufferViews views;
    loads.appendViews(b, index, step, views.loads);
    for (const OperandBlock &block : context.stores)
      views.stores.push_back(
          block.getStepView(b, getStoreBufferIndex(b, index), step));
    return views;
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
