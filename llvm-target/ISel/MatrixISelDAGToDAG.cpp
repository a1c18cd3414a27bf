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

#include "ISel/MatrixAddresses.h"
#include "ISel/MatrixBitFields.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "TargetMachine/MatrixTargetMachine.h"
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

bool MatrixDAGToDAGISel::selectAddress(SDValue Address, SDValue &Base,
                                       SDValue &Offset) {
  auto Parts = Matrix::splitAddress(Address, *CurDAG, [](int64_t Value) {
    return immediate::SignedImmediate.contains(Value);
  });
  Base = Parts.Base;
  Offset = constant(Parts.Offset, SDLoc(Address));
  return true;
}

bool MatrixDAGToDAGISel::selectIndexed(SDValue Address, SDValue &Base,
                                       SDValue &Index, SDValue &Scale) {
  auto Parts = Matrix::indexedAddress(Address);
  if (!Parts)
    return false;
  Base = Parts->Base;
  Index = Parts->Index;
  Scale = constant(Parts->Shift, SDLoc(Address));
  return true;
}

bool MatrixDAGToDAGISel::selectSymbolPlusOffset(SDNode *N) {
  SDValue Target = Matrix::symbolPlusOffset(N, *CurDAG);
  if (!Target)
    return false;
  ReplaceNode(
      N, CurDAG->getMachineNode(Matrix::PseudoLA, SDLoc(N), MVT::i64, Target));
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
  int64_t Row = Subtarget->tileRowBytes();
  auto [Base, Offset] =
      Matrix::splitAddress(Access->getBasePtr(), *CurDAG, [&](int64_t V) {
        return V % Row == 0 && Imm.accepts(V / Row);
      });
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
