//===- MatrixIntrinsics.cpp - intrinsics by others ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites intrinsics that common code does not expand. Floating-point: with
// other overloads of the same value, for exponents that are not C's int,
// results that no register holds, and types without arithmetic. Integers:
// funnel shifts of widths whose remainder is a division. Vectors: with shuffles
// and operations on elements.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixBFloatFusion.h"
#include "Matrix.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace {
class MatrixIntrinsics : public FunctionPass {
public:
  static char ID;
  MatrixIntrinsics() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Matrix intrinsic lowering"; }
  bool runOnFunction(Function &F) override;
};
} // namespace

char MatrixIntrinsics::ID = 0;

FunctionPass *llvm::createMatrixIntrinsics() { return new MatrixIntrinsics; }

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

static constexpr unsigned ExponentBits = 32; // int of the C library

/// Exponents beyond those of int overflow or underflow as its limits do.
static Value *saturateExponent(IRBuilder<> &Builder, Value *Exponent) {
  Type *T = Exponent->getType();
  if (T->getScalarSizeInBits() > ExponentBits)
    for (auto [Limit, Bound] :
         {std::pair(Intrinsic::smin, APInt::getSignedMaxValue(ExponentBits)),
          std::pair(Intrinsic::smax, APInt::getSignedMinValue(ExponentBits))})
      Exponent = Builder.CreateBinaryIntrinsic(
          Limit, Exponent,
          ConstantInt::get(T, Bound.sext(T->getScalarSizeInBits())));
  return Builder.CreateSExtOrTrunc(Exponent,
                                   T->getWithNewBitWidth(ExponentBits));
}

static Value *scale(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *Exponent = Call.getArgOperand(1);
  if (Exponent->getType()->getScalarSizeInBits() == ExponentBits)
    return nullptr;
  Exponent = saturateExponent(Builder, Exponent);
  return Builder.CreateIntrinsic(Call.getIntrinsicID(),
                                 {Call.getType(), Exponent->getType()},
                                 {Call.getArgOperand(0), Exponent});
}

static Value *splitExponent(IRBuilder<> &Builder, IntrinsicInst &Call) {
  auto *Result = cast<StructType>(Call.getType());
  Type *Exponent = Result->getElementType(1);
  if (Exponent->getScalarSizeInBits() == ExponentBits)
    return nullptr;
  Value *Parts = Builder.CreateIntrinsic(
      Intrinsic::frexp,
      {Result->getElementType(0), Exponent->getWithNewBitWidth(ExponentBits)},
      {Call.getArgOperand(0)});
  Value *Fraction = Builder.CreateInsertValue(
      PoisonValue::get(Result), Builder.CreateExtractValue(Parts, 0), 0);
  return Builder.CreateInsertValue(
      Fraction,
      Builder.CreateSExtOrTrunc(Builder.CreateExtractValue(Parts, 1), Exponent),
      1);
}

/// Rounds to an integer, then converts.
static Value *roundToInteger(IRBuilder<> &Builder, Intrinsic::ID Rounding,
                             IntrinsicInst &Call) {
  unsigned Bits = Call.getType()->getScalarSizeInBits();
  if (Bits >= 8 && Bits <= 64 && isPowerOf2_32(Bits))
    return nullptr;
  return Builder.CreateFPToSI(
      Builder.CreateUnaryIntrinsic(Rounding, Call.getArgOperand(0)),
      Call.getType());
}

static bool isNarrowFloat(Type *T) {
  return T->getScalarType()->isHalfTy() || T->getScalarType()->isBFloatTy();
}

/// Computes with f32, which holds the values of the narrow type.
static Value *widen(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *Operand = Call.getArgOperand(0);
  Type *T = isNarrowFloat(Call.getType()) ? Call.getType() : Operand->getType();
  if (!isNarrowFloat(T))
    return nullptr;
  T = T->getWithNewType(Builder.getFloatTy());
  if (Operand->getType()->isFPOrFPVectorTy())
    Operand = Builder.CreateFPExt(Operand, T);
  Value *Wide = Builder.CreateIntrinsic(Call.getIntrinsicID(), {T}, {Operand});
  return isNarrowFloat(Call.getType())
             ? Builder.CreateFPTrunc(Wide, Call.getType())
             : Wide;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Returns the number modulo its width. Divides digits of 32 bits, each after
/// the remainder of those above.
static Value *moduloWidth(IRBuilder<> &Builder, Value *Number) {
  constexpr unsigned Digit = 32;
  unsigned Bits = Number->getType()->getScalarSizeInBits();
  Type *Word = Number->getType()->getWithNewBitWidth(2 * Digit);
  Value *Rest = Constant::getNullValue(Word);
  for (unsigned Above = divideCeil(Bits, Digit); Above > 0; --Above) {
    Value *Next = Builder.CreateTrunc(
        Builder.CreateLShr(Number, (Above - 1) * Digit), Word);
    Rest = Builder.CreateOr(
        Builder.CreateShl(Rest, Digit),
        Builder.CreateAnd(Next, maskTrailingOnes<uint64_t>(Digit)));
    Rest = Builder.CreateURem(Rest, ConstantInt::get(Word, Bits));
  }
  return Builder.CreateZExt(Rest, Number->getType());
}

/// Common code divides the amount by the width, which beyond 128 bits is no
/// function of the runtime library.
static Value *shiftBoth(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *High = Call.getArgOperand(0), *Low = Call.getArgOperand(1),
        *Amount = Call.getArgOperand(2);
  unsigned Bits = Call.getType()->getScalarSizeInBits();
  if (Bits <= 128 || isPowerOf2_32(Bits) || isa<Constant>(Amount))
    return nullptr;
  Amount = moduloWidth(Builder, Amount);
  Value *Back =
      Builder.CreateSub(ConstantInt::get(Call.getType(), Bits - 1), Amount);
  if (Call.getIntrinsicID() == Intrinsic::fshl)
    return Builder.CreateOr(
        Builder.CreateShl(High, Amount),
        Builder.CreateLShr(Builder.CreateLShr(Low, 1), Back));
  return Builder.CreateOr(Builder.CreateShl(Builder.CreateShl(High, 1), Back),
                          Builder.CreateLShr(Low, Amount));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static unsigned countElements(const Value *V) {
  return cast<FixedVectorType>(V->getType())->getNumElements();
}

/// Which elements of the first vector are in the second one.
static Value *findElements(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *Elements = Call.getArgOperand(0), *Set = Call.getArgOperand(1);
  Value *Found = Constant::getNullValue(Call.getType());
  for (unsigned I = 0; I < countElements(Set); ++I) {
    Value *Member = Builder.CreateVectorSplat(
        countElements(Elements), Builder.CreateExtractElement(Set, I));
    Found = Builder.CreateOr(Found, Builder.CreateICmpEQ(Elements, Member));
  }
  return Builder.CreateAnd(Found, Call.getArgOperand(2));
}

static Value *interleave(IRBuilder<> &Builder, IntrinsicInst &Call) {
  SmallVector<Value *> Parts(Call.args());
  return Builder.CreateShuffleVector(
      concatenateVectors(Builder, Parts),
      createInterleaveMask(countElements(Parts[0]), Parts.size()));
}

static Value *deinterleave(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *All = Call.getArgOperand(0);
  Value *Result = PoisonValue::get(Call.getType());
  unsigned Count = Call.getType()->getStructNumElements();
  for (unsigned I = 0; I < Count; ++I)
    Result = Builder.CreateInsertValue(
        Result,
        Builder.CreateShuffleVector(
            All, createStrideMask(I, Count, countElements(All) / Count)),
        I);
  return Result;
}

/// Adds the parts of a vector to the accumulator.
static Value *reducePartially(IRBuilder<> &Builder, IntrinsicInst &Call) {
  Value *Sum = Call.getArgOperand(0), *All = Call.getArgOperand(1);
  unsigned Size = countElements(Sum);
  for (unsigned I = 0; I < countElements(All); I += Size)
    Sum = Builder.CreateAdd(Sum, Builder.CreateShuffleVector(
                                     All, createSequentialMask(I, Size, 0)));
  return Sum;
}

//===----------------------------------------------------------------------===//
// Choice of the replacement
//===----------------------------------------------------------------------===//

/// Returns null for overloads that common code expands.
static Value *replacementOf(IRBuilder<> &Builder, IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::ldexp:
  case Intrinsic::powi:
    return scale(Builder, Call);
  case Intrinsic::frexp:
    return splitExponent(Builder, Call);
  case Intrinsic::fma:
    return Matrix::fuseBFloat(Builder, Call);
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return roundToInteger(Builder, Intrinsic::rint, Call);
  case Intrinsic::lround:
  case Intrinsic::llround:
    return roundToInteger(Builder, Intrinsic::round, Call);
  case Intrinsic::arithmetic_fence:
  case Intrinsic::convert_from_fp16:
  case Intrinsic::convert_to_fp16:
    return widen(Builder, Call);
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return shiftBoth(Builder, Call);
  case Intrinsic::experimental_vector_match:
    return findElements(Builder, Call);
  case Intrinsic::vector_interleave3:
  case Intrinsic::vector_interleave4:
  case Intrinsic::vector_interleave5:
  case Intrinsic::vector_interleave6:
  case Intrinsic::vector_interleave7:
  case Intrinsic::vector_interleave8:
    return interleave(Builder, Call);
  case Intrinsic::vector_deinterleave3:
  case Intrinsic::vector_deinterleave4:
  case Intrinsic::vector_deinterleave5:
  case Intrinsic::vector_deinterleave6:
  case Intrinsic::vector_deinterleave7:
  case Intrinsic::vector_deinterleave8:
    return deinterleave(Builder, Call);
  case Intrinsic::vector_partial_reduce_add:
    return reducePartially(Builder, Call);
  case Intrinsic::eh_dwarf_cfa: // an offset from the frame pointer
    return Builder.CreatePtrAdd(
        Builder.CreateIntrinsic(Intrinsic::frameaddress, {Call.getType()},
                                {Builder.getInt32(0)}),
        Builder.CreateSExtOrTrunc(Call.getArgOperand(0), Builder.getInt64Ty()));
  case Intrinsic::experimental_widenable_condition:
    return Builder.getTrue();
  default:
    return nullptr;
  }
}

bool MatrixIntrinsics::runOnFunction(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    IRBuilder<> Builder(Call);
    if (isa<FPMathOperator>(Call))
      Builder.setFastMathFlags(Call->getFastMathFlags());
    Value *Replacement = replacementOf(Builder, *Call);
    if (!Replacement)
      continue;
    Call->replaceAllUsesWith(Replacement);
    Call->eraseFromParent();
    Changed = true;
  }
  return Changed;
}
