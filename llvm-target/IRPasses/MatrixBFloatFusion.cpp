//===- MatrixBFloatFusion.cpp - fused products of bfloat ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The error of a sum is exact. It shows on which side of the rounded sum the
// exact one is.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixBFloatFusion.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// Returns the error of a rounded sum, which is exact (Knuth's TwoSum).
static Value *errorOf(IRBuilder<> &Builder, Value *Sum, Value *A, Value *B) {
  Value *RoundedB = Builder.CreateFSub(Sum, A);
  Value *RoundedA = Builder.CreateFSub(Sum, RoundedB);
  return Builder.CreateFAdd(Builder.CreateFSub(A, RoundedA),
                            Builder.CreateFSub(B, RoundedB));
}

/// Returns that of the two numbers around the exact sum whose last digit is 1.
/// Infinities and NaN have errors that are NaN, and are kept.
static Value *roundToOdd(IRBuilder<> &Builder, Value *Sum, Value *Error) {
  Type *T = Sum->getType();
  Type *Word = T->getWithNewType(Builder.getInt64Ty());
  Value *Bits = Builder.CreateBitCast(Sum, Word);
  Value *Signs = Builder.CreateXor(Bits, Builder.CreateBitCast(Error, Word));
  Value *Grows = Builder.CreateICmpSGE(Signs, Constant::getNullValue(Word));
  Value *Other = Builder.CreateAdd(
      Bits, Builder.CreateSelect(Grows, ConstantInt::get(Word, 1),
                                 Constant::getAllOnesValue(Word)));
  Value *IsOdd = Builder.CreateTrunc(Bits, Word->getWithNewBitWidth(1));
  Value *IsExact = Builder.CreateFCmpUEQ(Error, Constant::getNullValue(T));
  Value *Rounded =
      Builder.CreateSelect(Builder.CreateOr(IsOdd, IsExact), Bits, Other);
  return Builder.CreateBitCast(Rounded, T);
}

Value *Matrix::fuseBFloat(IRBuilder<> &Builder, const IntrinsicInst &Call) {
  if (!Call.getType()->getScalarType()->isBFloatTy())
    return nullptr;
  Builder.clearFastMathFlags(); // they would permit to remove the error
  Type *T = Call.getType()->getWithNewType(Builder.getDoubleTy());
  Value *Operands[3];
  for (unsigned I = 0; I < 3; ++I)
    Operands[I] = Builder.CreateFPExt(Call.getArgOperand(I), T);
  Value *Product = Builder.CreateFMul(Operands[0], Operands[1]);
  Value *Sum = Builder.CreateFAdd(Product, Operands[2]);
  Value *Error = errorOf(Builder, Sum, Product, Operands[2]);
  return Builder.CreateFPTrunc(roundToOdd(Builder, Sum, Error), Call.getType());
}
