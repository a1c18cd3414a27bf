//===- MatrixISelLowering.cpp - lowering of LLVM IR to nodes --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers operations that have no instruction, and expands pseudo instructions
// that need a custom inserter. The address of a symbol is one node, ADDRESS,
// whose pseudo instruction is expanded after register allocation. A select
// without a conditional move becomes a branch around an empty block and a phi.
//
//===----------------------------------------------------------------------===//

#include "MatrixISelLowering.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixDiagnostics.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

SDValue MatrixTargetLowering::LowerOperation(SDValue Op,
                                             SelectionDAG &DAG) const {
  SDLoc DL(Op);
  switch (Op.getOpcode()) {
  case ISD::GlobalAddress:
  case ISD::GlobalTLSAddress:
  case ISD::BlockAddress:
  case ISD::ConstantPool:
  case ISD::JumpTable:
    return lowerAddress(Op, DAG);
  case ISD::BITCAST: // i32 to f32
    if (Op.getValueType() != MVT::f32)
      return SDValue();
    return DAG.getNode(MatrixISD::FLOAT_FROM_BITS, DL, MVT::f32,
                       DAG.getAnyExtOrTrunc(Op.getOperand(0), DL, MVT::i64));
  case ISD::FP_TO_SINT_SAT: {
    EVT Width = cast<VTSDNode>(Op.getOperand(1))->getVT();
    return Width == MVT::i64 ? Op : SDValue();
  }
  case ISD::LRINT:
  case ISD::LLRINT: {
    SDValue Float = Op.getOperand(0);
    return DAG.getNode(
        ISD::FP_TO_SINT, DL, Op.getValueType(),
        DAG.getNode(ISD::FRINT, DL, Float.getValueType(), Float));
  }
  case ISD::LOAD:
    return lowerTileLoad(Op, DAG);
  case ISD::STORE:
    return lowerTileStore(Op, DAG);
  case ISD::BUILD_VECTOR:
    return zeroTile(Op, DAG);
  case ISD::SHL_PARTS:
  case ISD::SRA_PARTS:
  case ISD::SRL_PARTS: {
    SDValue Low, High;
    expandShiftParts(Op.getNode(), Low, High, DAG);
    return DAG.getMergeValues({Low, High}, DL);
  }
  case ISD::VASTART:
    return lowerVASTART(Op, DAG);
  case ISD::INTRINSIC_WO_CHAIN:
    return Op.getConstantOperandVal(0) == Intrinsic::thread_pointer
               ? threadPointer(DL, DAG)
               : SDValue();
  case ISD::FRAMEADDR:
    return lowerFrameAddress(Op, DAG);
  case ISD::RETURNADDR:
    return lowerReturnAddress(Op, DAG);
  default:
    llvm_unreachable("no custom lowering for this node");
  }
}

void MatrixTargetLowering::ReplaceNodeResults(SDNode *N,
                                              SmallVectorImpl<SDValue> &Results,
                                              SelectionDAG &DAG) const {
  SDLoc DL(N);
  if (SDValue Word = lowerWord(N, DAG)) {
    Results.push_back(Word);
    return;
  }
  switch (N->getOpcode()) {
  case ISD::LRINT:
  case ISD::LLRINT:
  case ISD::LROUND:
  case ISD::LLROUND: {
    SDValue Wide = DAG.getNode(N->getOpcode(), DL, MVT::i64, N->getOperand(0));
    Results.push_back(DAG.getNode(ISD::TRUNCATE, DL, N->getValueType(0), Wide));
    return;
  }
  case ISD::SINT_TO_FP:
  case ISD::UINT_TO_FP:
    if (SDValue Number = convertInteger(N, DAG))
      Results.push_back(Number);
    return;
  default:
    break;
  }
  // f32 to i32; other types are legalized by common code.
  if (N->getOpcode() != ISD::BITCAST || N->getValueType(0) != MVT::i32 ||
      N->getOperand(0).getValueType() != MVT::f32)
    return;
  SDValue Bits =
      DAG.getNode(MatrixISD::BITS_FROM_FLOAT, DL, MVT::i64, N->getOperand(0));
  Results.push_back(DAG.getNode(ISD::TRUNCATE, DL, MVT::i32, Bits));
}

SDValue MatrixTargetLowering::PerformDAGCombine(SDNode *N,
                                                DAGCombinerInfo &DCI) const {
  if (N->getOpcode() == ISD::BUILD_VECTOR && isTypeLegal(N->getValueType(0)))
    return zeroTile(SDValue(N, 0), DCI.DAG);
  if (N->getOpcode() == ISD::ADD)
    if (SDValue Sum = divideSymbolOffset(N, DCI.DAG))
      return Sum;
  return simplifyWord(N, DCI);
}

/// The address of a thread-local variable is the thread pointer plus ADDRESS,
/// which is then its offset.
SDValue MatrixTargetLowering::lowerAddress(SDValue Op,
                                           SelectionDAG &DAG) const {
  SDLoc DL(Op);
  EVT VT = Op.getValueType();
  SDValue Symbol;
  if (auto *Global = dyn_cast<GlobalAddressSDNode>(Op))
    Symbol = DAG.getTargetGlobalAddress(Global->getGlobal(), DL, VT,
                                        Global->getOffset());
  else if (auto *Block = dyn_cast<BlockAddressSDNode>(Op))
    Symbol = DAG.getTargetBlockAddress(Block->getBlockAddress(), VT,
                                       Block->getOffset());
  else if (auto *Pool = dyn_cast<ConstantPoolSDNode>(Op))
    Symbol = DAG.getTargetConstantPool(Pool->getConstVal(), VT,
                                       Pool->getAlign(), Pool->getOffset());
  else
    Symbol = DAG.getTargetJumpTable(cast<JumpTableSDNode>(Op)->getIndex(), VT);
  SDValue Address = DAG.getNode(MatrixISD::ADDRESS, DL, VT, Symbol);
  if (Op.getOpcode() != ISD::GlobalTLSAddress)
    return Address;
  return DAG.getNode(ISD::ADD, DL, VT, threadPointer(DL, DAG), Address);
}

/// Programs are static: all models of thread-local storage are local-exec.
SDValue MatrixTargetLowering::threadPointer(const SDLoc &DL,
                                            SelectionDAG &DAG) const {
  MachineRegisterInfo &MRI = DAG.getMachineFunction().getRegInfo();
  if (!MRI.isLiveIn(Matrix::ThreadPointer))
    MRI.addLiveIn(Matrix::ThreadPointer);
  return DAG.getCopyFromReg(DAG.getEntryNode(), DL, Matrix::ThreadPointer,
                            MVT::i64);
}

SDValue MatrixTargetLowering::lowerFrameAddress(SDValue Op,
                                                SelectionDAG &DAG) const {
  MachineFunction &MF = DAG.getMachineFunction();
  MF.getFrameInfo().setFrameAddressIsTaken(true);
  if (Op.getConstantOperandVal(0) != 0)
    return DAG.getConstant(0, SDLoc(Op), Op.getValueType());
  return DAG.getCopyFromReg(DAG.getEntryNode(), SDLoc(Op), Matrix::FramePointer,
                            Op.getValueType());
}

SDValue MatrixTargetLowering::lowerReturnAddress(SDValue Op,
                                                 SelectionDAG &DAG) const {
  MachineFunction &MF = DAG.getMachineFunction();
  MF.getFrameInfo().setReturnAddressIsTaken(true);
  if (Op.getConstantOperandVal(0) != 0)
    return DAG.getConstant(0, SDLoc(Op), Op.getValueType());
  Register Link = MF.addLiveIn(Matrix::ReturnAddress, &Matrix::GPRRegClass);
  return DAG.getCopyFromReg(DAG.getEntryNode(), SDLoc(Op), Link,
                            Op.getValueType());
}

/// The frame pointer is allocated if the function has none, which depends on
/// the size of call frames.
void MatrixTargetLowering::finalizeLowering(MachineFunction &MF) const {
  MF.getFrameInfo().computeMaxCallFrameSize(MF);
  TargetLowering::finalizeLowering(MF);
}

//===----------------------------------------------------------------------===//
// Select without a conditional move
//===----------------------------------------------------------------------===//

/// d = c ? a : b as
///
///   MBB:   bne c, zero, End
///   False:
///   End:   d = phi [b, False], [a, MBB]
static MachineBasicBlock *insertSelect(const MatrixInstrInfo &TII,
                                       MachineInstr &MI,
                                       MachineBasicBlock *MBB) {
  MachineFunction &MF = *MBB->getParent();
  DebugLoc DL = MI.getDebugLoc();
  MachineBasicBlock *False = MF.CreateMachineBasicBlock(MBB->getBasicBlock());
  MachineBasicBlock *End = MF.CreateMachineBasicBlock(MBB->getBasicBlock());
  auto Next = std::next(MBB->getIterator());
  MF.insert(Next, False);
  MF.insert(Next, End);
  // The scheduler of selection may place the instruction between arguments.
  unsigned CallFrame = TII.getCallFrameSizeAt(MI);
  False->setCallFrameSize(CallFrame);
  End->setCallFrameSize(CallFrame);
  End->splice(End->begin(), MBB, std::next(MI.getIterator()), MBB->end());
  End->transferSuccessorsAndUpdatePHIs(MBB);
  MBB->addSuccessor(False);
  MBB->addSuccessor(End);
  False->addSuccessor(End);

  BuildMI(MBB, DL, TII.get(Matrix::role::BranchNotEqual))
      .add(MI.getOperand(1))
      .addReg(Matrix::Zero)
      .addMBB(End);
  BuildMI(*End, End->begin(), DL, TII.get(Matrix::PHI),
          MI.getOperand(0).getReg())
      .addReg(MI.getOperand(3).getReg())
      .addMBB(False)
      .addReg(MI.getOperand(2).getReg())
      .addMBB(MBB);
  MI.eraseFromParent();
  return End;
}

/// LLVM's own pseudo instructions (STACKMAP, ...) also arrive here.
MachineBasicBlock *MatrixTargetLowering::EmitInstrWithCustomInserter(
    MachineInstr &MI, MachineBasicBlock *MBB) const {
  const MatrixInstrInfo &TII = *ST.getInstrInfo();
  switch (MI.getOpcode()) {
  case Matrix::SELECT_S:
  case Matrix::SELECT_D:
  case Matrix::SELECT_T:
    return insertSelect(TII, MI, MBB);
  default:
    reportFatalInternalError("in function '" + MBB->getParent()->getName() +
                             "': no code for '" + TII.getName(MI.getOpcode()) +
                             "'");
  }
}
