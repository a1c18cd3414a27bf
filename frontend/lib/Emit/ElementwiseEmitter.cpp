//===- ElementwiseEmitter.cpp - tile code of elementwise groups -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop over the tiles of a block that evaluates the body on column
// blocks, or on whole narrow tiles if that is cheaper.
//
//===----------------------------------------------------------------------===//

#include "WholeTileArithmetic.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ElementwiseEmitter : BlockEmitter {
  explicit ElementwiseEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), wholeTiles(computesWholeTiles(context)) {}

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override {
    Value rows = bound(builder, step, context.plan.rows);
    Value cols = bound(builder, step, context.plan.cols);
    emitLoop(builder, rows, tileRows(),
             [&](ImplicitLocOpBuilder &b, Value row) {
               emitLoop(b, cols, iterationCols(),
                        [&](ImplicitLocOpBuilder &b, Value col) {
                          if (wholeTiles)
                            emitWholeTiles(b, views, {row, col});
                          else
                            emitLastBody(b, views, {}, {row, col},
                                         context.plan.columnBlocks);
                        });
             });
  }

private:
  void emitWholeTiles(ImplicitLocOpBuilder &builder, const BufferViews &views,
                      TilePosition position) const {
    WholeTileArithmetic arithmetic(builder, context.variant);
    const FusionGroup &group = context.group;
    for (auto [i, input] : llvm::enumerate(group.inputs))
      arithmetic.set(input.argument,
                     context.input(i).read(builder, views.loads[i],
                                           position.row, position.col));
    auto yielded = group.lastBody().getTerminator()->getOperands();
    for (auto [i, value] : llvm::enumerate(yielded))
      context.stores[i].write(builder, views.stores[i], arithmetic.get(value),
                              position.row, position.col);
  }

  bool wholeTiles;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createElementwiseEmitter(const FusionGroupContext &context) {
  return std::make_unique<ElementwiseEmitter>(context);
}
