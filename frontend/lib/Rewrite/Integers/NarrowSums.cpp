//===- NarrowSums.cpp - sums of narrow integers ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles have no elements of 64 bits, which PyTorch counts in. A sum of n
// integers of b bits has at most b + log2(n) bits.
//
//===----------------------------------------------------------------------===//

#include "NarrowSums.h"
#include "Access/BodyMatchers.h"
#include "Rewrite/Conversions/ElementConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

static constexpr unsigned kNarrowBits = 32;

namespace {

/// A sum of extended integers and a constant.
struct ExtendedSum {
  Operation *extension;
  APInt initial;
};

} // namespace

/// Returns the extension whose results the operation adds up.
static Operation *matchAddedExtension(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || op.getNumReductionLoops() == 0 ||
      hasEffects(op))
    return nullptr;
  BlockArgument out = op.getBody()->getArguments().back();
  auto add = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddIOp>();
  if (!add || !out.hasOneUse() || !llvm::is_contained(add->getOperands(), out))
    return nullptr;
  Value added = add.getLhs() == out ? add.getRhs() : add.getLhs();
  Operation *extension = added.getDefiningOp();
  return isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(extension) ? extension
                                                                    : nullptr;
}

static std::optional<ExtendedSum> matchExtendedSum(linalg::GenericOp op) {
  Operation *extension = matchAddedExtension(op);
  if (!extension || !op.hasPureTensorSemantics())
    return std::nullopt;
  auto fill = op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
  APInt initial;
  if (!fill || !matchPattern(fill.getInputs()[0], m_ConstantInt(&initial)))
    return std::nullopt;
  return ExtendedSum{extension, initial};
}

/// Returns whether the sum, and each part of it, fits.
static bool fits(linalg::GenericOp op, const ExtendedSum &sum) {
  uint64_t terms = 1;
  for (auto [extent, kind] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (kind != utils::IteratorType::reduction)
      continue;
    if (ShapedType::isDynamic(extent))
      return false;
    terms *= extent;
  }
  unsigned bits = getElementTypeOrSelf(sum.extension->getOperand(0))
                      .getIntOrFloatBitWidth();
  return sum.initial.getSignificantBits() < kNarrowBits - 1 &&
         bits + llvm::Log2_64_Ceil(terms) < kNarrowBits - 1;
}

namespace {

struct NarrowSum : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1) // none: assertions only
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.getElementType().isInteger() ||
        type.getElementTypeBitWidth() <= kNarrowBits)
      return failure();
    std::optional<ExtendedSum> sum = matchExtendedSum(op);
    if (!sum || !fits(op, *sum))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, extend(b, addUp(b, op, *sum), type));
    return success();
  }

private:
  static Value addUp(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                     const ExtendedSum &sum) {
    Type narrow = b.getIntegerType(kNarrowBits);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value initial = arith::ConstantOp::create(
        b, b.getIntegerAttr(narrow, sum.initial.getSExtValue()));
    Value init = createFilled(b, type.getShape(), initial);
    return linalg::GenericOp::create(
               b, type.clone(narrow), op.getDpsInputs(), init,
               op.getIndexingMapsArray(), op.getIteratorTypesArray(),
               [&](OpBuilder &inner, Location loc, ValueRange arguments) {
                 ImplicitLocOpBuilder body(loc, inner);
                 addBody(body, op, sum, arguments);
               })
        .getResult(0);
  }

  /// Copies the body up to the extension.
  static void addBody(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                      const ExtendedSum &sum, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(op.getBody()->getArguments(), arguments);
    for (Operation &inner : op.getBody()->without_terminator()) {
      if (&inner == sum.extension)
        break;
      b.clone(inner, mapping);
    }
    Value added = mapping.lookupOrDefault(sum.extension->getOperand(0));
    Type narrow = arguments.back().getType();
    if (added.getType() != narrow)
      added = isa<arith::ExtUIOp>(sum.extension)
                  ? arith::ExtUIOp::create(b, narrow, added).getResult()
                  : arith::ExtSIOp::create(b, narrow, added).getResult();
    linalg::YieldOp::create(
        b, arith::AddIOp::create(b, added, arguments.back()).getResult());
  }

  static Value extend(ImplicitLocOpBuilder &b, Value narrow,
                      RankedTensorType type) {
    return convertElements(
        b, narrow, type,
        [](OpBuilder &inner, Location loc, Type element, Value value) -> Value {
          return arith::ExtSIOp::create(inner, loc, element, value);
        });
  }
};

} // namespace

void matrix::populateNarrowSumPatterns(RewritePatternSet &patterns) {
  patterns.add<NarrowSum>(patterns.getContext());
}
