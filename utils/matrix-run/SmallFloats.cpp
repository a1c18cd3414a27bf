//===- SmallFloats.cpp - emulation of formats below 16 bits ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion is a call with the format's number in APFloatBase. It goes
// through f64, which represents every such number exactly, and rounds once.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static constexpr StringLiteral Decode = "matrix_run_decode";
static constexpr StringLiteral Encode = "matrix_run_encode";

//===----------------------------------------------------------------------===//
// At run time
//===----------------------------------------------------------------------===//

static const fltSemantics &formatOf(int32_t Number) {
  return APFloatBase::EnumToSemantics(APFloatBase::Semantics(Number));
}

static double decodeFloat(int32_t Format, int64_t Bits) {
  const fltSemantics &Semantics = formatOf(Format);
  unsigned Width = APFloatBase::getSizeInBits(Semantics);
  APFloat Value(Semantics, APInt(Width, Bits, false, /*implicitTrunc=*/true));
  bool Inexact;
  Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Inexact);
  return Value.convertToDouble();
}

static int64_t encodeFloat(int32_t Format, double Number) {
  APFloat Value(Number);
  bool Inexact;
  Value.convert(formatOf(Format), APFloat::rmNearestTiesToEven, &Inexact);
  return Value.bitcastToAPInt().getZExtValue();
}

void run::registerSmallFloatConversions(mlir::ExecutionEngine &Engine) {
  Engine.registerSymbols([](orc::MangleAndInterner Intern) {
    orc::SymbolMap Symbols;
    Symbols[Intern(Decode)] = {orc::ExecutorAddr::fromPtr(&decodeFloat),
                               JITSymbolFlags::Exported};
    Symbols[Intern(Encode)] = {orc::ExecutorAddr::fromPtr(&encodeFloat),
                               JITSymbolFlags::Exported};
    return Symbols;
  });
}

//===----------------------------------------------------------------------===//
// In the module
//===----------------------------------------------------------------------===//

static mlir::FloatType smallFloat(mlir::Type Type) {
  auto Float = dyn_cast<mlir::FloatType>(Type);
  return Float && Float.getWidth() < 16 ? Float : mlir::FloatType();
}

static void declare(mlir::ModuleOp Module, StringRef Name,
                    mlir::FunctionType Type) {
  if (Module.lookupSymbol(Name))
    return;
  auto B = mlir::OpBuilder::atBlockEnd(Module.getBody());
  mlir::func::FuncOp::create(B, Module.getLoc(), Name, Type).setPrivate();
}

namespace {
/// Builds the replacement of one conversion.
class Conversion {
public:
  explicit Conversion(mlir::Operation *Op)
      : B(Op->getLoc(), Op), Module(Op->getParentOfType<mlir::ModuleOp>()) {}

  mlir::Value convert(mlir::Value Value, mlir::FloatType To) {
    mlir::FloatType From = cast<mlir::FloatType>(Value.getType());
    if (smallFloat(From)) {
      Value = decodeBits(Value, From);
      From = B.getF64Type();
    }
    if (smallFloat(To))
      return encodeBits(resize(Value, B.getF64Type()), To);
    return resize(Value, To);
  }

private:
  mlir::Value resize(mlir::Value Value, mlir::FloatType To) {
    unsigned From = Value.getType().getIntOrFloatBitWidth();
    if (From == To.getWidth())
      return Value;
    if (From < To.getWidth())
      return mlir::arith::ExtFOp::create(B, To, Value);
    return mlir::arith::TruncFOp::create(B, To, Value);
  }
  mlir::Value formatNumber(mlir::FloatType Type) {
    auto Number = APFloatBase::SemanticsToEnum(Type.getFloatSemantics());
    return mlir::arith::ConstantOp::create(B, B.getI32IntegerAttr(Number));
  }
  mlir::Value call(StringRef Name, mlir::Value Format, mlir::Value Operand,
                   mlir::Type Result) {
    declare(Module, Name,
            B.getFunctionType({Format.getType(), Operand.getType()}, Result));
    return mlir::func::CallOp::create(B, Name, Result,
                                      mlir::ValueRange{Format, Operand})
        .getResult(0);
  }
  mlir::Value decodeBits(mlir::Value Value, mlir::FloatType From) {
    mlir::Value Bits = mlir::arith::BitcastOp::create(
        B, B.getIntegerType(From.getWidth()), Value);
    Bits = mlir::arith::ExtUIOp::create(B, B.getI64Type(), Bits);
    return call(Decode, formatNumber(From), Bits, B.getF64Type());
  }
  mlir::Value encodeBits(mlir::Value Value, mlir::FloatType To) {
    mlir::Value Bits = call(Encode, formatNumber(To), Value, B.getI64Type());
    Bits =
        mlir::arith::TruncIOp::create(B, B.getIntegerType(To.getWidth()), Bits);
    return mlir::arith::BitcastOp::create(B, To, Bits);
  }

  mlir::ImplicitLocOpBuilder B;
  mlir::ModuleOp Module;
};
} // namespace

void run::callSmallFloatConversions(mlir::ModuleOp Module) {
  Module.walk([](mlir::Operation *Op) {
    if (!isa<mlir::arith::ExtFOp, mlir::arith::TruncFOp>(Op))
      return;
    auto To = dyn_cast<mlir::FloatType>(Op->getResult(0).getType());
    mlir::Value From = Op->getOperand(0);
    if (!To || !(smallFloat(To) || smallFloat(From.getType())))
      return;
    Op->getResult(0).replaceAllUsesWith(Conversion(Op).convert(From, To));
    Op->erase();
  });
}
