//===- MatrixCallLowering.cpp - calls, arguments, results -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the calling convention (td/Isa/CallingConvention.td) on
// SelectionDAG: formal arguments, results and calls. The generated CC_Matrix
// assigns locations; this file moves values to them. MatrixVariadic.cpp saves
// unnamed arguments.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixArgumentLocation.h"
#include "ISel/MatrixVariadic.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixDiagnostics.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

#include "MatrixGenCallingConv.inc"

/// CC_Matrix; the environment of a nested function is in the first temporary.
static bool assignArgument(unsigned Index, MVT ValueVT, MVT LocationVT,
                           CCValAssign::LocInfo Info, ISD::ArgFlagsTy Flags,
                           Type *T, CCState &State) {
  if (!Flags.isNest())
    return CC_Matrix(Index, ValueVT, LocationVT, Info, Flags, T, State);
  MCRegister Chain = Matrix::GPRTailRegClass.getRegister(
      std::size(Matrix::registers::arguments));
  State.AllocateReg(Chain);
  State.addLoc(CCValAssign::getReg(Index, ValueVT, Chain, LocationVT, Info));
  return false;
}

//===----------------------------------------------------------------------===//
// Formal arguments
//===----------------------------------------------------------------------===//

SDValue MatrixTargetLowering::LowerFormalArguments(
    SDValue Chain, CallingConv::ID CC, bool IsVarArg,
    const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
    SelectionDAG &DAG, SmallVectorImpl<SDValue> &Values) const {
  MachineFunction &MF = DAG.getMachineFunction();
  SmallVector<CCValAssign, 16> Locations;
  CCState State(CC, IsVarArg, MF, Locations, *DAG.getContext());
  State.AnalyzeFormalArguments(Ins, assignArgument);
  for (const CCValAssign &VA : Locations) {
    MVT VT = VA.getLocVT();
    SDValue Value;
    if (VA.isRegLoc()) {
      Register R = MF.addLiveIn(VA.getLocReg(), getRegClassFor(VT));
      Value = DAG.getCopyFromReg(Chain, DL, R, VT);
    } else {
      int FI = MF.getFrameInfo().CreateFixedObject(
          VT.getStoreSize(), VA.getLocMemOffset(), /*IsImmutable=*/true);
      Value = DAG.getLoad(VT, DL, Chain, DAG.getFrameIndex(FI, MVT::i64),
                          MachinePointerInfo::getFixedStack(MF, FI));
    }
    Values.push_back(Matrix::fromLocation(Value, VA, DL, DAG));
  }
  return IsVarArg
             ? Matrix::saveVariadicArguments(State, CC_Matrix, Chain, DL, DAG)
             : Chain;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool MatrixTargetLowering::CanLowerReturn(
    CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
    const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &Context,
    const Type *) const {
  SmallVector<CCValAssign, 4> Locations;
  CCState State(CC, IsVarArg, MF, Locations, Context);
  return State.CheckReturn(Outs, RetCC_Matrix);
}

SDValue
MatrixTargetLowering::LowerReturn(SDValue Chain, CallingConv::ID CC,
                                  bool IsVarArg,
                                  const SmallVectorImpl<ISD::OutputArg> &Outs,
                                  const SmallVectorImpl<SDValue> &Values,
                                  const SDLoc &DL, SelectionDAG &DAG) const {
  SmallVector<CCValAssign, 4> Locations;
  CCState State(CC, IsVarArg, DAG.getMachineFunction(), Locations,
                *DAG.getContext());
  State.AnalyzeReturn(Outs, RetCC_Matrix);
  SmallVector<SDValue, 4> Operands = {Chain};
  SDValue Glue;
  for (auto [VA, Value] : zip(Locations, Values)) {
    Chain = DAG.getCopyToReg(Chain, DL, VA.getLocReg(),
                             Matrix::toLocation(Value, VA, DL, DAG), Glue);
    Glue = Chain.getValue(1);
    Operands.push_back(DAG.getRegister(VA.getLocReg(), VA.getLocVT()));
  }
  Operands[0] = Chain;
  if (Glue)
    Operands.push_back(Glue);
  return DAG.getNode(MatrixISD::RET, DL, MVT::Other, Operands);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A byval argument is passed as the address of a copy made by the caller.
static SDValue copyByVal(SDValue &Chain, SDValue Pointer, ISD::ArgFlagsTy Flags,
                         const SDLoc &DL, SelectionDAG &DAG) {
  MachineFrameInfo &MFI = DAG.getMachineFunction().getFrameInfo();
  unsigned Size = Flags.getByValSize();
  Align Alignment = Flags.getNonZeroByValAlign();
  int FI = MFI.CreateStackObject(Size, Alignment, /*isSpillSlot=*/false);
  SDValue Copy = DAG.getFrameIndex(FI, MVT::i64);
  Chain = DAG.getMemcpy(
      Chain, DL, Copy, Pointer, DAG.getConstant(Size, DL, MVT::i64), Alignment,
      /*isVolatile=*/false, /*AlwaysInline=*/false, nullptr, std::nullopt,
      MachinePointerInfo(), MachinePointerInfo());
  return Copy;
}

static bool keepsTemporaries(CallingConv::ID CC) {
  return CC == CallingConv::PreserveMost || CC == CallingConv::PreserveAll;
}

/// A call in tail position becomes a jump if the callee finds its arguments in
/// registers: the frame of the caller no longer exists. Callers that restore
/// temporaries have none left for the address of the callee.
static bool isSiblingCall(const TargetLowering::CallLoweringInfo &CLI,
                          const CCState &State) {
  const Function &Caller = CLI.DAG.getMachineFunction().getFunction();
  bool IsOnFrame = any_of(CLI.Outs, [](const ISD::OutputArg &Out) {
    return Out.Flags.isByVal() || Out.Flags.isSRet();
  });
  return State.getStackSize() == 0 && !IsOnFrame &&
         !keepsTemporaries(CLI.CallConv) && !Caller.hasStructRetAttr() &&
         Caller.getCallingConv() == CLI.CallConv;
}

/// Direct symbols are called by `jal`, other values by `jalr`.
static SDValue calleeOf(SDValue Callee, const SDLoc &DL, SelectionDAG &DAG) {
  auto *Global = dyn_cast<GlobalAddressSDNode>(Callee);
  if (Global && Callee.getOpcode() == ISD::GlobalAddress) // not thread-local
    return DAG.getTargetGlobalAddress(Global->getGlobal(), DL, MVT::i64,
                                      Global->getOffset());
  if (auto *Symbol = dyn_cast<ExternalSymbolSDNode>(Callee))
    return DAG.getTargetExternalSymbol(Symbol->getSymbol(), MVT::i64);
  return Callee;
}

static SDValue copyResults(TargetLowering::CallLoweringInfo &CLI, SDValue Chain,
                           SDValue Glue, SmallVectorImpl<SDValue> &Results) {
  SelectionDAG &DAG = CLI.DAG;
  SmallVector<CCValAssign, 4> Locations;
  CCState State(CLI.CallConv, CLI.IsVarArg, DAG.getMachineFunction(), Locations,
                *DAG.getContext());
  State.AnalyzeCallResult(CLI.Ins, RetCC_Matrix);
  for (const CCValAssign &VA : Locations) {
    SDValue Value =
        DAG.getCopyFromReg(Chain, CLI.DL, VA.getLocReg(), VA.getLocVT(), Glue);
    Chain = Value.getValue(1);
    Glue = Value.getValue(2);
    Results.push_back(Matrix::fromLocation(Value, VA, CLI.DL, DAG));
  }
  return Chain;
}

bool MatrixTargetLowering::mayBeEmittedAsTailCall(const CallInst *Call) const {
  return Call->isTailCall();
}

static void reportUnsupportedCall(const TargetLowering::CallLoweringInfo &CLI,
                                  MVT Tile) {
  const Function &Caller = CLI.DAG.getMachineFunction().getFunction();
  if (any_of(CLI.Outs, [&](const ISD::OutputArg &Out) {
        return Out.Flags.isVarArg() && Out.VT == Tile;
      }))
    Matrix::reportError(Caller, CLI.DL.getDebugLoc(),
                        "a tile is not a variadic argument; pass its address");
  if (CLI.CB && CLI.CB->isMustTailCall() && !CLI.IsTailCall)
    Matrix::reportError(Caller, CLI.DL.getDebugLoc(),
                        keepsTemporaries(CLI.CallConv)
                            ? "a musttail call keeps all temporaries; use "
                              "another calling convention"
                            : "a musttail call passes arguments on the stack; "
                              "pass fewer arguments");
}

/// Stores the arguments that are passed on the stack, and collects those that
/// are passed in registers. Returns the chain of the stores.
static SDValue
placeArguments(const TargetLowering::CallLoweringInfo &CLI,
               ArrayRef<CCValAssign> Locations, SDValue Chain,
               SmallVectorImpl<std::pair<Register, SDValue>> &InRegisters) {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  SmallVector<SDValue, 8> Stores = {Chain};
  SDValue SP = DAG.getCopyFromReg(Chain, DL, Matrix::StackPointer, MVT::i64);
  for (auto [VA, Argument] : zip(Locations, CLI.OutVals)) {
    SDValue Value = Matrix::toLocation(Argument, VA, DL, DAG);
    if (VA.isRegLoc()) {
      InRegisters.push_back({VA.getLocReg(), Value});
      continue;
    }
    SDValue Where = DAG.getMemBasePlusOffset(
        SP, TypeSize::getFixed(VA.getLocMemOffset()), DL);
    Stores.push_back(
        DAG.getStore(Chain, DL, Value, Where,
                     MachinePointerInfo::getStack(DAG.getMachineFunction(),
                                                  VA.getLocMemOffset())));
  }
  return DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Stores);
}

SDValue
MatrixTargetLowering::LowerCall(CallLoweringInfo &CLI,
                                SmallVectorImpl<SDValue> &Results) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  MachineFunction &MF = DAG.getMachineFunction();
  SDValue Chain = CLI.Chain;
  bool WantsTailCall = std::exchange(CLI.IsTailCall, false);
  if (lowerBuiltinCall(CLI, Results, Chain))
    return Chain;

  SmallVector<CCValAssign, 16> Locations;
  CCState State(CLI.CallConv, CLI.IsVarArg, MF, Locations, *DAG.getContext());
  State.AnalyzeCallOperands(CLI.Outs, assignArgument);
  CLI.IsTailCall = WantsTailCall && isSiblingCall(CLI, State);
  reportUnsupportedCall(CLI, ST.tileType());
  for (unsigned I = 0; I < CLI.Outs.size(); ++I)
    if (CLI.Outs[I].Flags.isByVal())
      CLI.OutVals[I] =
          copyByVal(Chain, CLI.OutVals[I], CLI.Outs[I].Flags, DL, DAG);

  uint64_t Size = alignTo(State.getStackSize(), matrix::desc::stackAlignment);
  if (!CLI.IsTailCall)
    Chain = DAG.getCALLSEQ_START(Chain, Size, 0, DL);
  SmallVector<std::pair<Register, SDValue>, 8> InRegisters;
  Chain = placeArguments(CLI, Locations, Chain, InRegisters);
  if (CLI.IsVarArg && CLI.CB && CLI.CB->isMustTailCall())
    Matrix::forwardVariadicArguments(Chain, DL, DAG, InRegisters);

  SDValue Glue;
  SmallVector<SDValue, 12> Operands = {Chain, calleeOf(CLI.Callee, DL, DAG)};
  for (auto &[R, Value] : InRegisters) {
    Chain = DAG.getCopyToReg(Chain, DL, R, Value, Glue);
    Glue = Chain.getValue(1);
    Operands.push_back(DAG.getRegister(R, Value.getValueType()));
  }
  Operands[0] = Chain;
  Operands.push_back(DAG.getRegisterMask(
      ST.getRegisterInfo()->getCallPreservedMask(MF, CLI.CallConv)));
  if (Glue)
    Operands.push_back(Glue);
  if (CLI.IsTailCall) {
    MF.getFrameInfo().setHasTailCall();
    return DAG.getNode(MatrixISD::TAIL_CALL, DL, MVT::Other, Operands);
  }
  Chain = DAG.getNode(MatrixISD::CALL, DL, {MVT::Other, MVT::Glue}, Operands);
  Chain = DAG.getCALLSEQ_END(Chain, Size, 0, Chain.getValue(1), DL);
  return copyResults(CLI, Chain, Chain.getValue(1), Results);
}
