//===- MatrixUnsupported.cpp - diagnose unsupported IR --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First IR pass. LLVM's common code generator silently ignores some features
// that a target does not implement (invoke becomes a call, split stacks are
// dropped), and crashes or does not terminate on others. This pass reports each
// with its name, function and source location, and removes the body, so that
// later passes do not process it. The features of globals and of the module are
// reported by MatrixUnsupportedGlobals.cpp.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixAsmOperands.h"
#include "IRPasses/MatrixUnsupportedGlobals.h"
#include "IRPasses/MatrixUnsupportedNames.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "TargetMachine/MatrixTargetMachine.h"
#include "Utils/MatrixDiagnostics.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Pass.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class MatrixUnsupported : public ModulePass {
  const MatrixTargetMachine &TM;
  /// The current function, and whether an error was reported for it.
  Function *F = nullptr;
  bool Rejected = false;

public:
  static char ID;
  explicit MatrixUnsupported(const MatrixTargetMachine &TM)
      : ModulePass(ID), TM(TM) {}
  StringRef getPassName() const override {
    return "Matrix unsupported IR diagnosis";
  }
  /// Before the passes of garbage collection, which abort on unknown ones when
  /// they are initialized.
  bool doInitialization(Module &M) override {
    return Matrix::reportUnsupportedGlobals(M);
  }
  bool runOnModule(Module &M) override;

private:
  void reportUnsupported(const DebugLoc &Loc, const Twine &What,
                         StringRef Advice);
  void checkFunction();
  void checkAttributes(const DebugLoc &Loc);
  void checkPrologue();
  void checkInstruction(const Instruction &I);
  void checkTypes(const Instruction &I);
  void checkCall(const CallBase &Call);
  void checkInlineAsm(const CallBase &Call);
  void checkConvention(CallingConv::ID CC, const DebugLoc &Loc);
  void checkParameters(const AttributeList &Attributes, unsigned Count,
                       const DebugLoc &Loc);
  bool checkType(Type *T, const DebugLoc &Loc);
};
} // namespace

char MatrixUnsupported::ID = 0;

ModulePass *llvm::createMatrixUnsupported(const MatrixTargetMachine &TM) {
  return new MatrixUnsupported(TM);
}

/// Removes the body and all that only definitions may have, including aliases.
static void makeDeclaration(Function &F) {
  F.deleteBody();
  F.setComdat(nullptr);
  for (GlobalAlias &Alias : make_early_inc_range(F.getParent()->aliases()))
    if (Alias.getAliaseeObject() == &F) {
      Alias.replaceAllUsesWith(&F);
      Alias.eraseFromParent();
    }
}

bool MatrixUnsupported::runOnModule(Module &M) {
  bool Changed = false;
  for (Function &Each : M) {
    F = &Each;
    Rejected = false;
    if (Each.isDeclaration())
      continue;
    checkFunction();
    for (const Instruction &I : instructions(Each))
      checkInstruction(I);
    if (!Rejected)
      continue;
    makeDeclaration(Each);
    Changed = true;
  }
  return Changed;
}

void MatrixUnsupported::reportUnsupported(const DebugLoc &Loc,
                                          const Twine &What, StringRef Advice) {
  Rejected = true;
  Matrix::reportError(*F, Loc, What + " is not supported; " + Advice);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Attribute values that disable the feature.
static bool isOff(StringRef Value) {
  return Value == "false" || Value == "0" || Value == "none" ||
         Value == "skip" || Value == "xray-never";
}

void MatrixUnsupported::checkFunction() {
  DebugLoc Loc = Matrix::locationOf(*F);
  checkAttributes(Loc);
  if (F->hasPrologueData())
    checkPrologue();
  checkConvention(F->getCallingConv(), Loc);
  checkParameters(F->getAttributes(), F->arg_size(), Loc);
  checkType(F->getReturnType(), Loc);
  for (const Argument &A : F->args())
    checkType(A.getType(), Loc);
}

void MatrixUnsupported::checkAttributes(const DebugLoc &Loc) {
  for (const Matrix::UnsupportedNames &R :
       Matrix::unsupportedFunctionAttributes())
    for (StringRef Name : R.Names) {
      Attribute::AttrKind Kind = Attribute::getAttrKindFromName(Name);
      Attribute A = Kind == Attribute::None ? F->getFnAttribute(Name)
                                            : F->getFnAttribute(Kind);
      if (!A.isValid())
        continue;
      if (A.isStringAttribute() && isOff(A.getValueAsString()))
        F->removeFnAttr(Name); // "patchable-function-entry"="0" aborts
      else
        reportUnsupported(Loc, "attribute '" + Name + "'", R.Advice);
    }
}

/// Data at the beginning of a function is code.
void MatrixUnsupported::checkPrologue() {
  uint64_t Size =
      F->getDataLayout().getTypeAllocSize(F->getPrologueData()->getType());
  unsigned Unit = TM.getMCAsmInfo()->getMinInstAlignment();
  if (Size % Unit)
    reportUnsupported(DebugLoc(), "prologue data of " + Twine(Size) + " bytes",
                      ("use a multiple of " + Twine(Unit)).str());
}

void MatrixUnsupported::checkConvention(CallingConv::ID CC,
                                        const DebugLoc &Loc) {
  if (CC != CallingConv::C && CC != CallingConv::Fast &&
      CC != CallingConv::Cold && CC != CallingConv::PreserveMost &&
      CC != CallingConv::PreserveAll)
    reportUnsupported(Loc, "calling convention " + Matrix::nameOf(CC),
                      "use ccc, fastcc, coldcc, preserve_mostcc or "
                      "preserve_allcc");
}

void MatrixUnsupported::checkParameters(const AttributeList &Attributes,
                                        unsigned Count, const DebugLoc &Loc) {
  for (unsigned I = 0; I < Count; ++I)
    for (const Matrix::UnsupportedNames &R :
         Matrix::unsupportedParameterAttributes())
      for (StringRef Name : R.Names)
        if (Attributes.hasParamAttr(I, Attribute::getAttrKindFromName(Name)))
          reportUnsupported(
              Loc, "attribute '" + Name + "' of parameter " + Twine(I + 1),
              R.Advice);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool isNarrowFloat(Type *T) { return T->isHalfTy() || T->isBFloatTy(); }

static bool isForOtherMachines(Type *T) {
  return T->isX86_FP80Ty() || T->isPPC_FP128Ty() || T->isX86_AMXTy() ||
         T->isTargetExtTy() || T->isScalableTy();
}

/// Returns false if the type was reported.
bool MatrixUnsupported::checkType(Type *T, const DebugLoc &Loc) {
  if (!isForOtherMachines(T) &&
      none_of(T->subtypes(), [](Type *E) { return isForOtherMachines(E); }))
    return true;
  std::string Name;
  raw_string_ostream(Name) << *T;
  reportUnsupported(Loc, "type '" + Name + "'",
                    "use vectors of a fixed size, float, double or fp128");
  return false;
}

/// Reports at most one type per instruction.
void MatrixUnsupported::checkTypes(const Instruction &I) {
  const DebugLoc &Loc = I.getDebugLoc();
  if (!checkType(I.getType(), Loc))
    return;
  if (auto *Alloca = dyn_cast<AllocaInst>(&I))
    checkType(Alloca->getAllocatedType(), Loc);
  else if (auto *Gep = dyn_cast<GetElementPtrInst>(&I))
    checkType(Gep->getSourceElementType(), Loc);
  else
    for (const Value *Operand : I.operands())
      if (!checkType(Operand->getType(), Loc))
        return;
}

void MatrixUnsupported::checkInstruction(const Instruction &I) {
  checkTypes(I);
  switch (I.getOpcode()) {
  case Instruction::Invoke:
  case Instruction::LandingPad:
  case Instruction::Resume:
  case Instruction::CleanupPad:
  case Instruction::CleanupRet:
  case Instruction::CatchPad:
  case Instruction::CatchRet:
  case Instruction::CatchSwitch:
    return reportUnsupported(
        I.getDebugLoc(), "'" + Twine(I.getOpcodeName()) + "'",
        "there is no unwinding; compile with -fno-exceptions");
  case Instruction::VAArg:
    if (I.getType()->isVectorTy() || I.getType()->isAggregateType() ||
        isNarrowFloat(I.getType()))
      reportUnsupported(I.getDebugLoc(), "'va_arg' of this type",
                        "read an integer, a pointer, double or fp128");
    return;
  case Instruction::Load:
  case Instruction::Store:
    if (I.isAtomic() && getLoadStoreType(&I)->isVectorTy())
      reportUnsupported(I.getDebugLoc(),
                        "atomic '" + Twine(I.getOpcodeName()) + "' of a vector",
                        "use an integer of the same size");
    return;
  case Instruction::Alloca:
    if (cast<AllocaInst>(I).isUsedWithInAlloca())
      reportUnsupported(I.getDebugLoc(), "'alloca' inalloca",
                        "use the C calling convention's arguments");
    return;
  case Instruction::Call:
  case Instruction::CallBr:
    return checkCall(cast<CallBase>(I));
  default:
    return;
  }
}

void MatrixUnsupported::checkCall(const CallBase &Call) {
  const DebugLoc &Loc = Call.getDebugLoc();
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->isIntrinsic()) {
    MVT Tile = TM.getSubtargetImpl(*F)->tileType();
    if (auto Advice = Matrix::adviceForIntrinsic(Call, Tile))
      reportUnsupported(Loc, "'" + Callee->getName() + "'", *Advice);
    return;
  }
  if (Call.isInlineAsm())
    checkInlineAsm(Call);
  checkConvention(Call.getCallingConv(), Loc);
  checkParameters(Call.getAttributes(), Call.arg_size(), Loc);
  for (unsigned I = 0; I < Call.getNumOperandBundles(); ++I) {
    OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    if (Bundle.getTagID() != LLVMContext::OB_kcfi)
      reportUnsupported(Loc, "operand bundle '" + Bundle.getTagName() + "'",
                        "call without it");
  }
}

void MatrixUnsupported::checkInlineAsm(const CallBase &Call) {
  const TargetLowering &TLI = *TM.getSubtargetImpl(*F)->getTargetLowering();
  auto Value = Matrix::findUnsupportedAsmValue(Call, TLI);
  if (!Value)
    return;
  std::string Name;
  raw_string_ostream(Name) << *Value->T;
  reportUnsupported(Call.getDebugLoc(),
                    "inline assembly on a value of type '" + Name + "'",
                    Value->Advice);
}
