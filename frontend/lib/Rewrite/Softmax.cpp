//===- Softmax.cpp - decomposition of linalg.softmax ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decomposes linalg.softmax into four linalg.generic operations: maximum,
// exponential of the difference, sum and quotient. Narrow floats are widened
// once and rounded once.
//
//===----------------------------------------------------------------------===//

#include "Softmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using utils::IteratorType;

namespace {

/// Emits the operations of one softmax over dimension `dim` of `type`.
struct Decomposer {
  OpBuilder &builder;
  Location loc;
  RankedTensorType type; // type of the computation
  int64_t dim;

  AffineMap full() const {
    return builder.getMultiDimIdentityMap(type.getRank());
  }
  AffineMap reduced() const { return full().dropResult(dim); }

  template <typename Combiner> Value reduce(Value input, TypedAttr seed) {
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dim);
    Value empty =
        tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
    Value start = arith::ConstantOp::create(builder, loc, seed);
    Value init =
        linalg::FillOp::create(builder, loc, start, empty).getResult(0);
    SmallVector<IteratorType> kinds(type.getRank(), IteratorType::parallel);
    kinds[dim] = IteratorType::reduction;
    return linalg::GenericOp::create(
               builder, loc, init.getType(), input, init,
               ArrayRef<AffineMap>{full(), reduced()}, kinds,
               [](OpBuilder &b, Location l, ValueRange args) {
                 Value v = Combiner::create(b, l, args[0], args[1]);
                 linalg::YieldOp::create(b, l, v);
               })
        .getResult(0);
  }

  using Body = function_ref<Value(OpBuilder &, Location, ValueRange)>;

  /// Emits an elementwise operation on a tensor and, optionally, one value per
  /// row.
  Value map(ValueRange inputs, Type element, Body body) {
    Value empty =
        tensor::EmptyOp::create(builder, loc, type.getShape(), element);
    SmallVector<AffineMap> maps = {full(), reduced()};
    maps.resize(inputs.size());
    maps.push_back(full());
    SmallVector<IteratorType> kinds(type.getRank(), IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, loc, empty.getType(), inputs, empty, maps, kinds,
               [&](OpBuilder &b, Location l, ValueRange args) {
                 linalg::YieldOp::create(b, l, body(b, l, args));
               })
        .getResult(0);
  }
};

struct DecomposeSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "not a static tensor");
    auto element = dyn_cast<FloatType>(type.getElementType());
    if (!element)
      return rewriter.notifyMatchFailure(op, "not floating point");
    // Narrow types are computed in f32 and rounded once.
    bool isNarrow = element.getWidth() < 32;
    FloatType wide = isNarrow ? rewriter.getF32Type() : element;
    Decomposer d{rewriter, op.getLoc(), type.clone(wide),
                 static_cast<int64_t>(op.getDimension())};
    Value input = op.getInput();
    if (isNarrow)
      input = d.map(input, wide,
                    [&](OpBuilder &b, Location l, ValueRange args) -> Value {
                      return arith::ExtFOp::create(b, l, wide, args[0]);
                    });
    rewriter.replaceOp(op, decompose(d, input, wide, element));
    return success();
  }

  static Value decompose(Decomposer &d, Value input, FloatType wide,
                         FloatType result) {
    const llvm::fltSemantics &format = wide.getFloatSemantics();
    Value max = d.reduce<arith::MaximumFOp>(
        input, d.builder.getFloatAttr(
                   wide, APFloat::getInf(format, /*Negative=*/true)));
    Value exp = d.map({input, max}, wide,
                      [](OpBuilder &b, Location l, ValueRange args) -> Value {
                        Value x = arith::SubFOp::create(b, l, args[0], args[1]);
                        return math::ExpOp::create(b, l, x);
                      });
    Value sum = d.reduce<arith::AddFOp>(
        exp, d.builder.getFloatAttr(wide, APFloat::getZero(format)));
    return d.map({exp, sum}, result,
                 [&](OpBuilder &b, Location l, ValueRange args) -> Value {
                   Value q = arith::DivFOp::create(b, l, args[0], args[1]);
                   return result == wide
                              ? q
                              : arith::TruncFOp::create(b, l, result, q);
                 });
  }
};

} // namespace

void matrix::populateSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeSoftmax>(patterns.getContext());
}
