//===- MatrixUnsupportedGlobals.cpp - unsupported globals -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports features of a module outside of functions: address spaces and
// thread-local storage of globals, addresses of builtins, COMDATs, garbage
// collectors and module flags. Features on which LLVM would abort are removed
// after the report, so that all errors of a module are found in one run.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixUnsupportedGlobals.h"
#include "Utils/MatrixDiagnostics.h"
#include "matrix/Description/Target.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;
namespace address_space = matrix::desc::address_space;

static void reportModule(const Module &M, const Twine &Message) {
  M.getContext().emitError(Message);
}

static void checkVariable(const GlobalVariable &G) {
  unsigned Space = G.getAddressSpace();
  if (G.isThreadLocal() && Space != address_space::dram)
    reportModule(
        *G.getParent(),
        "global variable '" + G.getName() +
            "': thread-local variables are in addrspace(" +
            Twine(address_space::dram) +
            "); a scratchpad belongs to one core, remove thread_local");
  if (Space != address_space::dram && Space != address_space::scratchpad)
    reportModule(*G.getParent(),
                 "global variable '" + G.getName() + "': addrspace(" +
                     Twine(Space) + ") holds no globals; use addrspace(" +
                     Twine(address_space::dram) + ") or addrspace(" +
                     Twine(address_space::scratchpad) + ")");
}

namespace {
/// Finds the constants that code generation aborts on, in initializers,
/// aliasees and operands of instructions, at any depth.
class ConstantFinder {
public:
  explicit ConstantFinder(Module &M) {
    for (GlobalObject &G : M.global_objects())
      addOperands(G);
    for (GlobalAlias &A : M.aliases())
      addOperands(A);
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        addOperands(I);
    while (!Pending.empty())
      addOperands(*Pending.pop_back_val());
  }

  /// Handles become null when a replacement removes a constant.
  SmallVector<WeakVH> Found;

private:
  void addOperands(User &U) {
    for (Value *Operand : U.operands()) {
      auto *C = dyn_cast<Constant>(Operand);
      if (!C || isa<GlobalValue>(C) || !Seen.insert(C).second)
        continue;
      Pending.push_back(C);
      if (isa<DSOLocalEquivalent, ConstantPtrAuth>(C))
        Found.push_back(C);
    }
  }

  SmallPtrSet<Constant *, 32> Seen;
  SmallVector<Constant *> Pending;
};
} // namespace

static void reportSignedPointer(const Module &M, const ConstantPtrAuth &C) {
  const Value *Pointer = C.getPointer()->stripInBoundsOffsets();
  reportModule(M, "'ptrauth'" +
                      (Pointer->hasName() ? " of '" + Pointer->getName() + "'"
                                          : Twine()) +
                      ": pointers are not signed; use the address");
}

/// Programs are linked statically: a symbol is its own equivalent. Signed
/// pointers are reported.
static bool replaceConstants(Module &M) {
  ConstantFinder Finder(M);
  for (const WeakVH &Handle : Finder.Found)
    if (auto *C = dyn_cast<ConstantPtrAuth>(Handle))
      reportSignedPointer(M, *C);
  for (const WeakVH &Handle : Finder.Found)
    if (auto *C = cast_or_null<Constant>(Handle))
      C->replaceAllUsesWith(C->getOperand(0));
  return !Finder.Found.empty();
}

/// ELF has section groups that are merged by name or not at all. Code
/// generation aborts on other selection kinds.
static void checkComdat(const Module &M, Comdat &C) {
  if (C.getSelectionKind() == Comdat::Any ||
      C.getSelectionKind() == Comdat::NoDeduplicate)
    return;
  reportModule(M, "comdat '" + C.getName() +
                      "': ELF does not support this selection kind; use any or "
                      "nodeduplicate");
  C.setSelectionKind(Comdat::Any);
}

static bool isControlFlowGuard(StringRef Flag) {
  return Flag == "cfguard" || Flag == "ehcontguard";
}

/// Removes the flags of control flow guards, whatever their values:
/// code generation writes tables of COFF if there is one, and aborts.
static bool removeControlFlowGuards(Module &M) {
  SmallVector<Module::ModuleFlagEntry> Flags;
  M.getModuleFlagsMetadata(Flags);
  if (none_of(Flags, [](const Module::ModuleFlagEntry &Flag) {
        return isControlFlowGuard(Flag.Key->getString());
      }))
    return false;
  M.getModuleFlagsMetadata()->clearOperands();
  for (const Module::ModuleFlagEntry &Flag : Flags) {
    StringRef Name = Flag.Key->getString();
    if (!isControlFlowGuard(Name))
      M.addModuleFlag(Flag.Behavior, Name, Flag.Val);
    else if (!mdconst::extract<ConstantInt>(Flag.Val)->isZero())
      reportModule(M, "module flag '" + Name +
                          "' is not supported; compile without it");
  }
  return true;
}

/// A builtin is an instruction: the linker would find no symbol. It may have
/// uses by constants that nothing refers to.
static void checkBuiltin(Function &F) {
  F.removeDeadConstantUsers();
  for (const Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (Call && Call->isCallee(&U))
      continue;
    std::string Text = ("'" + F.getName() +
                        "' is an instruction and has no address; call it in a "
                        "function")
                           .str();
    if (auto *I = dyn_cast<Instruction>(U.getUser()))
      return Matrix::reportError(*I->getFunction(), I->getDebugLoc(), Text);
    return reportModule(*F.getParent(), Text);
  }
}

static bool removeGarbageCollectors(Module &M) {
  bool Changed = false;
  for (Function &F : M) {
    if (!F.hasGC())
      continue;
    Matrix::reportError(F, Matrix::locationOf(F),
                        "gc \"" + Twine(F.getGC()) +
                            "\" is not supported; there is no garbage "
                            "collector");
    F.clearGC();
    Changed = true;
  }
  return Changed;
}

bool Matrix::reportUnsupportedGlobals(Module &M) {
  for (const GlobalVariable &G : M.globals())
    checkVariable(G);
  for (Function &F : M)
    if (F.isDeclaration() && F.getName().starts_with("matrix."))
      checkBuiltin(F);
  for (auto &Entry : M.getComdatSymbolTable())
    checkComdat(M, Entry.second);
  bool Changed = removeControlFlowGuards(M);
  Changed |= replaceConstants(M);
  return removeGarbageCollectors(M) || Changed;
}
