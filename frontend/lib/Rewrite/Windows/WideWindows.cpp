//===- WideWindows.cpp - windows of narrow images in f32 ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation is cloned with inputs of 32 bits, and the clone is kept if it
// has roles of windows. Extensions in the body become inputs. A maximum or
// minimum of floats is computed in f32 and truncated afterwards, without
// rounding; other bodies truncate the inputs, as exactly. Integers are extended
// as the body extends them.
//
//===----------------------------------------------------------------------===//

#include "WideWindows.h"
#include "Access/BodyMatchers.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Rewrite/Conversions/ElementConversion.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

/// Returns whether all users are extensions of that kind to 32 bits.
template <typename Extension> static bool isExtended(BlockArgument argument) {
  return !argument.use_empty() &&
         llvm::all_of(argument.getUsers(), [](Operation *user) {
           return isa<Extension>(user) &&
                  user->getResult(0).getType().getIntOrFloatBitWidth() == 32;
         });
}

/// Returns whether the input of the body can be wide.
static bool isNarrow(BlockArgument argument) {
  Type type = argument.getType();
  return !argument.use_empty() &&
         (isNarrowFloat(type) || (type.isInteger() && !type.isInteger(1) &&
                                  (isExtended<arith::ExtSIOp>(argument) ||
                                   isExtended<arith::ExtUIOp>(argument))));
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
           return isNarrow(op.getMatchingBlockArgument(input)) &&
                  !op.getMatchingIndexingMap(input).isProjectedPermutation(
                      /*allowZeroInResults=*/true);
         });
}

namespace {

class WideClone {
public:
  explicit WideClone(linalg::GenericOp op) : b(op.getLoc(), op), op(op) {}

  /// Replaces the operation if the clone has roles of windows.
  void run() {
    Operation *before = op->getPrevNode();
    linalg::GenericOp clone = create();
    if (hasWindowRoles(clone)) {
      Value result = truncate(clone.getResult(0), op->getResultTypes().front());
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
      inputs.push_back(widen(*input));
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
        !isNarrowFloat(getElementTypeOrSelf(op.getOutputs().front())))
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
                         isa<FloatType>(old.getType()) &&
                         !isExtended<arith::ExtFOp>(old);
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
          copy->getResult(0).setType(b.getF32Type());
      }
  }

  /// Returns the operand of an extension if it is wide already.
  Value findExtended(Operation &each, IRMapping &mapping) {
    bool isExtension = isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(each);
    Value operand =
        isExtension ? mapping.lookupOrNull(each.getOperand(0)) : Value();
    return operand && operand.getType() == each.getResult(0).getType()
               ? operand
               : Value();
  }

  /// Widens an input; a padded one before the padding.
  Value widen(OpOperand &input) {
    BlockArgument argument = op.getMatchingBlockArgument(&input);
    if (!isNarrow(argument))
      return input.get();
    bool isUnsigned = isExtended<arith::ExtUIOp>(argument);
    auto pad = input.get().getDefiningOp<tensor::PadOp>();
    TypedAttr value;
    if (!pad || !pad.getConstantPaddingValue() ||
        !matchPattern(pad.getConstantPaddingValue(), m_Constant(&value)))
      return extend(input.get(), isUnsigned);
    return tensor::PadOp::create(b, getWide(pad.getType()),
                                 extend(pad.getSource(), isUnsigned),
                                 pad.getMixedLowPad(), pad.getMixedHighPad(),
                                 createConstant(value, isUnsigned));
  }

  Value widenInit(Value init) {
    TypedAttr value;
    if (!matchFill(init, value))
      return extend(init, /*isUnsigned=*/false);
    return createFilled(b, getWide(init.getType()).getShape(),
                        createConstant(value, /*isUnsigned=*/false));
  }

  Value createConstant(TypedAttr narrow, bool isUnsigned) {
    if (auto integer = dyn_cast<IntegerAttr>(narrow)) {
      APInt value = integer.getValue();
      return arith::ConstantOp::create(
          b, b.getI32IntegerAttr(isUnsigned ? value.getZExtValue()
                                            : value.getSExtValue()));
    }
    APFloat value = cast<FloatAttr>(narrow).getValue();
    bool losesInfo;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return arith::ConstantOp::create(b, b.getFloatAttr(b.getF32Type(), value));
  }

  RankedTensorType getWide(Type type) {
    auto tensor = cast<RankedTensorType>(type);
    Type element = isa<FloatType>(tensor.getElementType())
                       ? Type(b.getF32Type())
                       : Type(b.getI32Type());
    return cast<RankedTensorType>(tensor.clone(element));
  }

  Value extend(Value tensor, bool isUnsigned) {
    auto extension = [&](OpBuilder &inner, Location loc, Type element,
                         Value value) -> Value {
      if (isa<FloatType>(element))
        return arith::ExtFOp::create(inner, loc, element, value);
      if (isUnsigned)
        return arith::ExtUIOp::create(inner, loc, element, value);
      return arith::ExtSIOp::create(inner, loc, element, value);
    };
    return convertElements(b, tensor, getWide(tensor.getType()), extension);
  }

  /// Truncates a tensor of f32; returns one of that type unchanged.
  Value truncate(Value tensor, Type type) {
    if (tensor.getType() == type)
      return tensor;
    return convertElements(
        b, tensor, cast<RankedTensorType>(type),
        [](OpBuilder &inner, Location loc, Type element, Value value) -> Value {
          return arith::TruncFOp::create(inner, loc, element, value);
        });
  }

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
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
