//===- BlockArithmetic.cpp - arithmetic on column blocks ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widens arithmetic on column blocks of narrow elements: it is computed on
// 32-bit elements and narrowed. Canonicalization creates narrow operations for
// which there are no instructions (constants of narrow elements, `sitofp` to a
// narrow float, logic on narrow integers); the patterns restore
//
//     narrow(op(widen(x), widen(y)))
//
// Rounding the f32 result of an operation on two narrow floats equals rounding
// the exact result (RoundOnce.cpp). Integer sums and products exceed the narrow
// range and are wrapped before they are narrowed, because narrowing
// instructions saturate.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Builds conversions between a column block and 32-bit elements.
struct WideForms {
  ImplicitLocOpBuilder &b;

  VectorType wideType(VectorType block) const {
    bool isFloat = isa<FloatType>(block.getElementType());
    return block.clone(isFloat ? Type(b.getF32Type()) : b.getI32Type());
  }

  Value widen(Value block) const {
    auto type = cast<VectorType>(block.getType());
    if (isa<FloatType>(type.getElementType()))
      return arith::ExtFOp::create(b, wideType(type), block);
    return arith::ExtSIOp::create(b, wideType(type), block);
  }

  /// Narrowing instructions saturate, so the operations that they match include
  /// a clamp.
  Value narrow(Value wide, VectorType block) const {
    if (isa<FloatType>(block.getElementType()))
      return arith::TruncFOp::create(b, block, wide);
    auto type = cast<VectorType>(wide.getType());
    unsigned bits = block.getElementTypeBitWidth();
    wide = arith::MaxSIOp::create(b, wide,
                                  createSplat(b, type, llvm::minIntN(bits)));
    wide = arith::MinSIOp::create(b, wide,
                                  createSplat(b, type, llvm::maxIntN(bits)));
    return arith::TruncIOp::create(b, block, wide);
  }

  /// Sign-extends the low `bits` bits of each element.
  Value wrap(Value wide, unsigned bits) const {
    auto type = cast<VectorType>(wide.getType());
    Value count = createSplat(b, type, 32 - bits);
    Value high = arith::ShLIOp::create(b, wide, count);
    return arith::ShRSIOp::create(b, high, count);
  }
};

struct BlockRewriting : RewritePattern {
  BlockRewriting(StringRef name, const InstructionSet &set,
                 MLIRContext *context)
      : RewritePattern(name, 1, context), set(set) {}

  bool isBlock(Type type) const {
    Type element = getElementTypeOrSelf(type);
    return set.isMask(type) && !set.isTile(type) && !element.isInteger(1) &&
           element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 32;
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &b) const override {
    if (op->getNumResults() != 1 || !isBlock(op->getResult(0).getType()))
      return b.notifyMatchFailure(op, "the result is not a column block");
    auto type = cast<VectorType>(op->getResult(0).getType());
    ImplicitLocOpBuilder builder(op->getLoc(), b);
    WideForms forms{builder};
    Value wide = rewrite(op, forms.wideType(type), forms);
    if (!wide)
      return b.notifyMatchFailure(op, "not a splat, or not between blocks");
    b.replaceOp(op, forms.narrow(wide, type));
    return success();
  }

  /// Returns the operation on 32-bit elements; null if it is not to be
  /// rewritten.
  virtual Value rewrite(Operation *op, VectorType type,
                        const WideForms &forms) const = 0;

  const InstructionSet &set;
};

struct WidenConstant : BlockRewriting {
  using BlockRewriting::BlockRewriting;
  Value rewrite(Operation *op, VectorType type,
                const WideForms &forms) const override {
    Attribute element = splatElement(op->getResult(0));
    if (auto number = dyn_cast_if_present<FloatAttr>(element)) {
      APFloat wide = number.getValue();
      bool isInexact;
      wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &isInexact);
      return arith::ConstantOp::create(forms.b,
                                       DenseElementsAttr::get(type, wide));
    }
    if (auto number = dyn_cast_if_present<IntegerAttr>(element))
      return createSplat(forms.b, type, number.getValue().getSExtValue());
    return {};
  }
};

/// Conversions from integers to narrow floats.
struct WidenToNarrowFloat : BlockRewriting {
  using BlockRewriting::BlockRewriting;
  Value rewrite(Operation *op, VectorType type,
                const WideForms &forms) const override {
    OperationState state(forms.b.getLoc(), op->getName());
    state.addOperands(op->getOperands());
    state.addTypes(type);
    return forms.b.create(state)->getResult(0);
  }
};

/// Conversions between narrow types. The wide element is either in range of the
/// result or wrapped.
struct WidenConversion : BlockRewriting {
  using BlockRewriting::BlockRewriting;
  Value rewrite(Operation *op, VectorType type,
                const WideForms &forms) const override {
    Value block = op->getOperand(0);
    if (!isBlock(block.getType()))
      return {};
    Value wide = forms.widen(block);
    if (!isa<arith::TruncIOp>(op))
      return wide;
    return forms.wrap(
        wide,
        cast<VectorType>(op->getResult(0).getType()).getElementTypeBitWidth());
  }
};

/// Widens operands of the result type; conditions keep their type.
struct WidenArithmetic : BlockRewriting {
  using BlockRewriting::BlockRewriting;
  Value rewrite(Operation *op, VectorType type,
                const WideForms &forms) const override {
    Type narrow = op->getResult(0).getType();
    OperationState state(forms.b.getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.addOperands(operand.getType() == narrow ? forms.widen(operand)
                                                    : operand);
    state.addTypes(type);
    Value wide = forms.b.create(state)->getResult(0);
    bool isExtended = !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op);
    return isExtended
               ? wide
               : forms.wrap(wide,
                            cast<VectorType>(narrow).getElementTypeBitWidth());
  }
};

template <typename Pattern, typename... Ops>
void add(RewritePatternSet &patterns, const InstructionSet &set) {
  (patterns.add<Pattern>(Ops::getOperationName(), set, patterns.getContext()),
   ...);
}

} // namespace

void matrix::populateBlockArithmetic(RewritePatternSet &patterns,
                                     const InstructionSet &set) {
  add<WidenConstant, arith::ConstantOp>(patterns, set);
  add<WidenToNarrowFloat, arith::SIToFPOp, arith::UIToFPOp>(patterns, set);
  add<WidenConversion, arith::TruncFOp, arith::ExtFOp, arith::TruncIOp,
      arith::ExtSIOp>(patterns, set);
  add<WidenArithmetic, arith::SelectOp, arith::AndIOp, arith::OrIOp,
      arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::AddIOp,
      arith::SubIOp, arith::MulIOp, arith::NegFOp, math::AbsFOp,
      arith::MaximumFOp, arith::MinimumFOp, arith::AddFOp, arith::SubFOp,
      arith::MulFOp, arith::DivFOp>(patterns, set);
}
