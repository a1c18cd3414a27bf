//===- MatrixVariadic.cpp - unnamed arguments -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register save area of variadic functions, va_start, and the registers
// that a `musttail` call of such a function passes on. The save area ends where
// the arguments on the stack begin, so that a va_list is one pointer, which
// va_arg advances from the saved registers to the stack.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixVariadic.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixISelLowering.h"
#include "MatrixMachineFunctionInfo.h"
#include "MatrixRegisterInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

/// Returns the general registers of CC_Matrix in its order.
static SmallVector<MCPhysReg, 8> argumentRegisters() {
  SmallVector<MCPhysReg, 8> Result;
  for (unsigned Encoding : Matrix::registers::arguments)
    Result.push_back(Matrix::generalRegister(Encoding));
  return Result;
}

/// Stores the registers that may hold unnamed arguments adjacent to the unnamed
/// arguments on the stack, as va_arg requires.
static SDValue saveRegisters(CCState &State, SDValue Chain, const SDLoc &DL,
                             SelectionDAG &DAG) {
  MachineFunction &MF = DAG.getMachineFunction();
  MachineFrameInfo &MFI = MF.getFrameInfo();
  SmallVector<MCPhysReg, 8> Registers = argumentRegisters();
  unsigned First = State.getFirstUnallocated(Registers);
  unsigned Count = Registers.size() - First;
  // Offsets count from the CFA, where arguments on the stack start: register i
  // of n is stored at -8 (n - i), the last one directly below them.
  int64_t Offset = Count ? -8 * int64_t(Count) : State.getStackSize();
  auto *Info = MF.getInfo<MatrixMachineFunctionInfo>();
  Info->VarArgsFrameIndex = MFI.CreateFixedObject(8, Offset, true);
  SmallVector<SDValue, 8> Stores = {Chain};
  for (unsigned I = First; I < Registers.size(); ++I) {
    int FI = I == First ? Info->VarArgsFrameIndex
                        : MFI.CreateFixedObject(8, Offset, true);
    Register R = MF.addLiveIn(Registers[I], &Matrix::GPRRegClass);
    Stores.push_back(DAG.getStore(Chain, DL,
                                  DAG.getCopyFromReg(Chain, DL, R, MVT::i64),
                                  DAG.getFrameIndex(FI, MVT::i64),
                                  MachinePointerInfo::getFixedStack(MF, FI)));
    Offset += 8;
  }
  return DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Stores);
}

/// Copies the registers that may hold unnamed arguments to virtual registers,
/// for `musttail` calls.
static SDValue keepRegisters(CCState &State, CCAssignFn *Assign, SDValue Chain,
                             const SDLoc &DL, SelectionDAG &DAG) {
  MachineFunction &MF = DAG.getMachineFunction();
  MachineRegisterInfo &MRI = MF.getRegInfo();
  auto &Forwarded = MF.getInfo<MatrixMachineFunctionInfo>()->Forwarded;
  State.analyzeMustTailForwardedRegisters(Forwarded, {MVT::i64, MVT::f64},
                                          Assign);
  for (ForwardedRegister &F : Forwarded) {
    SDValue Value = DAG.getCopyFromReg(Chain, DL, F.VReg, F.VT);
    F.VReg = MRI.createVirtualRegister(MRI.getRegClass(F.VReg));
    Chain = DAG.getCopyToReg(Value.getValue(1), DL, F.VReg, Value);
  }
  return Chain;
}

SDValue Matrix::saveVariadicArguments(CCState &State, CCAssignFn *Assign,
                                      SDValue Chain, const SDLoc &DL,
                                      SelectionDAG &DAG) {
  Chain = saveRegisters(State, Chain, DL, DAG);
  return DAG.getMachineFunction().getFrameInfo().hasMustTailInVarArgFunc()
             ? keepRegisters(State, Assign, Chain, DL, DAG)
             : Chain;
}

void Matrix::forwardVariadicArguments(
    SDValue Chain, const SDLoc &DL, SelectionDAG &DAG,
    SmallVectorImpl<std::pair<Register, SDValue>> &InRegisters) {
  MachineFunction &MF = DAG.getMachineFunction();
  for (const ForwardedRegister &F :
       MF.getInfo<MatrixMachineFunctionInfo>()->Forwarded)
    InRegisters.push_back(
        {F.PReg, DAG.getCopyFromReg(Chain, DL, F.VReg, F.VT)});
}

SDValue MatrixTargetLowering::lowerVASTART(SDValue Op,
                                           SelectionDAG &DAG) const {
  auto *Info = DAG.getMachineFunction().getInfo<MatrixMachineFunctionInfo>();
  SDValue Pointer = DAG.getFrameIndex(Info->VarArgsFrameIndex, MVT::i64);
  const Value *List = cast<SrcValueSDNode>(Op.getOperand(2))->getValue();
  return DAG.getStore(Op.getOperand(0), SDLoc(Op), Pointer, Op.getOperand(1),
                      MachinePointerInfo(List));
}
