//===- CoreBlocks.cpp - the blocks of a core ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Core k of n has the blocks k, k + n, k + 2 n, ... Code that assumes a block
// is in a condition if there are fewer blocks than cores.
//
//===----------------------------------------------------------------------===//

#include "CoreBlocks.h"
#include "Emit/BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

CoreBlocks::CoreBlocks(ImplicitLocOpBuilder &builder, int64_t pieces,
                       int64_t cores)
    : haveAll(pieces >= cores) {
  IndexMath math(builder);
  core = cores > 1 ? CoreIdOp::create(builder).getResult() : math.constant(0);
  total = math.div(math.sub(math.constant(pieces + cores - 1), core), cores);
}

void CoreBlocks::ifAny(
    ImplicitLocOpBuilder &builder,
    llvm::function_ref<void(ImplicitLocOpBuilder &)> body) const {
  if (haveAll)
    return body(builder);
  IndexMath math(builder);
  auto guard = scf::IfOp::create(builder, math.less(math.constant(0), total),
                                 /*withElseRegion=*/false);
  ImplicitLocOpBuilder inside(builder.getLoc(), guard.getThenBodyBuilder());
  body(inside);
}

SmallVector<Value> CoreBlocks::loadNext(ImplicitLocOpBuilder &builder,
                                        Value index, int64_t number,
                                        Load load) const {
  IndexMath math(builder);
  Value next = math.add(index, 1);
  auto more = scf::IfOp::create(
      builder, math.less(next, total),
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, load(inside, next));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        SmallVector<Value> tokens(number, DmaDoneOp::create(inside).getToken());
        scf::YieldOp::create(inside, tokens);
      });
  return SmallVector<Value>(more.getResults());
}
