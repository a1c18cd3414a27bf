//===- MatrixAddresses.cpp - parts of an address --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches sums, shifts by constants and symbol addresses in a SelectionDAG. An
// address is divided only if the parts fit the operands of the instruction and
// if no other user needs the sum.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixAddresses.h"
#include "MatrixISelLowering.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
namespace immediate = matrix::desc::immediate;

Matrix::BaseAndOffset Matrix::splitAddress(SDValue Address, SelectionDAG &DAG,
                                           function_ref<bool(int64_t)> Fits) {
  BaseAndOffset Parts = {Address, 0};
  if (DAG.isBaseWithConstantOffset(Address)) {
    int64_t Constant =
        cast<ConstantSDNode>(Address.getOperand(1))->getSExtValue();
    if (Fits(Constant))
      Parts = {Address.getOperand(0), Constant};
  }
  if (auto *Slot = dyn_cast<FrameIndexSDNode>(Parts.Base))
    Parts.Base = DAG.getTargetFrameIndex(Slot->getIndex(), MVT::i64);
  return Parts;
}

/// Returns true if the value is only the address of loads and stores.
static bool isOnlyAddress(SDValue Value) {
  return all_of(Value->users(), [&](const SDNode *User) {
    auto *Access = dyn_cast<LSBaseSDNode>(User);
    return Access && Access->getBasePtr() == Value &&
           (!isa<StoreSDNode>(Access) ||
            cast<StoreSDNode>(Access)->getValue() != Value);
  });
}

std::optional<Matrix::IndexedAddress> Matrix::indexedAddress(SDValue Address) {
  if (Address.getOpcode() != ISD::ADD || !isOnlyAddress(Address) ||
      isa<ConstantSDNode>(Address.getOperand(1)))
    return std::nullopt;
  IndexedAddress Parts = {Address.getOperand(0), Address.getOperand(1)};
  // Addition is commutative: the shifted term is the index, wherever it is.
  for (unsigned I = 0; I < 2 && !Parts.Shift; ++I) {
    SDValue Term = Address.getOperand(I);
    auto *Count = Term.getOpcode() == ISD::SHL
                      ? dyn_cast<ConstantSDNode>(Term.getOperand(1))
                      : nullptr;
    if (Count && immediate::IndexScale.contains(Count->getZExtValue()))
      Parts = {Address.getOperand(1 - I), Term.getOperand(0),
               Count->getZExtValue()};
  }
  return Parts;
}

/// An address in an object: symbol + Offset.
namespace {
struct ObjectAddress {
  const GlobalAddressSDNode *Symbol;
  int64_t Offset;

  SDValue get(int64_t Part, const SDLoc &DL, SelectionDAG &DAG) const {
    return DAG.getTargetGlobalAddress(Symbol->getGlobal(), DL, MVT::i64,
                                      Symbol->getOffset() + Part);
  }
};
} // namespace

static std::optional<ObjectAddress> matchObjectAddress(const SDNode *Sum,
                                                       SelectionDAG &DAG) {
  SDValue Address = Sum->getOperand(0);
  auto *Offset = dyn_cast<ConstantSDNode>(Sum->getOperand(1));
  if (!Offset || Address.getOpcode() != MatrixISD::ADDRESS)
    return std::nullopt;
  auto *Symbol = dyn_cast<GlobalAddressSDNode>(Address.getOperand(0));
  auto *Object =
      Symbol ? dyn_cast<GlobalVariable>(Symbol->getGlobal()) : nullptr;
  if (!Object || !Object->getValueType()->isSized() ||
      Offset->getZExtValue() >
          DAG.getDataLayout().getTypeAllocSize(Object->getValueType()))
    return std::nullopt;
  return ObjectAddress{Symbol, Offset->getSExtValue()};
}

SDValue Matrix::symbolPlusOffset(const SDNode *Sum, SelectionDAG &DAG) {
  std::optional<ObjectAddress> Address = matchObjectAddress(Sum, DAG);
  if (!Address || !Sum->getOperand(0).hasOneUse())
    return {};
  return Address->get(Address->Offset, SDLoc(Sum), DAG);
}

SDValue MatrixTargetLowering::divideSymbolOffset(const SDNode *Sum,
                                                 SelectionDAG &DAG) const {
  std::optional<ObjectAddress> Address = matchObjectAddress(Sum, DAG);
  if (!Address || Sum->getOperand(0).hasOneUse() ||
      immediate::SignedImmediate.contains(Address->Offset))
    return {};
  SDLoc DL(Sum);
  int64_t Low = SignExtend64(Address->Offset, immediate::SignedImmediate.width);
  if (!immediate::SignedImmediate.contains(Low))
    return {};
  SDValue High = DAG.getNode(MatrixISD::ADDRESS, DL, MVT::i64,
                             Address->get(Address->Offset - Low, DL, DAG));
  return DAG.getNode(ISD::ADD, DL, MVT::i64, High,
                     DAG.getSignedConstant(Low, DL, MVT::i64));
}
