//===- ChainEmitter.cpp - tile code of chains of groups -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes all groups of a chain on the blocks of a step, one after the other
// or interleaved (Plan/Chains/ChainParts.h), by the emitters of their kinds.
// Values between them are in buffers of their own, or in the buffers of the
// results. A contraction over the columns of the chain reads what groups have
// computed from padding, which is cleared before.
//
//===----------------------------------------------------------------------===//

#include "Access/GatheredDepth.h"
#include "BlockEmitter.h"
#include "Plan/Chains/ChainParts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

using namespace mlir;
using namespace matrix;

namespace {

struct Stage {
  const ChainStage &stage;
  std::unique_ptr<FusionGroupContext> context;
  std::unique_ptr<BlockEmitter> emitter;
};

struct ChainEmitter : BlockEmitter {
  ChainEmitter(const FusionGroupContext &boundary, const GroupChain &chain)
      : BlockEmitter(boundary), chain(chain) {
    for (const ChainStage &stage : chain.stages) {
      auto own = std::make_unique<FusionGroupContext>(stage.group, stage.plan,
                                                      boundary.variant);
      std::unique_ptr<BlockEmitter> emitter = createBlockEmitter(*own);
      stages.push_back({stage, std::move(own), std::move(emitter)});
    }
  }

  void allocate(ImplicitLocOpBuilder &builder) override {
    for (Stage &stage : stages) {
      stage.emitter->allocate(builder);
      for (auto [place, block] :
           llvm::zip_equal(stage.stage.results, stage.context->stores))
        if (place.kind == ChainValue::Kept)
          block.allocate(builder, 1);
    }
  }

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &boundary) override {
    std::vector<BufferViews> views = getViews(builder, boundary);
    int64_t rows = step.valid[chain.plan.rows] || step.part.first
                       ? 0
                       : getPartRows(chain, context.variant);
    if (rows)
      return emitInterleaved(builder, step, views, rows);
    for (auto [stage, own] : llvm::zip_equal(stages, views))
      emit(builder, step, stage, own);
  }

private:
  std::vector<BufferViews> getViews(ImplicitLocOpBuilder &builder,
                                    const BufferViews &boundary) const {
    SmallVector<Value> kept(chain.numKept);
    std::vector<BufferViews> views;
    for (const Stage &stage : stages) {
      linalg::GenericOp root = stage.stage.group.root;
      ImplicitLocOpBuilder inside(root.getLoc(), builder);
      for (auto [place, block] :
           llvm::zip_equal(stage.stage.results, stage.context->stores))
        if (place.kind == ChainValue::Kept)
          kept[place.index] =
              block.getBufferView(inside, IndexMath(inside).constant(0));
      BufferViews &own = views.emplace_back();
      for (const ChainValue &load : stage.stage.loads)
        own.loads.push_back(getView(load, boundary, kept));
      for (const ChainValue &result : stage.stage.results)
        own.stores.push_back(getView(result, boundary, kept));
    }
    return views;
  }

  void emit(ImplicitLocOpBuilder &builder, const BlockStep &step,
            const Stage &stage, const BufferViews &views) const {
    linalg::GenericOp root = stage.stage.group.root;
    ImplicitLocOpBuilder inside(root.getLoc(), builder);
    if (stage.stage.contractsColumns)
      clearPadding(inside, step, stage, views);
    stage.emitter->accumulate(inside, step, views);
    stage.emitter->finish(inside, step, views);
  }

  /// Computes part p of a group at time p + its number in the chain, so that
  /// groups are independent of each other at that time, and unrolls all loops.
  void emitInterleaved(ImplicitLocOpBuilder &builder, const BlockStep &step,
                       ArrayRef<BufferViews> views, int64_t rows) const {
    Block::iterator end = builder.getInsertionPoint();
    bool isFirst = end == builder.getInsertionBlock()->begin();
    Operation *before = isFirst ? nullptr : &*std::prev(end);
    int64_t parts = chain.plan.block[chain.plan.rows] / rows;
    int64_t number = stages.size();
    for (int64_t time = 0; time < parts + number; ++time)
      for (bool contracts : {true, false})
        for (int64_t i = number - 1; i >= 0; --i) {
          int64_t part = time - i;
          if (stages[i].stage.isContraction() == contracts && part >= 0 &&
              part < parts)
            emit(builder, getPart(builder, step, part * rows, rows), stages[i],
                 views[i]);
        }
    Block::iterator begin = before ? std::next(before->getIterator())
                                   : builder.getInsertionBlock()->begin();
    unrollLoops(begin, builder.getInsertionPoint());
  }

  BlockStep getPart(ImplicitLocOpBuilder &builder, const BlockStep &step,
                    int64_t first, int64_t rows) const {
    IndexMath math(builder);
    BlockStep part = step;
    part.part = {math.constant(first), {}, rows};
    part.valid[chain.plan.rows] = math.constant(first + rows);
    return part;
  }

  /// Inner loops first.
  static void unrollLoops(Block::iterator begin, Block::iterator end) {
    SmallVector<scf::ForOp> loops;
    for (Operation &op : llvm::make_range(begin, end))
      op.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      (void)loopUnrollFull(loop);
  }

  /// Clears the columns beyond the last one in the last tile of depth, whose
  /// products with zeros may be NaN.
  void clearPadding(ImplicitLocOpBuilder &builder, const BlockStep &step,
                    const Stage &stage, const BufferViews &views) const {
    const FusionGroup &group = stage.stage.group;
    const OperandBlock &block = stage.context->input(group.lhs);
    int64_t rest =
        group.dims[stage.stage.plan.depth].extent % stage.context->tileDepth();
    if (!rest)
      return;
    int64_t start = group.dims[stage.stage.plan.depth].extent - rest;
    emitLoop(builder, step.part.getFirst(builder),
             bound(builder, step, chain.plan.rows), tileRows(), {},
             [&](ImplicitLocOpBuilder &b, Value row, ValueRange) {
               IndexMath math(b);
               Value view = views.loads[group.lhs], col = math.constant(start);
               Value tile = block.read(b, view, row, col);
               block.write(b, view, clearColumns(b, tile, math.constant(rest)),
                           row, col);
               return SmallVector<Value>();
             });
  }

  static Value getView(const ChainValue &value, const BufferViews &boundary,
                       ArrayRef<Value> kept) {
    switch (value.kind) {
    case ChainValue::Input:
      return boundary.loads[value.index];
    case ChainValue::Output:
      return boundary.stores[value.index];
    case ChainValue::Kept:
      return kept[value.index];
    }
    llvm_unreachable("place of a value");
  }

  const GroupChain &chain;
  std::vector<Stage> stages;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createChainEmitter(const FusionGroupContext &boundary,
                           const GroupChain &chain) {
  return std::make_unique<ChainEmitter>(boundary, chain);
}
