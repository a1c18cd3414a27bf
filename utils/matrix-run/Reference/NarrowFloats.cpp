//===- NarrowFloats.cpp - formats below 32 bits on this machine -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions for narrow floats differ between hosts: some flush subnormal
// numbers (vcvtneps2bf16), some round twice (from f64 and from integers), and
// most hosts lack some. Results must not depend on the host, so no instruction
// for narrow formats is used:
//
//   arithmetic              in f32, then rounded: for operations on two
//                           operands equal to rounding the exact result once
//   fma, from integers      calls to APFloat, since f32 would round twice
//   f32 <-> bf16            upstream's expansion to integer operations
//   f32 <-> f16             left to LLVM; exact or correctly rounded on all
//                           hosts
//   other conversions       calls to APFloat through f64, which represents
//                           all narrow numbers exactly
//
// Calls take the format's number in APFloatBase, and numbers as bits.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static constexpr StringLiteral Decode = "matrix_run_decode";
static constexpr StringLiteral Encode = "matrix_run_encode";
static constexpr StringLiteral EncodeSigned = "matrix_run_encode_signed";
static constexpr StringLiteral EncodeUnsigned = "matrix_run_encode_unsigned";
static constexpr StringLiteral Fma = "matrix_run_fma";

//===----------------------------------------------------------------------===//
// At run time
//===----------------------------------------------------------------------===//

static APFloat fromBits(int32_t Format, int64_t Bits) {
  const fltSemantics &Semantics =
      APFloatBase::EnumToSemantics(APFloatBase::Semantics(Format));
  unsigned Width = APFloatBase::getSizeInBits(Semantics);
  return APFloat(Semantics, APInt(Width, Bits, false, /*implicitTrunc=*/true));
}

static APFloat convert(APFloat Value, const fltSemantics &Semantics) {
  bool Inexact;
  Value.convert(Semantics, APFloat::rmNearestTiesToEven, &Inexact);
  return Value;
}

static int64_t toBits(int32_t Format, const APFloat &Value) {
  return convert(Value,
                 APFloatBase::EnumToSemantics(APFloatBase::Semantics(Format)))
      .bitcastToAPInt()
      .getZExtValue();
}

/// The NaN of a format without mantissa would become an infinity.
static double decodeFloat(int32_t Format, int64_t Bits) {
  APFloat Value = fromBits(Format, Bits);
  if (Value.isNaN())
    return std::numeric_limits<double>::quiet_NaN();
  return convert(Value, APFloat::IEEEdouble()).convertToDouble();
}

static int64_t encodeFloat(int32_t Format, double Number) {
  return toBits(Format, APFloat(Number));
}

/// Goes through IEEE binary128, which represents every 64-bit integer.
static int64_t encodeInteger(int32_t Format, int64_t Number, bool IsSigned) {
  APFloat Value(APFloat::IEEEquad());
  Value.convertFromAPInt(APInt(64, Number, IsSigned), IsSigned,
                         APFloat::rmNearestTiesToEven);
  return toBits(Format, Value);
}
static int64_t encodeSigned(int32_t Format, int64_t Number) {
  return encodeInteger(Format, Number, /*IsSigned=*/true);
}
static int64_t encodeUnsigned(int32_t Format, int64_t Number) {
  return encodeInteger(Format, Number, /*IsSigned=*/false);
}

static int64_t multiplyAdd(int32_t Format, int64_t A, int64_t B, int64_t C) {
  APFloat Sum = fromBits(Format, A);
  Sum.fusedMultiplyAdd(fromBits(Format, B), fromBits(Format, C),
                       APFloat::rmNearestTiesToEven);
  return toBits(Format, Sum);
}

void run::registerNarrowFloats(mlir::ExecutionEngine &Engine) {
  Engine.registerSymbols([](orc::MangleAndInterner Intern) {
    orc::SymbolMap Symbols;
    auto Add = [&](StringRef Name, auto *Function) {
      Symbols[Intern(Name)] = {orc::ExecutorAddr::fromPtr(Function),
                               JITSymbolFlags::Exported};
    };
    Add(Decode, &decodeFloat);
    Add(Encode, &encodeFloat);
    Add(EncodeSigned, &encodeSigned);
    Add(EncodeUnsigned, &encodeUnsigned);
    Add(Fma, &multiplyAdd);
    return Symbols;
  });
}

//===----------------------------------------------------------------------===//
// In the module
//===----------------------------------------------------------------------===//

bool run::isNarrow(mlir::Type Type) {
  auto Float = dyn_cast<mlir::FloatType>(Type);
  return Float && Float.getWidth() < 32;
}

/// Returns whether neither MLIR nor LLVM has conversions of the type.
static bool isSmall(mlir::Type Type) {
  return isNarrow(Type) && Type.getIntOrFloatBitWidth() < 16;
}

static void declare(mlir::ModuleOp Module, StringRef Name,
                    mlir::FunctionType Type) {
  if (Module.lookupSymbol(Name))
    return;
  auto B = mlir::OpBuilder::atBlockEnd(Module.getBody());
  mlir::func::FuncOp::create(B, Module.getLoc(), Name, Type).setPrivate();
}

namespace {
/// Builds the replacement of one operation.
class Calls {
public:
  explicit Calls(mlir::Operation *Op)
      : B(Op->getLoc(), Op), Module(Op->getParentOfType<mlir::ModuleOp>()) {}

  /// Each returns null if the operation needs no replacement.
  mlir::Value convertFloat(mlir::Value X, mlir::Type To);
  mlir::Value convertInteger(mlir::Value X, mlir::Type To, bool IsSigned);
  mlir::Value multiplyAdd(mlir::math::FmaOp Op);

private:
  mlir::Value call(StringRef Name, mlir::Type Format, mlir::ValueRange Operands,
                   mlir::Type Result);
  mlir::Value resize(mlir::Value X, mlir::Type To);
  /// Returns the bits, extended to 64.
  mlir::Value bitsOf(mlir::Value X);
  mlir::Value fromBits(mlir::Value Bits, mlir::Type To);
  mlir::Value decode(mlir::Value X) {
    return call(Decode, X.getType(), bitsOf(X), B.getF64Type());
  }
  mlir::Value encode(StringRef Name, mlir::ValueRange X, mlir::Type To) {
    return fromBits(call(Name, To, X, B.getI64Type()), To);
  }

  mlir::ImplicitLocOpBuilder B;
  mlir::ModuleOp Module;
};
} // namespace

mlir::Value Calls::call(StringRef Name, mlir::Type Format,
                        mlir::ValueRange Operands, mlir::Type Result) {
  auto Number = APFloatBase::SemanticsToEnum(
      cast<mlir::FloatType>(Format).getFloatSemantics());
  SmallVector<mlir::Value> All = {
      mlir::arith::ConstantOp::create(B, B.getI32IntegerAttr(Number))};
  llvm::append_range(All, Operands);
  declare(Module, Name,
          B.getFunctionType(mlir::ValueRange(All).getTypes(), Result));
  return mlir::func::CallOp::create(B, Name, Result, All).getResult(0);
}

mlir::Value Calls::resize(mlir::Value X, mlir::Type To) {
  unsigned From = X.getType().getIntOrFloatBitWidth();
  if (X.getType() == To)
    return X;
  if (From < To.getIntOrFloatBitWidth())
    return mlir::arith::ExtFOp::create(B, To, X);
  return mlir::arith::TruncFOp::create(B, To, X);
}

mlir::Value Calls::bitsOf(mlir::Value X) {
  mlir::Value Bits = mlir::arith::BitcastOp::create(
      B, B.getIntegerType(X.getType().getIntOrFloatBitWidth()), X);
  return mlir::arith::ExtUIOp::create(B, B.getI64Type(), Bits);
}

mlir::Value Calls::fromBits(mlir::Value Bits, mlir::Type To) {
  Bits = mlir::arith::TruncIOp::create(
      B, B.getIntegerType(To.getIntOrFloatBitWidth()), Bits);
  return mlir::arith::BitcastOp::create(B, To, Bits);
}

/// Conversions of 16-bit floats from and to f32, and those of f32 and f64,
/// remain. For all others the source is extended to f64, by a call or through
/// f32: both are exact, so that only the last conversion rounds.
mlir::Value Calls::convertFloat(mlir::Value X, mlir::Type To) {
  mlir::Type From = X.getType();
  if (!isa<mlir::FloatType>(From) || !isa<mlir::FloatType>(To))
    return {};
  bool Remains =
      From.isF32() || To.isF32() || !(isNarrow(From) || isNarrow(To));
  if (Remains && !isSmall(From) && !isSmall(To))
    return {};
  if (isSmall(From))
    X = decode(X);
  else if (isNarrow(From))
    X = resize(X, B.getF32Type());
  if (isNarrow(To))
    return encode(Encode, resize(X, B.getF64Type()), To);
  return resize(X, To);
}

mlir::Value Calls::convertInteger(mlir::Value X, mlir::Type To, bool IsSigned) {
  auto From = dyn_cast<mlir::IntegerType>(X.getType());
  if (!From || From.getWidth() > 64 || !isNarrow(To))
    return {};
  if (From.getWidth() < 64)
    X = IsSigned
            ? mlir::arith::ExtSIOp::create(B, B.getI64Type(), X).getResult()
            : mlir::arith::ExtUIOp::create(B, B.getI64Type(), X).getResult();
  return encode(IsSigned ? EncodeSigned : EncodeUnsigned, X, To);
}

mlir::Value Calls::multiplyAdd(mlir::math::FmaOp Op) {
  if (!isNarrow(Op.getType()))
    return {};
  SmallVector<mlir::Value> Bits = llvm::map_to_vector(
      Op->getOperands(), [&](mlir::Value X) { return bitsOf(X); });
  return encode(Fma, Bits, Op.getType());
}

/// Replaces operations of the types `Ops` by the result of `Build`, if any.
template <typename... Ops, typename Builder>
static void replace(mlir::ModuleOp Module, Builder Build) {
  Module.walk([&](mlir::Operation *Op) {
    if (!isa<Ops...>(Op))
      return;
    mlir::Value With = Build(Op);
    if (!With)
      return;
    Op->getResult(0).replaceAllUsesWith(With);
    Op->erase();
  });
}

void run::callNarrowArithmetic(mlir::ModuleOp Module) {
  replace<mlir::math::FmaOp>(Module, [](mlir::Operation *Op) {
    return Calls(Op).multiplyAdd(cast<mlir::math::FmaOp>(Op));
  });
  replace<mlir::arith::SIToFPOp, mlir::arith::UIToFPOp>(
      Module, [](mlir::Operation *Op) {
        return Calls(Op).convertInteger(Op->getOperand(0),
                                        Op->getResult(0).getType(),
                                        isa<mlir::arith::SIToFPOp>(Op));
      });
}

void run::callNarrowConversions(mlir::ModuleOp Module) {
  replace<mlir::arith::ExtFOp, mlir::arith::TruncFOp>(
      Module, [](mlir::Operation *Op) {
        return Calls(Op).convertFloat(Op->getOperand(0),
                                      Op->getResult(0).getType());
      });
}
