//===- MatrixUnsupported.cpp - refuse IR without a translation ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First IR pass. LLVM's common code generator drops some features without a
// message where a target does not implement them (invoke becomes a call, a
// request for a split stack is forgotten), and crashes or loops on others.
// This pass reports each by its name with function and source location, and
// removes the body, so that later passes do not meet it.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "MatrixDiagnostics.h"
#include "MatrixSubtarget.h"
#include "MatrixTargetMachine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Pass.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
struct Refusal {
  StringLiteral Name;
  StringLiteral Advice;
};
} // namespace

static constexpr StringLiteral Unsanitized = "compile without -fsanitize";
static constexpr StringLiteral Uninstrumented = "compile without it";
static constexpr StringLiteral PlainConvention =
    "use the C calling convention's arguments";

/// Attributes of functions that ask for code that is not generated.
static constexpr Refusal FunctionAttributes[] = {
    {"sanitize_address", Unsanitized},
    {"sanitize_alloc_token", Unsanitized},
    {"sanitize_hwaddress", Unsanitized},
    {"sanitize_memory", Unsanitized},
    {"sanitize_memtag", Unsanitized},
    {"sanitize_numerical_stability", Unsanitized},
    {"sanitize_realtime", Unsanitized},
    {"sanitize_realtime_blocking", Unsanitized},
    {"sanitize_thread", Unsanitized},
    {"sanitize_type", Unsanitized},
    {"safestack", Unsanitized},
    {"shadowcallstack", Unsanitized},
    {"hybrid_patchable", Uninstrumented},
    {"presplitcoroutine", "run opt, which splits coroutines"},
    {"branch-target-enforcement", Uninstrumented},
    {"fentry-call", Uninstrumented},
    {"guarded-control-stack", Uninstrumented},
    {"hw-shadow-stack", Uninstrumented},
    {"interrupt", "there are no interrupts"},
    {"patchable-function", Uninstrumented},
    {"patchable-function-entry", Uninstrumented},
    {"patchable-function-prefix", Uninstrumented},
    {"probe-stack", Uninstrumented},
    {"sign-return-address", Uninstrumented},
    {"split-stack", Uninstrumented},
    {"use-soft-float", "floats are passed in floating-point registers"},
    {"function-instrument", "compile without -fxray-instrument"},
    {"xray-instruction-threshold", "compile without -fxray-instrument"},
    {"zero-call-used-regs", Uninstrumented},
};

/// Values of these attributes that ask for nothing.
static bool isOff(StringRef Value) {
  return Value == "false" || Value == "0" || Value == "none" ||
         Value == "skip" || Value == "xray-never";
}

static constexpr Refusal ParameterAttributes[] = {
    {"inalloca", PlainConvention},     {"nest", PlainConvention},
    {"preallocated", PlainConvention}, {"swiftasync", PlainConvention},
    {"swifterror", PlainConvention},   {"swiftself", PlainConvention},
};

static constexpr StringLiteral NoAddress =
    "use llvm.frameaddress or llvm.returnaddress";
static constexpr StringLiteral NoCollector = "there is no garbage collector";
static constexpr StringLiteral NoEnvironment =
    "there is no floating-point environment";
static constexpr StringLiteral NoHardwareLoop = "there are no hardware loops";
static constexpr StringLiteral NoObjectiveC = "compile without Objective-C";
static constexpr StringLiteral NoPatching = "code is not patched";
static constexpr StringLiteral NoTrampoline = "there are no nested functions";
static constexpr StringLiteral NoUnwinding = "there is no unwinding";
static constexpr StringLiteral RunOpt = "run opt, which lowers it";
static constexpr StringLiteral UseShuffles =
    "write it with operations on elements";

/// Intrinsics, or families of them (`llvm.eh.sjlj` and all below it).
static constexpr Refusal Intrinsics[] = {
    {"llvm.addressofreturnaddress", NoAddress},
    {"llvm.adjust.trampoline", NoTrampoline},
    {"llvm.alloc.token", RunOpt},
    {"llvm.allow", RunOpt},
    {"llvm.asan", Unsanitized},
    {"llvm.call.preallocated", PlainConvention},
    {"llvm.coro", RunOpt},
    {"llvm.eh.dwarf.cfa", NoUnwinding},
    {"llvm.eh.exceptioncode", NoUnwinding},
    {"llvm.eh.exceptionpointer", NoUnwinding},
    {"llvm.eh.recoverfp", NoUnwinding},
    {"llvm.eh.return", NoUnwinding},
    {"llvm.eh.sjlj", NoUnwinding},
    {"llvm.eh.typeid.for", NoUnwinding},
    {"llvm.experimental.deoptimize", NoPatching},
    {"llvm.experimental.gc", NoCollector},
    {"llvm.experimental.guard", RunOpt},
    {"llvm.experimental.patchpoint", NoPatching},
    {"llvm.experimental.stackmap", NoPatching},
    {"llvm.experimental.vector.extract.last.active", UseShuffles},
    {"llvm.experimental.vector.histogram", UseShuffles},
    {"llvm.experimental.vector.match", UseShuffles},
    {"llvm.experimental.vp", UseShuffles},
    {"llvm.experimental.widenable.condition", RunOpt},
    {"llvm.gc", NoCollector},
    {"llvm.gcread", NoCollector},
    {"llvm.gcroot", NoCollector},
    {"llvm.gcwrite", NoCollector},
    {"llvm.get.fpenv", NoEnvironment},
    {"llvm.get.fpmode", NoEnvironment},
    {"llvm.hwasan", Unsanitized},
    {"llvm.icall.branch.funnel", RunOpt},
    {"llvm.init.trampoline", NoTrampoline},
    {"llvm.instrprof", RunOpt},
    {"llvm.localaddress", NoAddress},
    {"llvm.localescape", NoUnwinding},
    {"llvm.localrecover", NoUnwinding},
    {"llvm.loop.decrement", NoHardwareLoop},
    {"llvm.matrix", RunOpt},
    {"llvm.objc", NoObjectiveC},
    {"llvm.pcmarker", "there are no markers in code"},
    {"llvm.preserve.static.offset", RunOpt},
    {"llvm.ptrauth", "pointers are not signed"},
    {"llvm.reset.fpenv", NoEnvironment},
    {"llvm.reset.fpmode", NoEnvironment},
    {"llvm.set.fpenv", NoEnvironment},
    {"llvm.set.fpmode", NoEnvironment},
    {"llvm.set.loop.iterations", NoHardwareLoop},
    {"llvm.sincospi", "use llvm.sincos"},
    {"llvm.sponentry", NoAddress},
    {"llvm.ssa.copy", RunOpt},
    {"llvm.start.loop.iterations", NoHardwareLoop},
    {"llvm.swift", PlainConvention},
    {"llvm.test.set.loop.iterations", NoHardwareLoop},
    {"llvm.test.start.loop.iterations", NoHardwareLoop},
    {"llvm.thread.pointer", "there are no thread-local variables"},
    {"llvm.type.checked.load", RunOpt},
    {"llvm.vector.deinterleave3", UseShuffles},
    {"llvm.vector.deinterleave4", UseShuffles},
    {"llvm.vector.deinterleave5", UseShuffles},
    {"llvm.vector.deinterleave6", UseShuffles},
    {"llvm.vector.deinterleave7", UseShuffles},
    {"llvm.vector.deinterleave8", UseShuffles},
    {"llvm.vector.interleave3", UseShuffles},
    {"llvm.vector.interleave4", UseShuffles},
    {"llvm.vector.interleave5", UseShuffles},
    {"llvm.vector.interleave6", UseShuffles},
    {"llvm.vector.interleave7", UseShuffles},
    {"llvm.vector.interleave8", UseShuffles},
    {"llvm.vector.partial.reduce", UseShuffles},
    {"llvm.vp.ceil", UseShuffles},
    {"llvm.vp.copysign", UseShuffles},
    {"llvm.vp.floor", UseShuffles},
    {"llvm.vp.maximum", UseShuffles},
    {"llvm.vp.minimum", UseShuffles},
    {"llvm.vp.nearbyint", UseShuffles},
    {"llvm.vp.rint", UseShuffles},
    {"llvm.vp.round", UseShuffles},
    {"llvm.vp.roundeven", UseShuffles},
    {"llvm.vp.roundtozero", UseShuffles},
    {"llvm.vscale", "vectors have a fixed size"},
    {"llvm.xray", Uninstrumented},
};

static const Refusal *findFamily(StringRef Name) {
  for (const Refusal &R : Intrinsics)
    if (Name == R.Name || Name.starts_with((R.Name + ".").str()))
      return &R;
  return nullptr;
}

static bool isNarrowFloat(Type *T) { return T->isHalfTy() || T->isBFloatTy(); }

/// Overloads that common code does not expand, of intrinsics that it does.
static bool isUnexpandedOverload(const CallBase &Call, Intrinsic::ID Number,
                                 MVT Tile) {
  Type *Result = Call.getType();
  switch (Number) {
  case Intrinsic::masked_expandload:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_load: // one branch and one copy for each element
    return EVT::getEVT(Result) == Tile;
  case Intrinsic::arithmetic_fence:
    return isNarrowFloat(Result);
  case Intrinsic::convert_from_fp16:
    return Result->isBFloatTy();
  case Intrinsic::convert_to_fp16:
    return Call.getArgOperand(0)->getType()->isBFloatTy();
  case Intrinsic::ldexp:
  case Intrinsic::powi:
    return !Call.getArgOperand(1)->getType()->isIntOrIntVectorTy(32);
  case Intrinsic::frexp:
    return !Result->getStructElementType(1)->isIntOrIntVectorTy(32);
  case Intrinsic::lrint:
  case Intrinsic::llrint:
  case Intrinsic::lround:
  case Intrinsic::llround: {
    unsigned Bits = Result->getScalarSizeInBits();
    return Bits < 8 || Bits > 64 || !isPowerOf2_32(Bits);
  }
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return Result->getScalarSizeInBits() > 128;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class MatrixUnsupported : public ModulePass {
  const MatrixTargetMachine &TM;
  /// The function at hand, and whether something in it was refused.
  Function *F = nullptr;
  bool Refused = false;

public:
  static char ID;
  explicit MatrixUnsupported(const MatrixTargetMachine &TM)
      : ModulePass(ID), TM(TM) {}
  StringRef getPassName() const override {
    return "Matrix unsupported IR diagnosis";
  }
  bool runOnModule(Module &M) override;

private:
  void refuse(const DebugLoc &Loc, const Twine &What, StringRef Advice);
  void checkGlobals(const Module &M);
  void checkFunction();
  void checkData(const Constant *Data, StringRef What);
  void checkInstruction(const Instruction &I);
  void checkTypes(const Instruction &I);
  void checkCall(const CallBase &Call);
  void checkIntrinsic(const CallBase &Call, const Function &Callee);
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

/// What only a definition may have goes with the body, aliases too.
static void makeDeclaration(Function &F) {
  F.deleteBody();
  F.clearGC();
  F.setComdat(nullptr);
  for (GlobalAlias &Alias : make_early_inc_range(F.getParent()->aliases()))
    if (Alias.getAliaseeObject() == &F) {
      Alias.replaceAllUsesWith(&F);
      Alias.eraseFromParent();
    }
}

bool MatrixUnsupported::runOnModule(Module &M) {
  bool Changed = false;
  checkGlobals(M);
  for (Function &Each : M) {
    F = &Each;
    Refused = false;
    if (Each.isDeclaration())
      continue;
    checkFunction();
    for (const Instruction &I : instructions(Each))
      checkInstruction(I);
    if (!Refused)
      continue;
    makeDeclaration(Each);
    Changed = true;
  }
  return Changed;
}

void MatrixUnsupported::refuse(const DebugLoc &Loc, const Twine &What,
                               StringRef Advice) {
  Refused = true;
  Matrix::reportError(*F, Loc, What + " is not supported; " + Advice);
}

//===----------------------------------------------------------------------===//
// Globals and functions
//===----------------------------------------------------------------------===//

void MatrixUnsupported::checkGlobals(const Module &M) {
  for (const GlobalIFunc &G : M.ifuncs())
    M.getContext().emitError("ifunc '" + G.getName() +
                             "' is not supported; call a function pointer");
  if (M.getNamedGlobal("llvm.global_dtors"))
    M.getContext().emitError("functions of llvm.global_dtors are not "
                             "supported; nothing runs behind main");
  for (const GlobalVariable &G : M.globals()) {
    if (G.isThreadLocal() && !G.isDeclaration() && G.use_empty())
      M.getContext().emitError("global variable '" + G.getName() +
                               "': there are no thread-local variables");
    if (G.getAddressSpace() > 1)
      M.getContext().emitError(
          "global variable '" + G.getName() + "': addrspace(" +
          Twine(G.getAddressSpace()) +
          ") holds no globals; use addrspace(0) or addrspace(1)");
  }
}

void MatrixUnsupported::checkFunction() {
  DebugLoc Loc;
  if (DISubprogram *SP = F->getSubprogram())
    Loc = DILocation::get(F->getContext(), SP->getLine(), 0, SP);
  for (const Refusal &R : FunctionAttributes) {
    Attribute::AttrKind Kind = Attribute::getAttrKindFromName(R.Name);
    Attribute A = Kind == Attribute::None ? F->getFnAttribute(R.Name)
                                          : F->getFnAttribute(Kind);
    if (A.isValid() && !(A.isStringAttribute() && isOff(A.getValueAsString())))
      refuse(Loc, "attribute '" + R.Name + "'", R.Advice);
  }
  if (F->hasGC())
    refuse(Loc, "gc \"" + Twine(F->getGC()) + "\"",
           "there is no garbage collector");
  if (F->hasPrefixData())
    checkData(F->getPrefixData(), "prefix");
  if (F->hasPrologueData())
    checkData(F->getPrologueData(), "prologue");
  checkConvention(F->getCallingConv(), Loc);
  checkParameters(F->getAttributes(), F->arg_size(), Loc);
  checkType(F->getReturnType(), Loc);
  for (const Argument &A : F->args())
    checkType(A.getType(), Loc);
}

/// Code that follows the data must be aligned.
void MatrixUnsupported::checkData(const Constant *Data, StringRef What) {
  uint64_t Size = F->getDataLayout().getTypeAllocSize(Data->getType());
  unsigned Unit = TM.getMCAsmInfo()->getMinInstAlignment();
  if (Size % Unit)
    refuse(DebugLoc(), What + " data of " + Twine(Size) + " bytes",
           ("use a multiple of " + Twine(Unit)).str());
}

void MatrixUnsupported::checkConvention(CallingConv::ID CC,
                                        const DebugLoc &Loc) {
  if (CC != CallingConv::C && CC != CallingConv::Fast &&
      CC != CallingConv::Cold)
    refuse(Loc, "calling convention " + Twine(unsigned(CC)),
           "use ccc, fastcc or coldcc");
}

void MatrixUnsupported::checkParameters(const AttributeList &Attributes,
                                        unsigned Count, const DebugLoc &Loc) {
  for (unsigned I = 0; I < Count; ++I)
    for (const Refusal &R : ParameterAttributes)
      if (Attributes.hasParamAttr(I, Attribute::getAttrKindFromName(R.Name)))
        refuse(Loc, "attribute '" + R.Name + "' of parameter " + Twine(I + 1),
               R.Advice);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool isForOtherMachines(Type *T) {
  return T->isX86_FP80Ty() || T->isPPC_FP128Ty() || T->isX86_AMXTy() ||
         T->isTargetExtTy() || T->isScalableTy();
}

/// False: refused.
bool MatrixUnsupported::checkType(Type *T, const DebugLoc &Loc) {
  if (!isForOtherMachines(T) &&
      none_of(T->subtypes(), [](Type *E) { return isForOtherMachines(E); }))
    return true;
  std::string Name;
  raw_string_ostream(Name) << *T;
  refuse(Loc, "type '" + Name + "'",
         "use vectors of a fixed size, float, double or fp128");
  return false;
}

/// One message per instruction is enough.
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
    return refuse(I.getDebugLoc(), "'" + Twine(I.getOpcodeName()) + "'",
                  "there is no unwinding; compile with -fno-exceptions");
  case Instruction::VAArg:
    if (I.getType()->isVectorTy() || I.getType()->isAggregateType() ||
        isNarrowFloat(I.getType()))
      refuse(I.getDebugLoc(), "'va_arg' of this type",
             "read an integer, a pointer, double or fp128");
    return;
  case Instruction::Alloca:
    if (cast<AllocaInst>(I).isUsedWithInAlloca() ||
        cast<AllocaInst>(I).isSwiftError())
      refuse(I.getDebugLoc(), "'alloca' inalloca or swifterror",
             PlainConvention);
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
  if (Callee && Callee->isIntrinsic())
    return checkIntrinsic(Call, *Callee);
  checkConvention(Call.getCallingConv(), Loc);
  checkParameters(Call.getAttributes(), Call.arg_size(), Loc);
  for (unsigned I = 0; I < Call.getNumOperandBundles(); ++I)
    refuse(Loc,
           "operand bundle '" + Call.getOperandBundleAt(I).getTagName() + "'",
           "call without it");
}

void MatrixUnsupported::checkIntrinsic(const CallBase &Call,
                                       const Function &Callee) {
  const DebugLoc &Loc = Call.getDebugLoc();
  StringRef Name = Callee.getName();
  Intrinsic::ID Number = Callee.getIntrinsicID();
  if (const Refusal *R = findFamily(Name))
    refuse(Loc, "'" + Name + "'", R->Advice);
  else if (Number == Intrinsic::not_intrinsic)
    refuse(Loc, "'" + Name + "'", "LLVM has no such intrinsic");
  else if (Intrinsic::isTargetIntrinsic(Number))
    refuse(Loc, "'" + Name + "'", "it is an instruction of another machine");
  else if (isUnexpandedOverload(Call, Number,
                                TM.getSubtargetImpl(*F)->tileType()))
    refuse(Loc, "'" + Name + "'", "use other types");
}
