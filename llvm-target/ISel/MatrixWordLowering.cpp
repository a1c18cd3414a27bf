//===- MatrixWordLowering.cpp - integers of 32 bits -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// i32 is not a legal type; its operations are promoted to 64 bits. Instructions
// on the low 32 bits sign-extend their result, so that later extensions are
// known to be redundant.
//
//===----------------------------------------------------------------------===//

#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

/// Returns 0 if no instruction on the low 32 bits needs a node of its own.
static unsigned wordNode(unsigned Opcode) {
  switch (Opcode) {
  case ISD::SHL:
    return MatrixISD::SHL32;
  case ISD::SRL:
    return MatrixISD::SRL32;
  case ISD::SRA:
    return MatrixISD::SRA32;
  case ISD::ROTL:
    return MatrixISD::ROTL32;
  case ISD::ROTR:
    return MatrixISD::ROTR32;
  case ISD::SDIV:
    return MatrixISD::SDIV32;
  case ISD::UDIV:
    return MatrixISD::UDIV32;
  case ISD::SREM:
    return MatrixISD::SREM32;
  case ISD::UREM:
    return MatrixISD::UREM32;
  default:
    return 0;
  }
}

static bool isShiftOfWord(unsigned Opcode) {
  return Opcode == MatrixISD::SHL32 || Opcode == MatrixISD::SRL32 ||
         Opcode == MatrixISD::SRA32 || Opcode == MatrixISD::ROTL32 ||
         Opcode == MatrixISD::ROTR32;
}

static bool isWordNode(unsigned Opcode) {
  return isShiftOfWord(Opcode) || Opcode == MatrixISD::SDIV32 ||
         Opcode == MatrixISD::UDIV32 || Opcode == MatrixISD::SREM32 ||
         Opcode == MatrixISD::UREM32;
}

/// Shifts by constants have patterns over nodes of 64 bits.
static bool isShiftByConstant(const SDNode *N) {
  unsigned Opcode = N->getOpcode();
  return (Opcode == ISD::SHL || Opcode == ISD::SRL || Opcode == ISD::SRA) &&
         isa<ConstantSDNode>(N->getOperand(1));
}

SDValue MatrixTargetLowering::lowerWord(SDNode *N, SelectionDAG &DAG) const {
  unsigned Opcode = N->getOpcode();
  bool IsSum = Opcode == ISD::ADD || Opcode == ISD::SUB || Opcode == ISD::MUL;
  unsigned Word = wordNode(Opcode);
  if ((!IsSum && !Word) || N->getValueType(0) != MVT::i32 ||
      isShiftByConstant(N))
    return SDValue();
  SDLoc DL(N);
  // The low 32 bits of the results depend on those of the operands only: any
  // extension is correct.
  SDValue A = DAG.getAnyExtOrTrunc(N->getOperand(0), DL, MVT::i64);
  SDValue B = DAG.getAnyExtOrTrunc(N->getOperand(1), DL, MVT::i64);
  SDValue Wide = DAG.getNode(IsSum ? Opcode : Word, DL, MVT::i64, A, B);
  if (IsSum)
    Wide = DAG.getNode(ISD::SIGN_EXTEND_INREG, DL, MVT::i64, Wide,
                       DAG.getValueType(MVT::i32));
  return DAG.getNode(ISD::TRUNCATE, DL, MVT::i32, Wide);
}

/// Operations on the upper bits of the operands are not needed.
SDValue MatrixTargetLowering::simplifyWord(SDNode *N,
                                           DAGCombinerInfo &DCI) const {
  unsigned Opcode = N->getOpcode();
  if (!isWordNode(Opcode))
    return SDValue();
  APInt Low = APInt::getLowBitsSet(64, 32);
  APInt Second = isShiftOfWord(Opcode) ? APInt::getLowBitsSet(64, 5) : Low;
  if (!SimplifyDemandedBits(N->getOperand(0), Low, DCI) &&
      !SimplifyDemandedBits(N->getOperand(1), Second, DCI))
    return SDValue();
  if (N->getOpcode() != ISD::DELETED_NODE)
    DCI.AddToWorklist(N);
  return SDValue(N, 0);
}

unsigned MatrixTargetLowering::ComputeNumSignBitsForTargetNode(
    SDValue Op, const APInt &, const SelectionDAG &, unsigned) const {
  return isWordNode(Op.getOpcode()) ? 33 : 1;
}
