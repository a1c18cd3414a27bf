//===- MixedContractions.cpp - contractions of mixed element types --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widens the operands of contractions to a common element type that contraction
// instructions of the target take. A format represents another one exactly if
// it has its precision, its largest exponent and its smallest subnormal:
//
//   precision(a) <= precision(b), max(a) <= max(b), tiny(a) >= tiny(b)
//
// where the exponent of the smallest subnormal is the minimum exponent less the
// precision, up to a constant. Products of widened operands are then equal.
//
//===----------------------------------------------------------------------===//

#include "MixedContractions.h"
#include "Access/BodyMatchers.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Common type
//===----------------------------------------------------------------------===//

/// Returns whether `to` represents every value of `from`.
static bool isExactIn(Type from, Type to) {
  if (from == to)
    return true;
  auto narrow = dyn_cast<FloatType>(from), wide = dyn_cast<FloatType>(to);
  if (!narrow || !wide)
    return from.isInteger() && to.isInteger() &&
           from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  const llvm::fltSemantics &a = narrow.getFloatSemantics(),
                           &b = wide.getFloatSemantics();
  auto smallest = [](const llvm::fltSemantics &s) {
    return APFloat::semanticsMinExponent(s) -
           int(APFloat::semanticsPrecision(s));
  };
  return APFloat::semanticsPrecision(a) <= APFloat::semanticsPrecision(b) &&
         APFloat::semanticsMaxExponent(a) <= APFloat::semanticsMaxExponent(b) &&
         smallest(a) >= smallest(b);
}

static bool hasContractionInstruction(Type lhs, Type rhs, Type acc,
                                      const desc::VariantInfo &variant) {
  return hasContraction(lhs, rhs, acc, false, false, variant) ||
         !getRowContractions(lhs, rhs, acc, variant).empty();
}

/// Returns the narrowest type that represents both operands exactly and that
/// the target multiplies.
static Type findCommonType(Type lhs, Type rhs, Type acc,
                           const desc::VariantInfo &variant) {
  Type best;
  for (const desc::FormatInfo &format : desc::formats) {
    if (format.isAny)
      continue;
    Type type = parseType(StringRef(format.mlir), lhs.getContext());
    if (type && isExactIn(lhs, type) && isExactIn(rhs, type) &&
        hasContractionInstruction(type, type, acc, variant) &&
        (!best || type.getIntOrFloatBitWidth() < best.getIntOrFloatBitWidth()))
      best = type;
  }
  return best;
}

static Type getAccumulator(linalg::GenericOp op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  Builder builder(op.getContext());
  return isa<FloatType>(type) ? Type(builder.getF32Type())
                              : Type(builder.getI32Type());
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Converts `tensor` elementwise with the kind of `extension`, but to `wide`.
static Value widen(ImplicitLocOpBuilder &builder, Value tensor,
                   Operation *extension, Type wide) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty = tensor::EmptyOp::create(builder, type.getShape(), wide);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, empty.getType(), tensor, empty,
             ArrayRef<AffineMap>{map, map}, kinds,
             [&](OpBuilder &b, Location l, ValueRange args) {
               IRMapping mapping;
               mapping.map(extension->getOperand(0), args[0]);
               Operation *copy = b.clone(*extension, mapping);
               copy->getResult(0).setType(wide);
               linalg::YieldOp::create(b, l, copy->getResults());
             })
      .getResult(0);
}

namespace {

struct WidenMixedOperands : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isContraction(op) || op.getNumDpsInputs() != 2 ||
        !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op,
                                         "not a contraction of two tensors");
    SmallVector<Value> inputs(op.getDpsInputs());
    Type lhs = getElementTypeOrSelf(inputs[0]);
    Type rhs = getElementTypeOrSelf(inputs[1]);
    auto isStatic = [](Value v) {
      auto type = dyn_cast<RankedTensorType>(v.getType());
      return type && type.hasStaticShape();
    };
    if (!llvm::all_of(inputs, isStatic))
      return rewriter.notifyMatchFailure(op, "shapes are not static");
    Type acc = getAccumulator(op), common;
    const desc::VariantInfo &variant = getTarget(op);
    MulAdd body = *matchMulAdd(op);
    if (!body.unsignedLhs && !body.unsignedRhs) {
      if (hasContractionInstruction(lhs, rhs, acc, variant))
        return rewriter.notifyMatchFailure(
            op, "instructions multiply the operand types");
      common = findCommonType(lhs, rhs, acc, variant);
    }
    if (lhs == rhs && (!common || common == lhs))
      return rewriter.notifyMatchFailure(
          op, "operand types are equal and have no common type");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    bool isWidened = false;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      BlockArgument argument = op.getBody()->getArgument(i);
      if (!argument.hasOneUse())
        continue;
      Operation *user = *argument.user_begin();
      Type type = getElementTypeOrSelf(input);
      if (!isa<CastOpInterface>(user) || type == common)
        continue;
      input = widen(builder, input, user,
                    common ? common : user->getResult(0).getType());
      isWidened = true;
    }
    if (!isWidened)
      return rewriter.notifyMatchFailure(op, "the body converts no operand");
    rebuild(op, inputs, rewriter);
    return success();
  }

  /// Rebuilds the contraction on wide operands without conversions in its body.
  static void rebuild(linalg::GenericOp op, ArrayRef<Value> inputs,
                      PatternRewriter &rewriter) {
    auto result = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getOutputs(),
        op.getIndexingMapsArray(), op.getIteratorTypesArray(),
        [&](OpBuilder &b, Location, ValueRange args) {
          IRMapping mapping;
          mapping.map(op.getBody()->getArguments(), args);
          for (Operation &inner : *op.getBody()) {
            Value operand = inner.getOperand(0);
            bool isDone = isa<CastOpInterface>(inner) &&
                          mapping.lookup(operand).getType() ==
                              inner.getResult(0).getType();
            if (isDone)
              mapping.map(inner.getResult(0), mapping.lookup(operand));
            else
              b.clone(inner, mapping);
          }
        });
    rewriter.replaceOp(op, result.getResults());
  }
};

} // namespace

void matrix::populateMixedContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<WidenMixedOperands>(patterns.getContext());
}
