//===- MatrixArgumentLocation.cpp - values in their locations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extends or bitcasts arguments and results to the types of their registers and
// stack slots, and back. Values that return are marked as extended (AssertSext,
// AssertZext), so that later extensions are removed.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixArgumentLocation.h"
#include "MatrixISelLowering.h"

using namespace llvm;

SDValue Matrix::toLocation(SDValue Value, const CCValAssign &VA,
                           const SDLoc &DL, SelectionDAG &DAG) {
  switch (VA.getLocInfo()) {
  case CCValAssign::SExt:
    return DAG.getNode(ISD::SIGN_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::ZExt:
    return DAG.getNode(ISD::ZERO_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::AExt:
    return DAG.getNode(ISD::ANY_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::BCvt:
    if (Value.getValueType() == MVT::f32)
      return DAG.getNode(MatrixISD::BITS_FROM_FLOAT, DL, MVT::i64, Value);
    return DAG.getBitcast(VA.getLocVT(), Value);
  default:
    return Value;
  }
}

SDValue Matrix::fromLocation(SDValue Value, const CCValAssign &VA,
                             const SDLoc &DL, SelectionDAG &DAG) {
  auto Extended = [&](unsigned Assertion) {
    return DAG.getNode(Assertion, DL, VA.getLocVT(), Value,
                       DAG.getValueType(VA.getValVT()));
  };
  switch (VA.getLocInfo()) {
  case CCValAssign::SExt:
    Value = Extended(ISD::AssertSext);
    return DAG.getNode(ISD::TRUNCATE, DL, VA.getValVT(), Value);
  case CCValAssign::ZExt:
    Value = Extended(ISD::AssertZext);
    return DAG.getNode(ISD::TRUNCATE, DL, VA.getValVT(), Value);
  case CCValAssign::AExt:
    return DAG.getNode(ISD::TRUNCATE, DL, VA.getValVT(), Value);
  case CCValAssign::BCvt:
    if (VA.getValVT() == MVT::f32)
      return DAG.getNode(MatrixISD::FLOAT_FROM_BITS, DL, MVT::f32, Value);
    return DAG.getBitcast(VA.getValVT(), Value);
  default:
    return Value;
  }
}
