//===- MatrixISelDAGToDAG.cpp - instruction selection ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects machine nodes with the patterns generated from td/. Handwritten code
// selects constants, addresses with offsets, and tile accesses.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixBitFields.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "MatrixTargetMachine.h"
#include "Utils/MatrixBuiltins.h"
#include "Utils/MatrixConstants.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SelectionDAGISel.h"

#define DEBUG_TYPE "matrix-isel"
#define PASS_NAME "Matrix instruction selection"

using namespace llvm;
namespace immediate = matrix::desc::immediate;

/// Immediate predicate called by the generated code.
template <unsigned Width, bool Signed, unsigned Shift, int Bias>
static bool isMatrixImm(int64_t Value) {
  return Matrix::isMatrixImm<Width, Signed, Shift, Bias>(Value);
}

namespace {

class MatrixDAGToDAGISel : public SelectionDAGISel {
  const MatrixSubtarget *Subtarget = nullptr;

public:
  MatrixDAGToDAGISel(MatrixTargetMachine &TM, CodeGenOptLevel OptLevel)
      : SelectionDAGISel(TM, OptLevel) {}

  bool runOnMachineFunction(MachineFunction &MF) override {
    Subtarget = &MF.getSubtarget<MatrixSubtarget>();
    return SelectionDAGISel::runOnMachineFunction(MF);
  }

  void Select(SDNode *N) override;
  bool SelectInlineAsmMemoryOperand(const SDValue &Op,
                                    InlineAsm::ConstraintCode Constraint,
                                    std::vector<SDValue> &Result) override;

#define GET_DAGISEL_DECL
#include "MatrixGenDAGISel.inc"

private:
  SDValue constant(int64_t Value, const SDLoc &DL) {
    return CurDAG->getTargetConstant(Value, DL, MVT::i64);
  }
  bool selectAddress(SDValue Address, SDValue &Base, SDValue &Offset);
  bool selectIndexed(SDValue Address, SDValue &Base, SDValue &Index,
                     SDValue &Scale);
  bool setField(const std::optional<Matrix::BitField> &Field, SDValue &From,
                SDValue &Low, SDValue &Width);
  bool selectUnsignedField(SDValue Value, SDValue &From, SDValue &Low,
                           SDValue &Width);
  bool selectSignedField(SDValue Value, SDValue &From, SDValue &Low,
                         SDValue &Width);
  void splitAddress(SDValue Address, SDValue &Base, int64_t &Offset,
                    function_ref<bool(int64_t)> Fits);
  SDValue materialize(int64_t Value, const SDLoc &DL);
  bool selectSymbolPlusOffset(SDNode *N);
  SDNode *selectFloatConstant(const ConstantFPSDNode *N);
  void selectFrameIndex(SDNode *N);
  bool selectTileAccess(SDNode *N);
};

class MatrixISelLegacy : public SelectionDAGISelLegacy {
public:
  static char ID;
  MatrixISelLegacy(MatrixTargetMachine &TM, CodeGenOptLevel OptLevel)
      : SelectionDAGISelLegacy(
            ID, std::make_unique<MatrixDAGToDAGISel>(TM, OptLevel)) {}
  StringRef getPassName() const override { return PASS_NAME; }
};

} // namespace

char MatrixISelLegacy::ID = 0;

FunctionPass *llvm::createMatrixISelDag(MatrixTargetMachine &TM,
                                        CodeGenOptLevel OptLevel) {
  return new MatrixISelLegacy(TM, OptLevel);
}

#define GET_DAGISEL_BODY MatrixDAGToDAGISel
#include "MatrixGenDAGISel.inc"

void MatrixDAGToDAGISel::Select(SDNode *N) {
  if (N->isMachineOpcode()) {
    N->setNodeId(-1);
    return;
  }
  switch (N->getOpcode()) {
  case ISD::Constant:
    return ReplaceNode(
        N, materialize(cast<ConstantSDNode>(N)->getSExtValue(), SDLoc(N))
               .getNode());
  case ISD::ConstantFP:
    return ReplaceNode(N, selectFloatConstant(cast<ConstantFPSDNode>(N)));
  case ISD::FrameIndex:
    return selectFrameIndex(N);
  case ISD::ADD:
    if (selectSymbolPlusOffset(N))
      return;
    break;
  case ISD::LOAD:
  case ISD::STORE:
    if (selectTileAccess(N))
      return;
    break;
  default:
    break;
  }
  SelectCode(N);
}

/// Zero is a register; other constants need one or several instructions.
SDValue MatrixDAGToDAGISel::materialize(int64_t Value, const SDLoc &DL) {
  auto Node = [&](unsigned Opcode, ArrayRef<SDValue> Operands) {
    return SDValue(CurDAG->getMachineNode(Opcode, DL, MVT::i64, Operands), 0);
  };
  if (Value == 0)
    return CurDAG->getCopyFromReg(CurDAG->getEntryNode(), DL, Matrix::Zero,
                                  MVT::i64);
  if (immediate::SignedImmediate.contains(Value))
    return Node(
        Matrix::role::AddImmediate,
        {CurDAG->getRegister(Matrix::Zero, MVT::i64), constant(Value, DL)});
  auto Steps = Matrix::stepsTo(Value);
  if (Steps.size() == 1)
    return Node(Steps[0].Opcode,
                {constant(Steps[0].Imm, DL), constant(Steps[0].HalfWord, DL)});
  return Node(Matrix::PseudoLI, constant(Value, DL));
}

SDNode *MatrixDAGToDAGISel::selectFloatConstant(const ConstantFPSDNode *N) {
  SDLoc DL(N);
  APInt Bits = N->getValueAPF().bitcastToAPInt();
  bool IsDouble = Bits.getBitWidth() == 64;
  return CurDAG->getMachineNode(
      IsDouble ? Matrix::role::BitsToF64 : Matrix::role::BitsToF32, DL,
      N->getValueType(0), materialize(Bits.getSExtValue(), DL));
}

void MatrixDAGToDAGISel::selectFrameIndex(SDNode *N) {
  SDLoc DL(N);
  SDValue Slot = CurDAG->getTargetFrameIndex(
      cast<FrameIndexSDNode>(N)->getIndex(), MVT::i64);
  ReplaceNode(N, CurDAG->getMachineNode(Matrix::role::AddImmediate, DL,
                                        MVT::i64, Slot, constant(0, DL)));
}

//===----------------------------------------------------------------------===//
// Bit fields
//===----------------------------------------------------------------------===//

bool MatrixDAGToDAGISel::selectUnsignedField(SDValue Value, SDValue &From,
                                             SDValue &Low, SDValue &Width) {
  return setField(Matrix::unsignedField(Value), From, Low, Width);
}
bool MatrixDAGToDAGISel::selectSignedField(SDValue Value, SDValue &From,
                                           SDValue &Low, SDValue &Width) {
  return setField(Matrix::signedField(Value), From, Low, Width);
}

bool MatrixDAGToDAGISel::setField(const std::optional<Matrix::BitField> &Field,
                                  SDValue &From, SDValue &Low, SDValue &Width) {
  if (!Field)
    return false;
  From = Field->From;
  Low = constant(Field->Low, SDLoc(From));
  Width = constant(Field->Width, SDLoc(From));
  return true;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void MatrixDAGToDAGISel::splitAddress(SDValue Address, SDValue &Base,
                                      int64_t &Offset,
                                      function_ref<bool(int64_t)> Fits) {
  Base = Address;
  Offset = 0;
  if (CurDAG->isBaseWithConstantOffset(Address)) {
    int64_t Constant =
        cast<ConstantSDNode>(Address.getOperand(1))->getSExtValue();
    if (Fits(Constant)) {
      Base = Address.getOperand(0);
      Offset = Constant;
    }
  }
  if (auto *Slot = dyn_cast<FrameIndexSDNode>(Base))
    Base = CurDAG->getTargetFrameIndex(Slot->getIndex(), MVT::i64);
}

bool MatrixDAGToDAGISel::selectAddress(SDValue Address, SDValue &Base,
                                       SDValue &Offset) {
  int64_t Value;
  splitAddress(Address, Base, Value, [](int64_t V) {
    return immediate::SignedImmediate.contains(V);
  });
  Offset = constant(Value, SDLoc(Address));
  return true;
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

/// base + (index << scale). If the sum is needed as a value, an access by it
/// costs no more.
bool MatrixDAGToDAGISel::selectIndexed(SDValue Address, SDValue &Base,
                                       SDValue &Index, SDValue &Scale) {
  if (Address.getOpcode() != ISD::ADD || !isOnlyAddress(Address) ||
      isa<ConstantSDNode>(Address.getOperand(1)))
    return false;
  uint64_t Shift = 0;
  Base = Address.getOperand(0);
  Index = Address.getOperand(1);
  for (unsigned I = 0; I < 2 && !Shift; ++I) {
    SDValue Term = Address.getOperand(I);
    auto *Count = Term.getOpcode() == ISD::SHL
                      ? dyn_cast<ConstantSDNode>(Term.getOperand(1))
                      : nullptr;
    if (!Count || !immediate::IndexScale.contains(Count->getZExtValue()))
      continue;
    Shift = Count->getZExtValue();
    Base = Address.getOperand(1 - I);
    Index = Term.getOperand(0);
  }
  Scale = constant(Shift, SDLoc(Address));
  return true;
}

/// Folds the offset into the symbol if no other access shares the symbol's
/// address. Addresses outside the object are not folded, because relocations
/// may not reach them.
bool MatrixDAGToDAGISel::selectSymbolPlusOffset(SDNode *N) {
  SDValue Address = N->getOperand(0);
  auto *Offset = dyn_cast<ConstantSDNode>(N->getOperand(1));
  if (!Offset || Address.getOpcode() != MatrixISD::ADDRESS ||
      !Address.hasOneUse())
    return false;
  auto *Symbol = dyn_cast<GlobalAddressSDNode>(Address.getOperand(0));
  auto *Object =
      Symbol ? dyn_cast<GlobalVariable>(Symbol->getGlobal()) : nullptr;
  if (!Object || !Object->getValueType()->isSized() ||
      Offset->getZExtValue() >
          CurDAG->getDataLayout().getTypeAllocSize(Object->getValueType()))
    return false;
  SDLoc DL(N);
  SDValue Place = CurDAG->getTargetGlobalAddress(
      Object, DL, MVT::i64, Symbol->getOffset() + Offset->getSExtValue());
  ReplaceNode(N, CurDAG->getMachineNode(Matrix::PseudoLA, DL, MVT::i64, Place));
  return true;
}

bool MatrixDAGToDAGISel::SelectInlineAsmMemoryOperand(
    const SDValue &Op, InlineAsm::ConstraintCode Constraint,
    std::vector<SDValue> &Result) {
  SDValue Base = Op, Offset = constant(0, SDLoc(Op));
  if (Constraint != InlineAsm::ConstraintCode::A)
    selectAddress(Op, Base, Offset);
  Result.assign({Base, Offset});
  return false;
}

/// Lowering leaves only accesses that tile instructions support.
bool MatrixDAGToDAGISel::selectTileAccess(SDNode *N) {
  auto *Access = cast<MemSDNode>(N);
  bool IsLoad = isa<LoadSDNode>(N);
  EVT VT = IsLoad ? N->getValueType(0)
                  : cast<StoreSDNode>(N)->getValue().getValueType();
  if (!Subtarget->tileLoad() || VT != EVT(Subtarget->tileType()))
    return false;
  SDLoc DL(N);
  const Matrix::Builtin &Inst =
      IsLoad ? *Subtarget->tileLoad() : *Subtarget->tileStore();
  const Matrix::BuiltinOperand &Imm = Inst.inputs().back();
  int64_t Row = Subtarget->tileRowBytes(), Offset;
  SDValue Base;
  splitAddress(Access->getBasePtr(), Base, Offset,
               [&](int64_t V) { return V % Row == 0 && Imm.accepts(V / Row); });
  SmallVector<SDValue, 4> Operands;
  if (!IsLoad)
    Operands.push_back(cast<StoreSDNode>(N)->getValue());
  Operands.append({Base, constant(Offset / Row, DL), Access->getChain()});
  MachineSDNode *New =
      CurDAG->getMachineNode(Inst.Opcode, DL, N->getVTList(), Operands);
  CurDAG->setNodeMemRefs(New, Access->getMemOperand());
  ReplaceNode(N, New);
  return true;
}
