//===- MatrixTileLowering.cpp - tile accesses without builtins ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers loads and stores of tile type. Tile instructions access the own
// scratchpad only, so accesses in its address space and on the stack become
// tile instructions; all others are copied word by word through a frame slot.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixTileValues.h"
#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixBuiltins.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

/// Returns true if the DAG shows that the address is in the core's own
/// scratchpad.
static bool isTileReachable(const MemSDNode *Access) {
  const PseudoSourceValue *Known = Access->getMemOperand()->getPseudoValue();
  if (Known && (Known->isStack() || isa<FixedStackPseudoSourceValue>(Known)))
    return true;
  const Value *Pointer = Access->getMemOperand()->getValue();
  if (Pointer && Matrix::isStackCopy(Pointer))
    return true;
  SDValue Base = Access->getBasePtr();
  if (Base.getOpcode() == ISD::ADD && isa<ConstantSDNode>(Base.getOperand(1)))
    Base = Base.getOperand(0);
  return Access->getAddressSpace() == matrix::desc::address_space::scratchpad ||
         isa<FrameIndexSDNode>(Base);
}

/// A memory location: pointer, alignment and pointer info.
namespace {
struct Place {
  SDValue Pointer;
  MachinePointerInfo Info;
  Align Alignment;
  MachineMemOperand::Flags Flags;

  SDValue at(unsigned Offset, const SDLoc &DL, SelectionDAG &DAG) const {
    return DAG.getMemBasePlusOffset(Pointer, TypeSize::getFixed(Offset), DL);
  }
};
} // namespace

/// Copies in the largest unit that both alignments allow, and returns the
/// chain. Groups of eight units limit register pressure.
static SDValue copyWords(SDValue Chain, const Place &From, const Place &To,
                         unsigned Size, const SDLoc &DL, SelectionDAG &DAG) {
  unsigned Unit = std::min<uint64_t>(
      {8, From.Alignment.value(), To.Alignment.value(), Size});
  MVT Memory = MVT::getIntegerVT(8 * Unit);
  SmallVector<SDValue, 8> Stores;
  for (unsigned Offset = 0; Offset < Size; Offset += Unit) {
    SDValue Word = DAG.getExtLoad(
        ISD::EXTLOAD, DL, MVT::i64, Chain, From.at(Offset, DL, DAG),
        From.Info.getWithOffset(Offset), Memory,
        commonAlignment(From.Alignment, Offset), From.Flags);
    Stores.push_back(
        DAG.getTruncStore(Word.getValue(1), DL, Word, To.at(Offset, DL, DAG),
                          To.Info.getWithOffset(Offset), Memory,
                          commonAlignment(To.Alignment, Offset), To.Flags));
    if (Stores.size() == 8 || Offset + Unit == Size) {
      Chain = DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Stores);
      Stores.clear();
    }
  }
  return Chain;
}

static Place placeOf(const MemSDNode *Access) {
  auto Flags =
      Access->getMemOperand()->getFlags() &
      (MachineMemOperand::MOVolatile | MachineMemOperand::MONonTemporal);
  return {Access->getBasePtr(), Access->getPointerInfo(), Access->getAlign(),
          Flags};
}

static Place temporary(EVT VT, SelectionDAG &DAG) {
  SDValue Slot = DAG.CreateStackTemporary(VT);
  int FI = cast<FrameIndexSDNode>(Slot)->getIndex();
  MachineFunction &MF = DAG.getMachineFunction();
  return {Slot, MachinePointerInfo::getFixedStack(MF, FI),
          MF.getFrameInfo().getObjectAlign(FI), MachineMemOperand::MONone};
}

SDValue MatrixTargetLowering::lowerTileLoad(SDValue Op,
                                            SelectionDAG &DAG) const {
  auto *Load = cast<LoadSDNode>(Op);
  if (isTileReachable(Load))
    return Op;
  SDLoc DL(Op);
  EVT VT = Op.getValueType();
  Place Slot = temporary(VT, DAG);
  SDValue Copied = copyWords(Load->getChain(), placeOf(Load), Slot,
                             VT.getStoreSize().getFixedValue(), DL, DAG);
  SDValue Tile =
      DAG.getLoad(VT, DL, Copied, Slot.Pointer, Slot.Info, Slot.Alignment);
  return DAG.getMergeValues({Tile, Tile.getValue(1)}, DL);
}

SDValue MatrixTargetLowering::lowerTileStore(SDValue Op,
                                             SelectionDAG &DAG) const {
  auto *Store = cast<StoreSDNode>(Op);
  if (isTileReachable(Store))
    return Op;
  SDLoc DL(Op);
  EVT VT = Store->getValue().getValueType();
  Place Slot = temporary(VT, DAG);
  SDValue Chain = DAG.getStore(Store->getChain(), DL, Store->getValue(),
                               Slot.Pointer, Slot.Info, Slot.Alignment);
  return copyWords(Chain, Slot, placeOf(Store),
                   VT.getStoreSize().getFixedValue(), DL, DAG);
}

/// Rematerialized: zeroing is cheaper than a reload.
SDValue MatrixTargetLowering::zeroTile(SDValue Op, SelectionDAG &DAG) const {
  if (!ISD::isBuildVectorAllZeros(Op.getNode()))
    return SDValue();
  unsigned Opcode = ST.tileZero()->Opcode;
  return SDValue(DAG.getMachineNode(Opcode, SDLoc(Op), Op.getValueType()), 0);
}
