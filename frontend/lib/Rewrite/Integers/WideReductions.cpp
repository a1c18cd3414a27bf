//===- WideReductions.cpp - reductions of narrow integers -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is cloned, its last operation with operands of 32 bits. Initial
// values are extended as the operands are.
//
//===----------------------------------------------------------------------===//

#include "WideReductions.h"
#include "Access/BodyMatchers.h"
#include "Rewrite/Conversions/ElementConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

static constexpr unsigned kWideBits = 32;

/// Returns whether tensors of the type are reduced in 32 bits. Truth values are
/// not numbers.
static bool isNarrow(Type type) {
  return type.isInteger() && !type.isInteger(1) &&
         type.getIntOrFloatBitWidth() < kWideBits;
}

static bool isUnsigned(vector::CombiningKind kind) {
  return kind == vector::CombiningKind::MAXUI ||
         kind == vector::CombiningKind::MINUI;
}

namespace {

struct WideReduction : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op.getNumReductionLoops() == 0 ||
        !op.hasPureTensorSemantics() || op.hasDynamicShape() || hasEffects(op))
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    std::optional<Combination> combination = matchCombination(op);
    if (!isNarrow(type.getElementType()) || !combination)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value init = extendInit(b, op.getOutputs().front(), *combination);
    auto wide = linalg::GenericOp::create(
        b, init.getType(), op.getInputs(), init, op.getIndexingMapsArray(),
        op.getIteratorTypesArray(),
        [&](OpBuilder &inner, Location loc, ValueRange arguments) {
          ImplicitLocOpBuilder body(loc, inner);
          addBody(body, op, *combination, arguments);
        });
    auto truncation = [](OpBuilder &inner, Location loc, Type element,
                         Value value) -> Value {
      return arith::TruncIOp::create(inner, loc, element, value);
    };
    rewriter.replaceOp(op,
                       convertElements(b, wide.getResult(0), type, truncation));
    return success();
  }

private:
  static Value extend(OpBuilder &b, Location loc, Type type, Value value,
                      bool isUnsigned) {
    if (isUnsigned)
      return arith::ExtUIOp::create(b, loc, type, value);
    return arith::ExtSIOp::create(b, loc, type, value);
  }

  static Value extendInit(ImplicitLocOpBuilder &b, Value init,
                          const Combination &combination) {
    auto type = cast<RankedTensorType>(init.getType());
    Type wide = b.getIntegerType(kWideBits);
    TypedAttr constant;
    if (!matchFill(init, constant))
      return convertElements(
          b, init, cast<RankedTensorType>(type.clone(wide)),
          [&](OpBuilder &inner, Location loc, Type element, Value value) {
            return extend(inner, loc, element, value,
                          isUnsigned(combination.kind));
          });
    APInt value = cast<IntegerAttr>(constant).getValue();
    value = isUnsigned(combination.kind) ? value.zext(kWideBits)
                                         : value.sext(kWideBits);
    Value start = arith::ConstantOp::create(b, b.getIntegerAttr(wide, value));
    return createFilled(b, type.getShape(), start);
  }

  static void addBody(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                      const Combination &combination, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(op.getBody()->getArguments(), arguments);
    for (Operation &inner : op.getBody()->without_terminator())
      if (inner.getResult(0) != op.getBody()->getTerminator()->getOperand(0))
        b.clone(inner, mapping);
    Value reduced = widen(b, combination, mapping);
    linalg::YieldOp::create(
        b, vector::makeArithReduction(b, b.getLoc(), combination.kind, reduced,
                                      arguments.back()));
  }

  /// Extends the operand of the last operation, or the factors of a product
  /// that is added.
  static Value widen(ImplicitLocOpBuilder &b, const Combination &combination,
                     IRMapping &mapping) {
    Type wide = b.getIntegerType(kWideBits);
    auto extended = [&](Value value) {
      return extend(b, b.getLoc(), wide, mapping.lookupOrDefault(value),
                    isUnsigned(combination.kind));
    };
    auto product = combination.reduced.getDefiningOp<arith::MulIOp>();
    if (!product || combination.kind != vector::CombiningKind::ADD)
      return extended(combination.reduced);
    return arith::MulIOp::create(b, extended(product.getLhs()),
                                 extended(product.getRhs()));
  }
};

} // namespace

void matrix::populateWideReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<WideReduction>(patterns.getContext());
}
