//===- LowerMath.cpp - lowering of the math dialect -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers operations of the math dialect to calls of the runtime library with
// the patterns of upstream. The upstream pass fails at operations without a
// library function; here they remain and become LLVM intrinsics (ctpop,
// copysign, is.fpclass, ...).
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "matrix-lower-math"

namespace matrix {
#define GEN_PASS_DEF_LOWERMATH
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;

namespace {

struct LowerMath : public matrix::impl::LowerMathBase<LowerMath> {
  void runOnOperation() override {
    // A driver for the whole module would visit each of its operations.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<math::MathDialect>(op->getDialect()))
        ops.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    matrix::ReplacementCounter counter(DEBUG_TYPE, numLowered);
    if (failed(applyOpPatternsGreedily(
            ops, std::move(patterns),
            GreedyRewriteConfig().setListener(&counter))))
      signalPassFailure();
  }
};

} // namespace
