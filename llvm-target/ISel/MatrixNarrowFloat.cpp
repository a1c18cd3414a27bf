//===- MatrixNarrowFloat.cpp - integers to bfloat -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generic lowering converts to float and then to bfloat, which rounds
// twice. For half the result is the same: integers that float cannot represent
// overflow. Double represents 32-bit integers exactly. Longer ones beyond 2^53
// are rounded to odd first: the low digits are cleared, and the digit above
// them is set if they were not 0. Rounding such a number to bfloat equals
// rounding the integer, if more digits than bfloat has are left.
//
//===----------------------------------------------------------------------===//

#include "MatrixISelLowering.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

/// Rounds numbers of more than `Exact` digits to odd, without `Cut` digits.
static SDValue limitDigits(SDValue X, bool IsSigned, unsigned Exact,
                           unsigned Cut, const SDLoc &DL, SelectionDAG &DAG) {
  EVT VT = X.getValueType();
  unsigned Bits = VT.getScalarSizeInBits();
  APInt Limit = APInt::getOneBitSet(Bits, Exact),
        Low = APInt::getLowBitsSet(Bits, Cut);
  auto Number = [&](const APInt &N) { return DAG.getConstant(N, DL, VT); };
  auto Apply = [&](unsigned Opcode, SDValue A, SDValue B) {
    return DAG.getNode(Opcode, DL, VT, A, B);
  };
  // With d low digits, (X mod 2^d) + (2^d - 1) reaches bit d exactly if a low
  // digit is 1. OR sets that bit in X: the sticky bit of rounding to odd.
  SDValue Carry = Apply(ISD::ADD, Apply(ISD::AND, X, Number(Low)), Number(Low));
  SDValue Rounded = Apply(ISD::AND, Apply(ISD::OR, X, Carry), Number(~Low));
  // -2^n <= X < 2^n as one unsigned comparison: 0 <= X + 2^n < 2^(n + 1).
  SDValue FromLowest = IsSigned ? Apply(ISD::ADD, X, Number(Limit)) : X;
  SDValue IsExact =
      DAG.getSetCC(DL, MVT::i64, FromLowest,
                   Number(IsSigned ? Limit.shl(1) : Limit), ISD::SETULT);
  return DAG.getSelect(DL, VT, IsExact, X, Rounded);
}

/// Leaves at most as many digits as double has, and at least 12 of those that
/// are more.
static SDValue limitToDouble(SDValue X, bool IsSigned, const SDLoc &DL,
                             SelectionDAG &DAG) {
  constexpr unsigned Digits = 53, Middle = 94;
  unsigned Bits = X.getScalarValueSizeInBits();
  if (Bits <= 64)
    return limitDigits(X, IsSigned, Digits, Bits - Digits, DL, DAG);
  X = limitDigits(X, IsSigned, Digits, Middle - Digits, DL, DAG);
  return limitDigits(X, IsSigned, Middle, Bits - Digits, DL, DAG);
}

/// Returns null for vectors and for integers beyond 128 bits.
SDValue MatrixTargetLowering::convertInteger(SDNode *N,
                                             SelectionDAG &DAG) const {
  SDLoc DL(N);
  SDValue X = N->getOperand(0);
  unsigned Bits = X.getScalarValueSizeInBits(), Width = Bits <= 64 ? 64 : 128;
  if (X.getValueType().isVector() || Bits > Width)
    return SDValue();
  bool IsSigned = N->getOpcode() == ISD::SINT_TO_FP;
  X = DAG.getExtOrTrunc(IsSigned, X, DL, MVT::getIntegerVT(Width));
  if (Bits > 32)
    X = limitToDouble(X, IsSigned, DL, DAG);
  // Signed, unless all bits are needed.
  unsigned Opcode = Bits < Width ? unsigned(ISD::SINT_TO_FP) : N->getOpcode();
  SDValue Double = DAG.getNode(Opcode, DL, MVT::f64, X);
  return DAG.getNode(ISD::FP_ROUND, DL, N->getValueType(0), Double,
                     DAG.getIntPtrConstant(0, DL, /*isTarget=*/true));
}
