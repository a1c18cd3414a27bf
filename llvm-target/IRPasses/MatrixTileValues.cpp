//===- MatrixTileValues.cpp - tiles of a C front end ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each declaration of a builtin with tiles is replaced by one of the type that
// has tiles as values. The type of a tile is that of the copy, an alloca of the
// front end. The copies are promoted by mem2reg's algorithm also without
// optimization, because each of them takes stack of the size of a tile.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixTileValues.h"
#include "Utils/MatrixBuiltins.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace {
/// A builtin as the front end declares it.
class Declaration {
public:
  Declaration(Function &F, StringRef Mnemonic) : F(F), Mnemonic(Mnemonic) {}

  /// Replaces the declaration and its calls. Adds the copies to Slots.
  bool replace(SetVector<AllocaInst *> &Slots);

private:
  /// The alloca with the tile that an argument points to, or null.
  AllocaInst *getTile(const CallBase &Call, unsigned Arg) const;
  FunctionType *getType(const CallBase &Call) const;
  void replaceCall(CallInst &Call, Function &New,
                   SetVector<AllocaInst *> &Slots) const;
  unsigned firstInput() const { return F.hasStructRetAttr(); }

  Function &F;
  StringRef Mnemonic;
};
} // namespace

AllocaInst *Declaration::getTile(const CallBase &Call, unsigned Arg) const {
  auto *Slot = dyn_cast<AllocaInst>(Call.getArgOperand(Arg));
  return Slot && isa<FixedVectorType>(Slot->getAllocatedType()) &&
                 Matrix::mayBeTile(Mnemonic, Arg - firstInput())
             ? Slot
             : nullptr;
}

FunctionType *Declaration::getType(const CallBase &Call) const {
  SmallVector<Type *> Inputs;
  for (unsigned Arg = firstInput(), E = Call.arg_size(); Arg < E; ++Arg) {
    AllocaInst *Slot = getTile(Call, Arg);
    Inputs.push_back(Slot ? Slot->getAllocatedType()
                          : Call.getArgOperand(Arg)->getType());
  }
  Type *Result = firstInput() ? F.getParamStructRetType(0) : F.getReturnType();
  return FunctionType::get(Result, Inputs, /*isVarArg=*/false);
}

bool Declaration::replace(SetVector<AllocaInst *> &Slots) {
  SmallVector<CallInst *> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  if (Calls.empty() || getType(*Calls.front()) == F.getFunctionType())
    return false;
  FunctionType *T = getType(*Calls.front());
  Function *New = Function::Create(T, F.getLinkage(), "", F.getParent());
  New->setDoesNotThrow();
  if (Matrix::isPure(Mnemonic)) {
    New->setDoesNotAccessMemory();
    New->setWillReturn();
  }
  for (CallInst *Call : Calls)
    if (getType(*Call) == T)
      replaceCall(*Call, *New, Slots);
  New->takeName(&F);
  if (F.use_empty())
    F.eraseFromParent();
  else // the address; there is no function with this name
    F.setName(New->getName() + ".pointer");
  return true;
}

void Declaration::replaceCall(CallInst &Call, Function &New,
                              SetVector<AllocaInst *> &Slots) const {
  IRBuilder<> B(&Call);
  SmallVector<Value *> Inputs;
  for (unsigned Arg = firstInput(), E = Call.arg_size(); Arg < E; ++Arg) {
    AllocaInst *Slot = getTile(Call, Arg);
    Inputs.push_back(Slot ? B.CreateAlignedLoad(Slot->getAllocatedType(), Slot,
                                                Slot->getAlign())
                          : Call.getArgOperand(Arg));
    if (Slot)
      Slots.insert(Slot);
  }
  CallInst *NewCall = B.CreateCall(&New, Inputs);
  if (firstInput()) {
    Value *To = Call.getArgOperand(0);
    B.CreateAlignedStore(NewCall, To, Call.getParamAlign(0).valueOrOne());
    if (auto *Slot = dyn_cast<AllocaInst>(To))
      Slots.insert(Slot);
  } else {
    Call.replaceAllUsesWith(NewCall);
  }
  Call.eraseFromParent();
}

static void promote(ArrayRef<AllocaInst *> Slots) {
  MapVector<Function *, SmallVector<AllocaInst *>> Promotable;
  for (AllocaInst *Slot : Slots)
    if (isAllocaPromotable(Slot))
      Promotable[Slot->getFunction()].push_back(Slot);
  for (auto &[F, Allocas] : Promotable) {
    DominatorTree Dominators(*F);
    PromoteMemToReg(Allocas, Dominators);
  }
}

/// Whether the argument is a vector: the front end loads it once, at the start,
/// at the alignment of its size. Members of aggregates that contain vectors
/// have the alignment of the aggregate. Optimizations may replace copies of
/// aggregates by what they are copies of, which need not be on the stack.
static bool isVectorCopy(const Argument &A) {
  if (A.hasStructRetAttr())
    return isa<FixedVectorType>(A.getParamStructRetType());
  auto *Load = A.hasAttribute(Attribute::DeadOnReturn) && A.hasOneUse()
                   ? dyn_cast<LoadInst>(*A.user_begin())
                   : nullptr;
  return Load && isa<FixedVectorType>(Load->getType()) &&
         Load->getParent()->isEntryBlock() &&
         Load->getAlign() ==
             A.getParent()->getDataLayout().getTypeStoreSize(Load->getType());
}

/// Builtins do not throw. What only an exception reaches disappears.
static bool replaceInvokes(Module &M) {
  SmallVector<InvokeInst *> Invokes;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Invoke = dyn_cast<InvokeInst>(&I))
        if (const Function *Callee = Invoke->getCalledFunction();
            Callee && Callee->getName().starts_with("matrix."))
          Invokes.push_back(Invoke);
  SmallSetVector<Function *, 4> Changed;
  for (InvokeInst *Invoke : Invokes)
    Changed.insert(changeToCall(Invoke)->getFunction());
  for (Function *F : Changed)
    removeUnreachableBlocks(*F);
  return !Invokes.empty();
}

static bool markCopies(Function &F) {
  bool Changed = false;
  for (Argument &A : F.args())
    if (isVectorCopy(A)) {
      A.addAttr(Attribute::get(F.getContext(), Matrix::StackCopyAttribute));
      Changed = true;
    }
  return Changed;
}

bool Matrix::passTilesByValue(Module &M) {
  bool Changed = replaceInvokes(M);
  SetVector<AllocaInst *> Slots;
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    if (F.isDeclaration() && Name.consume_front("matrix."))
      Changed |= Declaration(F, Name).replace(Slots);
    else
      Changed |= markCopies(F);
  }
  promote(Slots.getArrayRef());
  return Changed;
}

//===----------------------------------------------------------------------===//
// Results after optimization
//===----------------------------------------------------------------------===//

bool Matrix::isStackCopy(const Value *Pointer) {
  auto *A = dyn_cast<Argument>(getUnderlyingObject(Pointer));
  return A && A->getParent()->getAttributes().hasParamAttr(
                  A->getArgNo(), Matrix::StackCopyAttribute);
}

static bool isOnStack(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer)) ||
         Matrix::isStackCopy(Pointer);
}

static bool returnsElsewhere(const CallBase &Call) {
  return Call.hasStructRetAttr() &&
         isa<FixedVectorType>(Call.getParamStructRetType(0)) &&
         !isOnStack(Call.getArgOperand(0));
}

static void returnOnStack(CallInst &Call) {
  Type *T = Call.getParamStructRetType(0);
  Align Alignment = Call.getParamAlign(0).valueOrOne();
  Value *To = Call.getArgOperand(0);
  IRBuilder<> Entry(&*Call.getFunction()->getEntryBlock().begin());
  AllocaInst *Slot = Entry.CreateAlloca(T);
  Slot->setAlignment(Alignment);
  Call.setArgOperand(0, Slot);
  Call.setTailCall(false);
  IRBuilder<> B(Call.getNextNode());
  B.CreateAlignedStore(B.CreateAlignedLoad(T, Slot, Alignment), To, Alignment);
}

void Matrix::returnTilesOnStack(Module &M) {
  SmallVector<CallInst *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && returnsElsewhere(*Call))
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    returnOnStack(*Call);
}
