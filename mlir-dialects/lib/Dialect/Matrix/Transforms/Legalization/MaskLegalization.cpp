//===- MaskLegalization.cpp - legalization of truth values ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile registers cannot hold vectors of i1. The patterns represent them as
// masks, i32 tiles of all ones or zeros: `extsi` of a comparison creates a
// mask, and a select uses `cmpi ne mask, 0`. Operations between become bitwise
// arithmetic on masks. A select by rows and columns becomes two selects, one
// for each bound:
//
//   select(i < r and j < c, x, y)  ->  select(j < c, select(i < r, x, y), y)
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Legalization/Masks.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

namespace {

/// A rewrite pattern of an operation with truth values of tile shape.
template <typename Op> struct MaskPattern : OpRewritePattern<Op> {
  MaskPattern(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern<Op>(context), set(set) {}

  bool isTruth(Type type) const {
    return set.isMask(type) && getElementTypeOrSelf(type).isInteger(1);
  }

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Operation *raw = op;
    Type type = raw->getResult(0).getType();
    if (!set.isMask(type) && !set.isTile(type))
      return rewriter.notifyMatchFailure(op,
                                         "the result is not a tile or mask");
    Masks masks(ImplicitLocOpBuilder(op.getLoc(), rewriter),
                cast<VectorType>(type).getShape());
    Value result = rewrite(op, masks, rewriter);
    if (!result)
      return rewriter.notifyMatchFailure(op, "no operand is a truth value");
    rewriter.replaceOp(op, result);
    return success();
  }

  virtual Value rewrite(Op op, Masks &masks, PatternRewriter &b) const = 0;

  const InstructionSet &set;
};

//===----------------------------------------------------------------------===//
// Conversions of truth values to numbers
//===----------------------------------------------------------------------===//

/// extsi of a truth value is its mask.
struct MaskOfTruth : MaskPattern<arith::ExtSIOp> {
  using MaskPattern::MaskPattern;
  Value rewrite(arith::ExtSIOp op, Masks &masks,
                PatternRewriter &b) const override {
    Value truth = op.getIn();
    if (!isTruth(truth.getType()) ||
        !getElementTypeOrSelf(op.getType()).isInteger(32))
      return {};
    Value compared = comparedWithZero(truth);
    if (compared && isMask(compared))
      return compared;
    if (auto element = dyn_cast_if_present<IntegerAttr>(splatElement(truth)))
      return masks.number(element.getValue().isZero() ? 0 : -1);
    if (auto limits = truth.getDefiningOp<vector::CreateMaskOp>())
      return arith::SelectOp::create(b, op.getLoc(), truth, masks.number(-1),
                                     masks.number(0));
    return ofCompare(op, truth, masks);
  }

  /// Comparisons that an instruction performs are legal.
  Value ofCompare(Operation *op, Value truth, Masks &masks) const {
    Operation *compare = truth.getDefiningOp();
    if (!isa_and_present<arith::CmpFOp, arith::CmpIOp>(compare) ||
        isElementary(compare) ||
        set.has(spell(compare), getElementTypeOrSelf(compare->getOperand(0))))
      return {};
    if (auto floats = dyn_cast<arith::CmpFOp>(compare))
      return masks.of(floats);
    auto integers = cast<arith::CmpIOp>(compare);
    return set.isTile(integers.getLhs().getType()) ? masks.of(integers)
                                                   : Value();
  }
};

struct ZeroOrOne : MaskPattern<arith::ExtUIOp> {
  using MaskPattern::MaskPattern;
  Value rewrite(arith::ExtUIOp op, Masks &masks,
                PatternRewriter &) const override {
    if (!isTruth(op.getIn().getType()) ||
        !getElementTypeOrSelf(op.getType()).isInteger(32))
      return {};
    return masks.both(masks.mask(op.getIn()), masks.number(1));
  }
};

template <typename Op, int one> struct ZeroOrOneF : MaskPattern<Op> {
  using MaskPattern<Op>::MaskPattern;
  Value rewrite(Op op, Masks &, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto type = cast<VectorType>(op.getType());
    if (!this->isTruth(op.getIn().getType()))
      return {};
    return arith::SelectOp::create(b, op.getIn(), createSplat(b, type, one),
                                   createSplat(b, type, 0));
  }
};

//===----------------------------------------------------------------------===//
// Logical operations on truth values
//===----------------------------------------------------------------------===//

template <typename Op> struct LogicOnMasks : MaskPattern<Op> {
  using MaskPattern<Op>::MaskPattern;
  Value rewrite(Op op, Masks &masks, PatternRewriter &b) const override {
    if (!this->isTruth(op.getType()))
      return {};
    return masks.truth(Op::create(b, op.getLoc(), masks.mask(op.getLhs()),
                                  masks.mask(op.getRhs())));
  }
};

struct BroadcastOfTruth : MaskPattern<vector::BroadcastOp> {
  using MaskPattern::MaskPattern;
  Value rewrite(vector::BroadcastOp op, Masks &masks,
                PatternRewriter &b) const override {
    if (!isTruth(op.getType()) || isa<VectorType>(op.getSourceType()))
      return {};
    Value scalar =
        arith::ExtSIOp::create(b, op.getLoc(), b.getI32Type(), op.getSource());
    auto type = cast<VectorType>(op.getType()).clone(b.getI32Type());
    return masks.truth(
        vector::BroadcastOp::create(b, op.getLoc(), type, scalar));
  }
};

/// Tiles of narrow elements have masks of more columns.
struct MaskFromConstants : OpRewritePattern<vector::ConstantMaskOp> {
  MaskFromConstants(MLIRContext *context, const InstructionSet &)
      : OpRewritePattern(context) {}

  LogicalResult matchAndRewrite(vector::ConstantMaskOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> ends;
    for (int64_t end : op.getMaskDimSizes())
      ends.push_back(
          arith::ConstantIndexOp::create(rewriter, op.getLoc(), end));
    rewriter.replaceOpWithNewOp<vector::CreateMaskOp>(op, op.getType(), ends);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

/// A legal condition is `cmpi ne x, 0` of an i32 tile, or a mask of rows or
/// columns.
struct SelectByMask : MaskPattern<arith::SelectOp> {
  using MaskPattern::MaskPattern;
  Value rewrite(arith::SelectOp op, Masks &masks,
                PatternRewriter &b) const override {
    Value truth = op.getCondition();
    if (auto limits = truth.getDefiningOp<vector::CreateMaskOp>();
        limits && set.isTile(op.getType()))
      return byRowsThenColumns(op, limits, b);
    if (!isTruth(truth.getType()))
      return {};
    if (isTruth(op.getType()))
      return masks.truth(arith::SelectOp::create(
          b, op.getLoc(), truth, masks.mask(op.getTrueValue()),
          masks.mask(op.getFalseValue())));
    Value compared = comparedWithZero(truth);
    if (Value inverse = compared ? invertedMask(compared) : Value())
      return arith::SelectOp::create(b, op.getLoc(), masks.truth(inverse),
                                     op.getFalseValue(), op.getTrueValue());
    if (compared && set.isTile(compared.getType()))
      return {};
    return arith::SelectOp::create(b, op.getLoc(),
                                   masks.truth(masks.mask(truth)),
                                   op.getTrueValue(), op.getFalseValue());
  }

  static bool bounds(vector::CreateMaskOp limits, unsigned dim) {
    APInt end;
    return !matchPattern(limits.getOperand(dim), m_ConstantInt(&end)) ||
           end.getSExtValue() < limits.getType().getDimSize(dim);
  }

  /// Selects with one bound after the other.
  Value byRowsThenColumns(arith::SelectOp op, vector::CreateMaskOp limits,
                          PatternRewriter &b) const {
    if (!bounds(limits, 0) || !bounds(limits, 1))
      return {};
    VectorType type = limits.getType();
    Location loc = op.getLoc();
    Value result = op.getTrueValue();
    for (unsigned dim : {0, 1}) {
      SmallVector<Value> ends;
      for (unsigned d : {0, 1})
        ends.push_back(d == dim ? limits.getOperand(d)
                                : arith::ConstantIndexOp::create(
                                      b, loc, type.getDimSize(d)));
      Value one = vector::CreateMaskOp::create(b, loc, type, ends);
      result = arith::SelectOp::create(b, loc, one, result, op.getFalseValue());
    }
    return result;
  }
};

} // namespace

void matrix::populateMaskLegalization(RewritePatternSet &patterns,
                                      const InstructionSet &set) {
  patterns.add<MaskOfTruth, ZeroOrOne, ZeroOrOneF<arith::UIToFPOp, 1>,
               ZeroOrOneF<arith::SIToFPOp, -1>, LogicOnMasks<arith::AndIOp>,
               LogicOnMasks<arith::OrIOp>, LogicOnMasks<arith::XOrIOp>,
               BroadcastOfTruth, MaskFromConstants, SelectByMask>(
      patterns.getContext(), set);
}
