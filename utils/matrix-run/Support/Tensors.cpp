//===- Tensors.cpp - tensors as arrays ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and checks .npy files of arguments, generates random inputs, and
// compares results by the maximum difference relative to the largest magnitude.
// Elements of all float formats are converted by APFloat to f64. NaN equals NaN
// and infinities of one sign are equal; any other difference with one of them
// is infinite. Integers beyond 2^53, which f64 does not distinguish, are
// compared as integers, too.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

Error run::makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Returns null for types that are not floats.
static const fltSemantics *floatFormat(StringRef Type) {
  static mlir::MLIRContext Context(mlir::MLIRContext::Threading::DISABLED);
  auto Float =
      dyn_cast_if_present<mlir::FloatType>(mlir::parseType(Type, &Context));
  return Float ? &Float.getFloatSemantics() : nullptr;
}

namespace {
/// Elements of an array, accessed as double or as 64-bit integers.
class Elements {
public:
  Elements(StringRef Type, const sim::NpyArray &Array)
      : Format(floatFormat(Type)),
        Data(const_cast<uint8_t *>(Array.data.data())),
        Size(sim::npyElementSize(Array.descr)),
        Count(Size ? Array.data.size() / Size : 0) {}

  bool isFloat() const { return Format != nullptr; }
  size_t count() const { return Count; }

  /// Sign-extended.
  int64_t integer(size_t I) const {
    uint64_t Word = 0;
    memcpy(&Word, Data + I * Size, Size);
    return SignExtend64(Word, 8 * Size);
  }
  double number(size_t I) const {
    if (!Format)
      return double(integer(I));
    APFloat Value(*Format, APInt(8 * Size, uint64_t(integer(I)), false, true));
    bool Inexact;
    Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &Inexact);
    return Value.convertToDouble();
  }
  void setNumber(size_t I, double Number) {
    APFloat Value(Number);
    bool Inexact;
    Value.convert(*Format, APFloat::rmNearestTiesToEven, &Inexact);
    setInteger(I, Value.bitcastToAPInt().getZExtValue());
  }
  void setInteger(size_t I, int64_t Value) {
    memcpy(Data + I * Size, &Value, Size);
  }

private:
  const fltSemantics *Format;
  uint8_t *Data;
  size_t Size, Count;
};
} // namespace

//===----------------------------------------------------------------------===//
// Making and reading
//===----------------------------------------------------------------------===//

static std::string describe(const Tensor &A) {
  return A.type + " " + sim::npyShape(A.shape);
}

static Error checkTensor(const std::string &Path, const sim::NpyArray &Array,
                         const Tensor &Argument) {
  if (!sim::npyAccepts(Argument.type, Array.descr) ||
      Array.shape != Argument.shape)
    return makeError(Path + ": error: holds '" + Array.descr + "' " +
                     sim::npyShape(Array.shape) + ", but " + Argument.name +
                     " is " + describe(Argument) + ": give '" +
                     sim::npyDescr(Argument.type) + "' of that shape");
  return Error::success();
}

/// The shape is checked before the data are read.
Expected<sim::NpyArray> run::readTensor(const std::string &Path,
                                        const Tensor &Argument) {
  auto Header = sim::readNpyHeader(Path);
  if (!Header)
    return Header.takeError();
  if (!Header->descr.empty())
    if (Error E = checkTensor(Path, *Header, Argument))
      return std::move(E);
  auto Array = sim::readNpy(Path);
  if (!Array)
    return Array.takeError();
  if (Error E = checkTensor(Path, *Array, Argument))
    return std::move(E);
  if (Error E = sim::checkNpyElements(Path, Argument.type, *Array))
    return std::move(E);
  return Array;
}

sim::NpyArray run::zeroTensor(const Tensor &Argument) {
  sim::NpyArray Array;
  Array.descr = sim::npyDescr(Argument.type);
  Array.shape = Argument.shape;
  uint64_t Count = 1;
  for (uint64_t Extent : Argument.shape)
    Count *= Extent;
  Array.data.resize(Count * sim::npyElementSize(Array.descr));
  return Array;
}

sim::NpyArray run::randomTensor(const Tensor &Argument,
                                std::mt19937_64 &Generator) {
  sim::NpyArray Array = zeroTensor(Argument);
  Elements Values(Argument.type, Array);
  // Integers may be indices; small values are in range for most tables.
  std::uniform_int_distribution<int> Integers(0, Argument.type == "i1" ? 1 : 7);
  std::uniform_real_distribution<double> Numbers(-1, 1);
  for (size_t I = 0; I < Values.count(); ++I)
    if (Values.isFloat())
      Values.setNumber(I, Numbers(Generator));
    else
      Values.setInteger(I, Integers(Generator));
  return Array;
}

static const std::string WideType = "f64";

sim::NpyArray run::widenTensor(StringRef Type, sim::NpyArray Array) {
  Elements Narrow(Type, Array);
  if (!Narrow.isFloat())
    return Array;
  sim::NpyArray Wide =
      zeroTensor({/*name=*/"", /*type=*/WideType, Array.shape});
  Elements Values(WideType, Wide);
  for (size_t I = 0; I < Narrow.count(); ++I)
    Values.setNumber(I, Narrow.number(I));
  return Wide;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

double run::defaultTolerance(StringRef Type) {
  if (Type == "f64")
    return 1e-9;
  if (Type == "f32")
    return 1e-5;
  if (Type == "f16")
    return 2e-3;
  if (Type == "bf16")
    return 2e-2;
  return Type.starts_with("f8") ? 0.13 : 0;
}

/// Delinearizes a row-major index: the last coordinate is the index modulo the
/// last extent, and the quotient is the index of the others.
static std::string position(size_t Index, const std::vector<uint64_t> &Shape) {
  std::vector<uint64_t> Place(Shape.size());
  for (size_t D = Shape.size(); D--; Index /= Shape[D])
    Place[D] = Index % Shape[D];
  return sim::npyShape(Place);
}

static std::string shortest(double Number) {
  std::string Text;
  raw_string_ostream(Text) << format("%.9g", Number);
  return Text;
}

static double largestMagnitude(const Elements &Values) {
  double Largest = 0;
  for (size_t I = 0; I < Values.count(); ++I)
    if (double Number = std::fabs(Values.number(I)); std::isfinite(Number))
      Largest = std::max(Largest, Number);
  return Largest;
}

/// Returns infinity if only one is NaN, or if one is infinite and they differ.
static double difference(double Got, double Want) {
  if ((std::isnan(Got) && std::isnan(Want)) || Got == Want)
    return 0;
  double Difference = std::fabs(Got - Want);
  return std::isnan(Difference) ? HUGE_VAL : Difference;
}

Comparison run::compare(const Tensor &Result, const sim::NpyArray &Got,
                        const sim::NpyArray &Want, double Tolerance) {
  bool IsWide = Want.descr == sim::npyDescr(WideType);
  Elements GotValues(Result.type, Got),
      WantValues(IsWide ? WideType : Result.type, Want);
  double Largest = largestMagnitude(WantValues), Worst = 0;
  size_t Where = 0;
  for (size_t I = 0; I < GotValues.count(); ++I) {
    double D = difference(GotValues.number(I), WantValues.number(I));
    // Beyond 2^53, doubles do not distinguish all integers.
    if (D == 0 && !GotValues.isFloat() &&
        GotValues.integer(I) != WantValues.integer(I))
      D = 1;
    if (D > Worst) {
      Worst = D;
      Where = I;
    }
  }
  Comparison C;
  C.Allowed = Tolerance;
  C.Error = Worst == 0 ? 0 : Worst / (Largest > 0 ? Largest : 1);
  if (C.Error > Tolerance)
    C.Mismatch = Result.name + " at " + position(Where, Result.shape) + " is " +
                 shortest(GotValues.number(Where)) + ", expected " +
                 shortest(WantValues.number(Where)) + "; error " +
                 shortest(C.Error) + " of the largest magnitude " +
                 shortest(Largest) + ", allowed " + shortest(Tolerance);
  return C;
}
