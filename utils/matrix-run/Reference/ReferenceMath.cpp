//===- ReferenceMath.cpp - math operations without upstream lowering ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands operations of the dialect math that upstream's passes do not lower to
// LLVM, or lower with another result, for the execution of the reference on the
// CPU. The operands are scalars, after the lowering to loops. The expansions of
// float operations are comparisons and selections, which are exact in every
// format.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;
using Builder = mlir::ImplicitLocOpBuilder;

/// Limits the value to [min, max]: the minimum with max first. Upstream's
/// expansion uses the opposite order, whose result is max for any value.
static mlir::Value expandClamp(mlir::math::ClampFOp Op, Builder &B) {
  mlir::Value Below =
      mlir::arith::MinimumFOp::create(B, Op.getValue(), Op.getMax());
  return mlir::arith::MaximumFOp::create(B, Below, Op.getMin());
}

/// Neither finite nor NaN; never true in formats without infinities.
static mlir::Value expandIsInf(mlir::math::IsInfOp Op, Builder &B) {
  auto Type = cast<mlir::FloatType>(Op.getOperand().getType());
  if (!APFloat::semanticsHasInf(Type.getFloatSemantics()))
    return mlir::arith::ConstantOp::create(B, B.getBoolAttr(false));
  mlir::Value IsNumber = mlir::arith::CmpFOp::create(
      B, mlir::arith::CmpFPredicate::ORD, Op.getOperand(), Op.getOperand());
  mlir::Value IsFinite = mlir::math::IsFiniteOp::create(B, Op.getOperand());
  mlir::Value IsOther =
      mlir::arith::ConstantOp::create(B, B.getBoolAttr(false));
  mlir::Value Otherwise =
      mlir::arith::SelectOp::create(B, IsFinite, IsOther, IsNumber);
  return Otherwise;
}

/// Finite with a magnitude of at least the smallest normal number.
static mlir::Value expandIsNormal(mlir::math::IsNormalOp Op, Builder &B) {
  mlir::Value X = Op.getOperand();
  auto Type = cast<mlir::FloatType>(X.getType());
  APFloat Smallest = APFloat::getSmallestNormalized(Type.getFloatSemantics());
  auto Holds = [&](mlir::arith::CmpFPredicate P,
                   const APFloat &Limit) -> mlir::Value {
    mlir::Value Constant =
        mlir::arith::ConstantOp::create(B, mlir::FloatAttr::get(Type, Limit));
    return mlir::arith::CmpFOp::create(B, P, X, Constant);
  };
  mlir::Value Above = Holds(mlir::arith::CmpFPredicate::OGE, Smallest);
  mlir::Value Below = Holds(mlir::arith::CmpFPredicate::OLE, neg(Smallest));
  mlir::Value Outside = mlir::arith::OrIOp::create(B, Above, Below);
  mlir::Value IsFinite = mlir::math::IsFiniteOp::create(B, X);
  return mlir::arith::AndIOp::create(B, Outside, IsFinite);
}

/// Upstream lowers powers of integers, but not of indices.
static mlir::Value castPower(mlir::math::IPowIOp Op, Builder &B) {
  if (!Op.getType().isIndex())
    return {};
  auto Cast = [&](mlir::Value X, mlir::Type To) -> mlir::Value {
    return mlir::arith::IndexCastOp::create(B, To, X);
  };
  mlir::Value Power = mlir::math::IPowIOp::create(
      B, Cast(Op.getLhs(), B.getI64Type()), Cast(Op.getRhs(), B.getI64Type()));
  return Cast(Power, Op.getType());
}

void run::expandMath(mlir::ModuleOp Module) {
  Module.walk([](mlir::Operation *Op) {
    Builder B(Op->getLoc(), Op);
    mlir::Value Replacement =
        TypeSwitch<mlir::Operation *, mlir::Value>(Op)
            .Case([&](mlir::math::ClampFOp O) { return expandClamp(O, B); })
            .Case([&](mlir::math::IsInfOp O) { return expandIsInf(O, B); })
            .Case(
                [&](mlir::math::IsNormalOp O) { return expandIsNormal(O, B); })
            .Case([&](mlir::math::IPowIOp O) { return castPower(O, B); })
            .Default(mlir::Value());
    if (!Replacement)
      return;
    Op->getResult(0).replaceAllUsesWith(Replacement);
    Op->erase();
  });
}
