//===- ElementwiseBody.cpp - tile code of elementwise groups -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ElementwiseEmitter : BlockEmitter {
  using BlockEmitter::BlockEmitter;

  void finish(OpBuilder &builder, Location loc, const Step &step,
              const Slots &slots) override {
    Value rows = bound(builder, loc, step, context.plan.rows);
    Value cols = bound(builder, loc, step, context.plan.cols);
    emitLoop(builder, loc, rows, tileRows(), [&](OpBuilder &b, Value row) {
      emitLoop(b, loc, cols, iterationCols(), [&](OpBuilder &b, Value col) {
        emitLastBody(b, loc, slots, {}, {row, col}, context.plan.parts);
      });
    });
  }
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::makeElementwiseEmitter(const GroupContext &context) {
  return std::make_unique<ElementwiseEmitter>(context);
}
