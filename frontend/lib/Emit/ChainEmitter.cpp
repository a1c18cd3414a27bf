//===- ChainEmitter.cpp - tile code of chains of groups -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes all groups of a chain on the blocks of a step, one after the other,
// by the emitters of their kinds. Values between them are in buffers of their
// own, or in the buffers of the results. A contraction over the columns of the
// chain reads what groups have computed from padding, which is cleared before.
//
//===----------------------------------------------------------------------===//

#include "Access/GatheredDepth.h"
#include "BlockEmitter.h"

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
    SmallVector<Value> kept(chain.numKept);
    for (Stage &stage : stages) {
      linalg::GenericOp root = stage.stage.group.root;
      ImplicitLocOpBuilder inside(root.getLoc(), builder);
      for (auto [place, block] :
           llvm::zip_equal(stage.stage.results, stage.context->stores))
        if (place.kind == ChainValue::Kept)
          kept[place.index] =
              block.getBufferView(inside, IndexMath(inside).constant(0));
      BufferViews views;
      for (const ChainValue &load : stage.stage.loads)
        views.loads.push_back(getView(load, boundary, kept));
      for (const ChainValue &result : stage.stage.results)
        views.stores.push_back(getView(result, boundary, kept));
      if (stage.stage.contractsColumns)
        clearPadding(inside, step, stage, views);
      stage.emitter->accumulate(inside, step, views);
      stage.emitter->finish(inside, step, views);
    }
  }

private:
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
    emitLoop(builder, bound(builder, step, chain.plan.rows), tileRows(),
             [&](ImplicitLocOpBuilder &b, Value row) {
               IndexMath math(b);
               Value view = views.loads[group.lhs], col = math.constant(start);
               Value tile = block.read(b, view, row, col);
               block.write(b, view, clearColumns(b, tile, rest), row, col);
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
