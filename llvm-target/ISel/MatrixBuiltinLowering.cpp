//===- MatrixBuiltinLowering.cpp - calls of builtins ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers calls of @matrix.* to machine nodes. LowerCall receives arguments
// after type legalization, which widens or splits vectors that are not tiles of
// this variant, so types are checked on the IR. The record defines operands,
// memory access and side effects; no selection pattern is needed.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixBuiltins.h"
#include "Utils/MatrixDiagnostics.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;
using namespace llvm::Matrix;

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

namespace {
class BuiltinCall {
  TargetLowering::CallLoweringInfo &CLI;
  const MatrixSubtarget &ST;
  SelectionDAG &DAG;
  StringRef Name; // without the prefix `matrix.`
  const Builtin *Found = nullptr;
  const matrix::desc::CsrInfo *Csr = nullptr; // replaces the only operand
  std::string Error;

public:
  BuiltinCall(TargetLowering::CallLoweringInfo &CLI, const MatrixSubtarget &ST,
              StringRef Name)
      : CLI(CLI), ST(ST), DAG(CLI.DAG), Name(Name) {}

  /// Returns the chain.
  SDValue lower(SmallVectorImpl<SDValue> &Results) {
    if (!resolve() || !checkResult() || !checkArguments())
      return fail(Results);
    return emit(Results);
  }

private:
  bool error(const Twine &Text) {
    Error = ("call of 'matrix." + Name + "': " + Text).str();
    return false;
  }
  std::string variantName() const {
    return ("variant '" + Twine(StringRef(ST.variant().cpu)) + "'").str();
  }

  SDValue fail(SmallVectorImpl<SDValue> &Results);
  bool resolve();
  bool resolveCsr(StringRef Register);
  bool checkResult();
  bool checkArguments();
  bool checkArgument(unsigned Number, const BuiltinOperand &Operand);
  std::string typeOf(const BuiltinOperand &Operand) const;
  bool hasType(Type *T, const BuiltinOperand &Operand) const;
  MVT valueType(const BuiltinOperand &Operand) const;

  /// Implicit uses that pass values: arguments beyond the operands are copied
  /// to them. The result is copied from the first implicit definition.
  ArrayRef<MCPhysReg> hiddenUses() const {
    return values(ST.getInstrInfo()->get(Found->Opcode).implicit_uses());
  }
  ArrayRef<MCPhysReg> hiddenDefs() const {
    return values(ST.getInstrInfo()->get(Found->Opcode).implicit_defs());
  }
  /// Excludes configuration state, which holds no value of the program.
  static ArrayRef<MCPhysReg> values(ArrayRef<MCPhysReg> Registers) {
    return all_of(Registers,
                  [](MCPhysReg R) { return Matrix::GPRRegClass.contains(R); })
               ? Registers
               : ArrayRef<MCPhysReg>();
  }
  unsigned numOperands() const { return Csr ? 0 : Found->NumInputs; }

  SDValue emit(SmallVectorImpl<SDValue> &Results);
  SmallVector<SDValue, 8> operands();
  void attachMemory(MachineSDNode *Node);
};
} // namespace

SDValue BuiltinCall::fail(SmallVectorImpl<SDValue> &Results) {
  reportError(DAG.getMachineFunction().getFunction(), CLI.DL.getDebugLoc(),
              Error);
  for (const ISD::InputArg &In : CLI.Ins)
    Results.push_back(DAG.getUNDEF(In.VT));
  return CLI.Chain;
}

//===----------------------------------------------------------------------===//
// Name and types
//===----------------------------------------------------------------------===//

bool BuiltinCall::resolve() {
  const FeatureBitset &Features = ST.getFeatureBits();
  StringRef Rest = Name;
  if (Rest.consume_front("csr."))
    return resolveCsr(Rest);
  bool IsRole = Rest.consume_front("role.");
  BuiltinLookup Result =
      IsRole ? lookupRole(Rest, Features) : lookupMnemonic(Rest, Features);
  Found = Result.Found;
  if (Result.State == BuiltinName::Unknown)
    return error(IsRole ? "no instruction has this role"
                        : "there is no such instruction");
  return Found || error(variantName() + " has no such instruction");
}

bool BuiltinCall::resolveCsr(StringRef Register) {
  for (const auto &Info : matrix::desc::csrs)
    if (Register == StringRef(Info.name))
      Csr = &Info;
  if (!Csr)
    return error("there is no such control register");
  Found = findRole("read_csr", ST.getFeatureBits());
  return Found || error(variantName() + " has no control registers");
}

MVT BuiltinCall::valueType(const BuiltinOperand &Operand) const {
  switch (Operand.Kind) {
  case BuiltinOperand::Tile:
    return ST.tileType();
  case BuiltinOperand::Float32:
    return MVT::f32;
  case BuiltinOperand::Float64:
    return MVT::f64;
  case BuiltinOperand::General:
  case BuiltinOperand::Immediate:
    return MVT::i64;
  }
  llvm_unreachable("no such kind of operand");
}

std::string BuiltinCall::typeOf(const BuiltinOperand &Operand) const {
  switch (Operand.Kind) {
  case BuiltinOperand::Tile:
    return "<" + utostr(ST.tileType().getVectorNumElements()) +
           " x i32>, a tile of " + variantName();
  case BuiltinOperand::Float32:
    return "float";
  case BuiltinOperand::Float64:
    return "double";
  case BuiltinOperand::General:
    return "i64 or ptr";
  case BuiltinOperand::Immediate:
    return "a constant i64 from " + itostr(Operand.Min) + " to " +
           itostr(Operand.Max) +
           (Operand.Step > 1 ? ", in steps of " + itostr(Operand.Step) : "");
  }
  llvm_unreachable("no such kind of operand");
}

bool BuiltinCall::hasType(Type *T, const BuiltinOperand &Operand) const {
  if (T->isPointerTy())
    return Operand.Kind == BuiltinOperand::General;
  return EVT::getEVT(T, /*HandleUnknown=*/true) == valueType(Operand);
}

bool BuiltinCall::checkResult() {
  Type *T = CLI.OrigRetTy ? CLI.OrigRetTy : CLI.RetTy;
  if (Found->NumResults == 0 && hiddenDefs().empty())
    return T->isVoidTy() || error("it has no result");
  BuiltinOperand Hidden = {BuiltinOperand::General, 0, 0, 1};
  const BuiltinOperand &Expected =
      Found->NumResults ? Found->results()[0] : Hidden;
  return hasType(T, Expected) || error("its result is " + typeOf(Expected));
}

bool BuiltinCall::checkArguments() {
  unsigned Min = numOperands(), Max = Min + hiddenUses().size();
  unsigned Count = CLI.Args.size();
  if (Count < Min || Count > Max)
    return error("it expects " + Twine(Min) +
                 (Max > Min ? " to " + Twine(Max) : Twine()) + " argument" +
                 (Max == 1 ? "" : "s") + ", but got " + Twine(Count));
  BuiltinOperand Hidden = {BuiltinOperand::General, 0, 0, 1};
  for (unsigned I = 0; I < Count; ++I)
    if (!checkArgument(I, I < Min ? Found->inputs()[I] : Hidden))
      return false;
  return true;
}

bool BuiltinCall::checkArgument(unsigned Number,
                                const BuiltinOperand &Operand) {
  bool Fits = hasType(CLI.Args[Number].Ty, Operand);
  if (Fits && Operand.Kind == BuiltinOperand::Immediate) {
    auto *Constant = dyn_cast<ConstantSDNode>(CLI.OutVals[Number]);
    Fits = Constant && Operand.accepts(Constant->getSExtValue());
  }
  return Fits ||
         error("argument " + Twine(Number + 1) + " must be " + typeOf(Operand));
}

//===----------------------------------------------------------------------===//
// The instruction
//===----------------------------------------------------------------------===//

SmallVector<SDValue, 8> BuiltinCall::operands() {
  SmallVector<SDValue, 8> Operands;
  if (Csr)
    Operands.push_back(DAG.getTargetConstant(Csr->number, CLI.DL, MVT::i64));
  for (unsigned I = 0; I < numOperands(); ++I) {
    SDValue Value = CLI.OutVals[I];
    if (Found->inputs()[I].Kind == BuiltinOperand::Immediate)
      Value = DAG.getTargetConstant(cast<ConstantSDNode>(Value)->getSExtValue(),
                                    CLI.DL, MVT::i64);
    Operands.push_back(Value);
  }
  return Operands;
}

SDValue BuiltinCall::emit(SmallVectorImpl<SDValue> &Results) {
  SDValue Chain = CLI.Chain, Glue;
  unsigned NumOperands = numOperands();
  // Glue keeps the copies adjacent to the instruction.
  for (auto [I, Register] : enumerate(hiddenUses())) {
    bool Given = NumOperands + I < CLI.OutVals.size();
    SDValue Value =
        Given ? CLI.OutVals[NumOperands + I] : DAG.getUNDEF(MVT::i64);
    Chain = DAG.getCopyToReg(Chain, CLI.DL, Register, Value, Glue);
    Glue = Chain.getValue(1);
  }
  SmallVector<SDValue, 8> Operands = operands();
  SmallVector<EVT, 3> Types;
  for (const BuiltinOperand &Result : Found->results())
    Types.push_back(valueType(Result));
  if (Found->hasChain()) {
    Operands.push_back(Chain);
    Types.push_back(MVT::Other);
  }
  if (Glue)
    Operands.push_back(Glue);
  bool HiddenResult = !Found->NumResults && !CLI.Ins.empty();
  if (HiddenResult)
    Types.push_back(MVT::Glue);

  MachineSDNode *Node =
      DAG.getMachineNode(Found->Opcode, CLI.DL, DAG.getVTList(Types), Operands);
  attachMemory(Node);
  if (Found->hasChain())
    Chain = SDValue(Node, Found->NumResults);
  if (Found->NumResults)
    Results.push_back(SDValue(Node, 0));
  if (HiddenResult) {
    SDValue Value = DAG.getCopyFromReg(Chain, CLI.DL, hiddenDefs()[0], MVT::i64,
                                       SDValue(Node, Found->NumResults + 1));
    Results.push_back(Value);
    Chain = Value.getValue(1);
  }
  return Chain;
}

/// The extent of the rows of a tile is unknown here.
void BuiltinCall::attachMemory(MachineSDNode *Node) {
  if (Found->Base < 0 || Found->HasSideEffects || !CLI.CB)
    return;
  const Value *Base = CLI.CB->getArgOperand(Found->Base);
  if (!Base->getType()->isPointerTy())
    return;
  auto Flags =
      (Found->MayLoad ? MachineMemOperand::MOLoad : MachineMemOperand::MONone) |
      (Found->MayStore ? MachineMemOperand::MOStore
                       : MachineMemOperand::MONone);
  DAG.setNodeMemRefs(Node, DAG.getMachineFunction().getMachineMemOperand(
                               MachinePointerInfo(Base), Flags,
                               LocationSize::beforeOrAfterPointer(), Align(1)));
}

bool MatrixTargetLowering::lowerBuiltinCall(CallLoweringInfo &CLI,
                                            SmallVectorImpl<SDValue> &Results,
                                            SDValue &Chain) const {
  auto *Callee = dyn_cast<GlobalAddressSDNode>(CLI.Callee);
  if (!Callee)
    return false;
  StringRef Name = Callee->getGlobal()->getName();
  if (!Name.consume_front("matrix."))
    return false;
  Chain = BuiltinCall(CLI, ST, Name).lower(Results);
  return true;
}
