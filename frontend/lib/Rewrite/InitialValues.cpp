//===- InitialValues.cpp - initial values of reductions -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   y = reduce(x) outs(init)   ->   s = reduce(x) outs(neutral element)
//                                   y = combine(init, s)
//
// The contraction is the same with and without a bias, and the second operation
// is fused with what follows and with the one that computes `init`: a broadcast
// value is not written to memory. Other tensors are the initial accumulators of
// contractions, which saves the combination, but of no depthwise convolutions:
// these combine windows elementwise.
//
//===----------------------------------------------------------------------===//

#include "InitialValues.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

namespace {

struct CombineInitialValueLast : OpRewritePattern<linalg::GenericOp> {
  CombineInitialValueLast(MLIRContext *context, bool reassociate)
      : OpRewritePattern(context), reassociate(reassociate) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op.getNumReductionLoops() == 0 ||
        !op.hasPureTensorSemantics() || !matchCombination(op))
      return rewriter.notifyMatchFailure(op, "no reduction");
    OpOperand &init = *op.getDpsInitOperand(0);
    auto type = cast<RankedTensorType>(init.get().getType());
    if (!type.hasStaticShape() || !writesAll(op, init))
      return rewriter.notifyMatchFailure(
          op, "the result has elements of the initial value");
    TypedAttr constant;
    if (init.get().getDefiningOp<tensor::EmptyOp>() ||
        matchFill(init.get(), constant) ||
        (!isElementwise(init.get()) && !isDepthwise(op)))
      return rewriter.notifyMatchFailure(op, "accumulators start with it");
    Operation *combiner = getCombiner(op);
    std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
    Type accumulator = getAccumulator(op);
    if (!neutral || !accumulator ||
        (isa<arith::AddFOp, arith::MulFOp>(combiner) && !reassociate))
      return rewriter.notifyMatchFailure(op, "the order matters");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value reduced = accumulator == type.getElementType()
                        ? reduce(builder, op, *neutral)
                        : multiply(builder, op, accumulator);
    rewriter.replaceOp(op, combine(builder, op, reduced, combiner));
    return success();
  }

private:
  /// Returns whether an elementwise operation computes the tensor, possibly in
  /// another shape.
  static bool isElementwise(Value tensor) {
    auto op = skipReshapes(tensor).getDefiningOp<linalg::LinalgOp>();
    return op && op.getNumReductionLoops() == 0;
  }

  /// Returns whether the operation multiplies windows, and one factor has no
  /// dimension of the result that the other one does not have.
  static bool isDepthwise(linalg::GenericOp op) {
    std::optional<MulAdd> body = matchMulAdd(op);
    if (!body)
      return false;
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    AffineMap lhs = maps[body->lhs.getArgNumber()],
              rhs = maps[body->rhs.getArgNumber()];
    bool ofLhs = false, ofRhs = false;
    for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
      if (maps.back().isFunctionOfDim(loop)) {
        ofLhs |= lhs.isFunctionOfDim(loop) && !rhs.isFunctionOfDim(loop);
        ofRhs |= rhs.isFunctionOfDim(loop) && !lhs.isFunctionOfDim(loop);
      }
    return !(ofLhs && ofRhs) &&
           !(lhs.isProjectedPermutation() && rhs.isProjectedPermutation());
  }

  /// Elements that the reduction does not write stay initial values.
  static bool writesAll(linalg::GenericOp op, OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return map.isProjectedPermutation() &&
           map.getNumResults() == op.getNumParallelLoops();
  }

  static Operation *getCombiner(linalg::GenericOp op) {
    return op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  }

  /// Returns the type in which elements are accumulated, or null. Narrow floats
  /// are rounded once, after the combination.
  static Type getAccumulator(linalg::GenericOp op) {
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() >= 32)
      return type;
    return isContraction(op) ? Type(Float32Type::get(op.getContext())) : Type();
  }

  static Value createFilled(ImplicitLocOpBuilder &builder, Type type,
                            TypedAttr element) {
    Value empty = tensor::EmptyOp::create(
        builder, cast<RankedTensorType>(type).getShape(), element.getType());
    Value scalar = arith::ConstantOp::create(builder, element);
    return linalg::FillOp::create(builder, scalar, empty).getResult(0);
  }

  /// Other partial sums may overflow than in the order of the program.
  static void dropOverflowFlags(Operation *combiner) {
    constexpr auto none = arith::IntegerOverflowFlags::none;
    llvm::TypeSwitch<Operation *>(combiner)
        .Case<arith::AddIOp, arith::MulIOp>(
            [&](auto op) { op.setOverflowFlags(none); })
        .Default([](auto) {});
  }

  static Value reduce(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                      TypedAttr neutral) {
    Value filled = createFilled(builder, op->getResult(0).getType(), neutral);
    auto copy = cast<linalg::GenericOp>(builder.clone(*op));
    copy.getDpsInitOperand(0)->set(filled);
    dropOverflowFlags(getCombiner(copy));
    return copy->getResult(0);
  }

  /// Contracts with results in `type`.
  static Value multiply(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                        Type type) {
    MulAdd body = *matchMulAdd(op);
    Value filled = createFilled(builder, op->getResult(0).getType(),
                                builder.getZeroAttr(type));
    return linalg::GenericOp::create(
               builder, filled.getType(), op.getInputs(), filled,
               op.getIndexingMapsArray(), op.getIteratorTypesArray(),
               [&](OpBuilder &b, Location loc, ValueRange arguments) {
                 auto extend = [&](BlockArgument factor) -> Value {
                   Value element = arguments[factor.getArgNumber()];
                   if (element.getType() == type)
                     return element;
                   return arith::ExtFOp::create(b, loc, type, element);
                 };
                 Value product = arith::MulFOp::create(b, loc, extend(body.lhs),
                                                       extend(body.rhs));
                 Value sum =
                     arith::AddFOp::create(b, loc, arguments.back(), product);
                 linalg::YieldOp::create(b, loc, sum);
               })
        .getResult(0);
  }

  /// Returns the value that the combination may overwrite: one that a loop
  /// carries, as before. Others are read where they are.
  static Value getDestination(ImplicitLocOpBuilder &builder, Value init) {
    Value carried = init;
    while (auto slice = carried.getDefiningOp<tensor::ExtractSliceOp>())
      carried = slice.getSource();
    auto argument = dyn_cast<BlockArgument>(carried);
    if (argument && !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
      return init;
    auto type = cast<RankedTensorType>(init.getType());
    return tensor::EmptyOp::create(builder, type.getShape(),
                                   type.getElementType());
  }

  static Value combine(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                       Value reduced, Operation *combiner) {
    Value init = op.getDpsInits()[0];
    Value destination = getDestination(builder, init);
    int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
    SmallVector<AffineMap> maps(3, builder.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, init.getType(), ValueRange{reduced, init}, destination,
               maps, kinds,
               [&](OpBuilder &b, Location loc, ValueRange arguments) {
                 ImplicitLocOpBuilder body(loc, b);
                 linalg::YieldOp::create(body, combineElements(body, combiner,
                                                               arguments[0],
                                                               arguments[1]));
               })
        .getResult(0);
  }

  /// Combines in the wider type of both, with the type of `initial` as result.
  static Value combineElements(ImplicitLocOpBuilder &b, Operation *combiner,
                               Value reduced, Value initial) {
    Type wide = reduced.getType(), type = initial.getType();
    if (wide == type) {
      Operation *copy = b.clone(*combiner);
      copy->setOperands({initial, reduced});
      dropOverflowFlags(copy);
      return copy->getResult(0);
    }
    Value extended = arith::ExtFOp::create(b, wide, initial);
    Value sum = arith::AddFOp::create(b, extended, reduced);
    return arith::TruncFOp::create(b, type, sum);
  }

  bool reassociate;
};

} // namespace

void matrix::populateInitialValuePatterns(RewritePatternSet &patterns,
                                          bool reassociate) {
  patterns.add<CombineInitialValueLast>(patterns.getContext(), reassociate);
}
