//===- WideWindows.cpp - windows of narrow images in f32 ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation is cloned with f32 inputs, and the clone is kept if it has
// roles of windows. Extensions in the body become inputs. A maximum or minimum
// is computed in f32 and truncated afterwards, without rounding; other bodies
// truncate the inputs, as exactly.
//
//===----------------------------------------------------------------------===//

#include "WideWindows.h"
#include "Access/BodyMatchers.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

static bool hasNarrowElements(Value tensor) {
  return isNarrowFloat(getElementTypeOrSelf(tensor.getType()));
}

static bool hasWindowRoles(linalg::GenericOp op) {
  MatchFailureRecorder failures;
  FailureOr<FusionGroup> group = getFusionGroup(op, {}, failures);
  BlockPlan plan;
  return succeeded(group) &&
         assignReductionWindowRoles(*group, getTarget(op), plan);
}

/// Returns whether windows move over a narrow input.
static bool isCandidate(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && !op.hasDynamicShape() &&
         op->getNumResults() == 1 && op.getNumReductionLoops() > 0 &&
         llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           return hasNarrowElements(input->get()) &&
                  !op.getMatchingIndexingMap(input).isProjectedPermutation(
                      /*allowZeroInResults=*/true);
         });
}

namespace {

class WideClone {
public:
  explicit WideClone(linalg::GenericOp op)
      : b(op.getLoc(), op), op(op), wide(b.getF32Type()) {}

  /// Replaces the operation if the clone has roles of windows.
  void run() {
    Operation *before = op->getPrevNode();
    linalg::GenericOp clone = create();
    if (hasWindowRoles(clone)) {
      Value result = convert(clone.getResult(0), op->getResultTypes().front());
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
      return;
    }
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
  }

private:
  linalg::GenericOp create() {
    SmallVector<Value> inputs;
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(hasNarrowElements(input->get()) &&
                               !op.getMatchingBlockArgument(input).use_empty()
                           ? widen(input->get())
                           : input->get());
    Value init = op.getOutputs().front();
    if (selectsExtremum())
      init = widenInit(init);
    return linalg::GenericOp::create(
        b, init.getType(), inputs, init, op.getIndexingMapsArray(),
        op.getIteratorTypesArray(),
        [&](OpBuilder &body, Location loc, ValueRange arguments) {
          ImplicitLocOpBuilder inner(loc, body);
          addBody(inner, arguments);
        });
  }

  /// Returns whether the body is a maximum or minimum of an input and the
  /// result, in a narrow format.
  bool selectsExtremum() {
    auto operations = op.getBody()->without_terminator();
    if (!llvm::hasSingleElement(operations) ||
        !hasNarrowElements(op.getOutputs().front()))
      return false;
    return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
               arith::MinNumFOp>(*operations.begin());
  }

  void addBody(ImplicitLocOpBuilder &inner, ValueRange arguments) {
    IRMapping mapping;
    bool isWide = selectsExtremum();
    for (auto [old, argument] :
         llvm::zip_equal(op.getBody()->getArguments(), arguments)) {
      bool isTruncated = !isWide && old.getType() != argument.getType() &&
                         !llvm::all_of(old.getUsers(), [](Operation *user) {
                           return isa<arith::ExtFOp>(user);
                         });
      mapping.map(old, isTruncated ? arith::TruncFOp::create(
                                         inner, old.getType(), argument)
                                         .getResult()
                                   : argument);
    }
    for (Operation &each : *op.getBody())
      if (Value operand = findExtended(each, mapping)) {
        mapping.map(each.getResult(0), operand);
      } else {
        Operation *copy = inner.clone(each, mapping);
        if (isWide && copy->getNumResults())
          copy->getResult(0).setType(wide);
      }
  }

  /// Returns the operand of an extension if it is wide already.
  Value findExtended(Operation &each, IRMapping &mapping) {
    auto extension = dyn_cast<arith::ExtFOp>(each);
    Value operand =
        extension ? mapping.lookupOrNull(extension.getIn()) : Value();
    return operand && operand.getType() == each.getResult(0).getType()
               ? operand
               : Value();
  }

  /// Widens a tensor; a padded one before the padding.
  Value widen(Value tensor) {
    auto pad = tensor.getDefiningOp<tensor::PadOp>();
    TypedAttr value;
    if (!pad || !pad.getConstantPaddingValue() ||
        !matchPattern(pad.getConstantPaddingValue(), m_Constant(&value)))
      return convert(tensor, getWide(tensor.getType()));
    return tensor::PadOp::create(b, getWide(pad.getType()),
                                 convert(pad.getSource(),
                                         getWide(pad.getSourceType())),
                                 pad.getMixedLowPad(), pad.getMixedHighPad(),
                                 createConstant(value));
  }

  Value widenInit(Value init) {
    TypedAttr value;
    if (!matchFill(init, value))
      return convert(init, getWide(init.getType()));
    auto type = cast<RankedTensorType>(init.getType());
    Value empty = tensor::EmptyOp::create(b, type.getShape(), wide);
    return linalg::FillOp::create(b, ValueRange{createConstant(value)},
                                  ValueRange{empty})
        .getResult(0);
  }

  Value createConstant(TypedAttr narrow) {
    APFloat value = cast<FloatAttr>(narrow).getValue();
    bool losesInfo;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return arith::ConstantOp::create(b, b.getFloatAttr(wide, value));
  }

  RankedTensorType getWide(Type type) const {
    return cast<RankedTensorType>(cast<RankedTensorType>(type).clone(wide));
  }

  /// Converts all elements; returns a tensor of that type unchanged.
  Value convert(Value tensor, Type type) {
    if (tensor.getType() == type)
      return tensor;
    auto result = cast<RankedTensorType>(type);
    Type element = result.getElementType();
    Value empty = tensor::EmptyOp::create(b, result.getShape(), element);
    AffineMap map = b.getMultiDimIdentityMap(result.getRank());
    SmallVector<utils::IteratorType> loops(result.getRank(),
                                           utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               b, type, tensor, empty, ArrayRef{map, map}, loops,
               [&](OpBuilder &inner, Location loc, ValueRange arguments) {
                 Value value = arguments.front();
                 value = element == wide
                             ? arith::ExtFOp::create(inner, loc, element, value)
                                   .getResult()
                             : arith::TruncFOp::create(inner, loc, element, value)
                                   .getResult();
                 linalg::YieldOp::create(inner, loc, value);
               })
        .getResult(0);
  }

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  FloatType wide;
};

} // namespace

void matrix::widenWindowImages(func::FuncOp function) {
  if (!computesFusionGroups(getTarget(function)))
    return;
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) {
    if (isCandidate(op) && !hasWindowRoles(op))
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    WideClone(op).run();
}
