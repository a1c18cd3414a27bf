//===- ExpandViews.cpp - the pass matrix-expand-views ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands views of memrefs with the patterns of upstream, on operations of the
// memref dialect. The upstream pass visits each operation of the module.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "matrix-expand-views"

namespace matrix {
#define GEN_PASS_DEF_EXPANDVIEWS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;

namespace {

struct ExpandViews : public matrix::impl::ExpandViewsBase<ExpandViews> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<memref::MemRefDialect>(op->getDialect()))
        ops.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    memref::populateExpandStridedMetadataPatterns(patterns);
    matrix::ReplacementCounter counter(DEBUG_TYPE, numExpanded);
    if (failed(applyOpPatternsGreedily(
            ops, std::move(patterns),
            GreedyRewriteConfig().setListener(&counter))))
      signalPassFailure();
  }
};

} // namespace
