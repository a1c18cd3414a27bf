//===- ExpandIntegerMath.cpp - integer math that no library has -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {
#define GEN_PASS_DEF_EXPANDINTEGERMATH
#include "matrix/Dialect/Matrix/Transforms/Passes.h.inc"
} // namespace matrix

using namespace mlir;

/// The smallest number stays what it is: its negation wraps.
static void expand(math::AbsIOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(op.getType()));
  Value negative = arith::SubIOp::create(b, loc, zero, op.getOperand());
  op.replaceAllUsesWith(
      arith::MaxSIOp::create(b, loc, op.getOperand(), negative).getResult());
  op.erase();
}

namespace {

struct ExpandIntegerMath
    : public matrix::impl::ExpandIntegerMathBase<ExpandIntegerMath> {
  void runOnOperation() override {
    getOperation()->walk([](math::AbsIOp op) { expand(op); });
  }
};

} // namespace
