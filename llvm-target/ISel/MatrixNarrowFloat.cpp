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
// rounding the integer.
//
//===----------------------------------------------------------------------===//

#include "MatrixISelLowering.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

static SDValue limitDigits(SDValue X, bool IsSigned, const SDLoc &DL,
                           SelectionDAG &DAG) {
  constexpr unsigned DoubleDigits = 53;
  constexpr uint64_t Limit = uint64_t(1) << DoubleDigits;
  constexpr uint64_t Low = (1 << (64 - DoubleDigits)) - 1;
  auto Number = [&](uint64_t N) { return DAG.getConstant(N, DL, MVT::i64); };
  auto Apply = [&](unsigned Opcode, SDValue A, SDValue B) {
    return DAG.getNode(Opcode, DL, MVT::i64, A, B);
  };
  // With d low digits, (X mod 2^d) + (2^d - 1) reaches bit d exactly if a low
  // digit is 1. OR sets that bit in X: the sticky bit of rounding to odd.
  SDValue Carry = Apply(ISD::ADD, Apply(ISD::AND, X, Number(Low)), Number(Low));
  SDValue Cut = Apply(ISD::AND, Apply(ISD::OR, X, Carry), Number(~Low));
  // -2^53 <= X < 2^53 as one unsigned comparison: 0 <= X + 2^53 < 2^54.
  SDValue FromLowest = IsSigned ? Apply(ISD::ADD, X, Number(Limit)) : X;
  SDValue IsExact =
      DAG.getSetCC(DL, MVT::i64, FromLowest,
                   Number(IsSigned ? 2 * Limit : Limit), ISD::SETULT);
  return DAG.getSelect(DL, MVT::i64, IsExact, X, Cut);
}

/// Returns null for vectors and for integers beyond 64 bits.
SDValue MatrixTargetLowering::convertInteger(SDNode *N,
                                             SelectionDAG &DAG) const {
  SDLoc DL(N);
  SDValue X = N->getOperand(0);
  unsigned Bits = X.getScalarValueSizeInBits();
  if (X.getValueType().isVector() || Bits > 64)
    return SDValue();
  bool IsSigned = N->getOpcode() == ISD::SINT_TO_FP;
  X = DAG.getExtOrTrunc(IsSigned, X, DL, MVT::i64);
  if (Bits > 32)
    X = limitDigits(X, IsSigned, DL, DAG);
  // Signed, unless 64 bits are needed.
  unsigned Opcode = Bits < 64 ? unsigned(ISD::SINT_TO_FP) : N->getOpcode();
  SDValue Double = DAG.getNode(Opcode, DL, MVT::f64, X);
  return DAG.getNode(ISD::FP_ROUND, DL, N->getValueType(0), Double,
                     DAG.getIntPtrConstant(0, DL, /*isTarget=*/true));
}
