//===- MatrixModuleLowering.cpp - features of modules ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers features of modules that code generation leaves to the dynamic linker
// or to the target:
//
//   ifunc          a function that jumps to the address which a constructor has
//                  got from the resolver
//   kcfi           before an indirect call, the type identifier that precedes
//                  the callee is compared
//   prefix data    padded at its beginning, so that the function is aligned
//
// A failed comparison traps. The constructor of an ifunc has the highest
// priority, because other constructors may call the function.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "TargetMachine/MatrixTargetMachine.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {
class MatrixModuleLowering : public ModulePass {
  const MatrixTargetMachine &TM;

public:
  static char ID;
  explicit MatrixModuleLowering(const MatrixTargetMachine &TM)
      : ModulePass(ID), TM(TM) {}
  StringRef getPassName() const override { return "Matrix module lowering"; }
  bool runOnModule(Module &M) override;

private:
  bool alignPrefix(Function &F) const;
};
} // namespace

char MatrixModuleLowering::ID = 0;

ModulePass *llvm::createMatrixModuleLowering(const MatrixTargetMachine &TM) {
  return new MatrixModuleLowering(TM);
}

//===----------------------------------------------------------------------===//
// Indirect functions
//===----------------------------------------------------------------------===//

/// Other constructors may call the function: this one runs first.
static void resolveAtStart(GlobalIFunc &G, GlobalVariable &Address) {
  Module &M = *G.getParent();
  LLVMContext &Context = M.getContext();
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                             GlobalValue::InternalLinkage,
                             G.getName() + ".resolve", M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  auto *Resolver = FunctionType::get(Address.getValueType(), false);
  Builder.CreateStore(Builder.CreateCall(Resolver, G.getResolver()), &Address);
  Builder.CreateRetVoid();
  appendToGlobalCtors(M, F, /*Priority=*/0);
}

/// Arguments and results stay in their places, whatever their types are, and so
/// does the environment of a nested function.
static void lowerIfunc(GlobalIFunc &G) {
  Module &M = *G.getParent();
  LLVMContext &Context = M.getContext();
  auto *Address = new GlobalVariable(
      M, G.getType(), /*isConstant=*/false, GlobalValue::InternalLinkage,
      Constant::getNullValue(G.getType()), G.getName() + ".address");
  resolveAtStart(G, *Address);
  auto *T = FunctionType::get(Type::getVoidTy(Context), {G.getType()},
                              /*isVarArg=*/true);
  auto *Jump = Function::Create(T, G.getLinkage(), "", M);
  Jump->setVisibility(G.getVisibility());
  Jump->takeName(&G);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Jump));
  CallInst *Call = Builder.CreateCall(
      T, Builder.CreateLoad(G.getType(), Address), {Jump->getArg(0)});
  Call->setTailCallKind(CallInst::TCK_MustTail);
  Jump->addParamAttr(0, Attribute::Nest);
  Call->addParamAttr(0, Attribute::Nest);
  Builder.CreateRetVoid();
  G.replaceAllUsesWith(Jump);
  G.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The identifier of a function is directly before it.
static void checkType(CallInst &Call, ConstantInt *Expected) {
  IRBuilder<> Builder(&Call);
  int64_t Size = Expected->getBitWidth() / 8;
  Value *Found = Builder.CreateAlignedLoad(
      Expected->getType(),
      Builder.CreatePtrAdd(Call.getCalledOperand(), Builder.getInt64(-Size)),
      Align(Size));
  Instruction *Failure = SplitBlockAndInsertIfThen(
      Builder.CreateICmpNE(Found, Expected), Call.getIterator(),
      /*Unreachable=*/true);
  IRBuilder<>(Failure).CreateIntrinsic(Intrinsic::trap, {});
}

static bool checkCalls(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getOperandBundle(LLVMContext::OB_kcfi))
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    auto Bundle = Call->getOperandBundle(LLVMContext::OB_kcfi);
    auto *Expected = cast<ConstantInt>(Bundle->Inputs[0]);
    auto *Plain = cast<CallInst>(CallBase::removeOperandBundle(
        Call, LLVMContext::OB_kcfi, Call->getIterator()));
    Plain->copyMetadata(*Call);
    Call->replaceAllUsesWith(Plain);
    Call->eraseFromParent();
    if (Plain->isIndirectCall())
      checkType(*Plain, Expected);
  }
  return !Calls.empty();
}

bool MatrixModuleLowering::alignPrefix(Function &F) const {
  if (!F.hasPrefixData())
    return false;
  Constant *Data = F.getPrefixData();
  uint64_t Size = F.getDataLayout().getTypeAllocSize(Data->getType());
  uint64_t Aligned = alignTo(Size, TM.getMCAsmInfo()->getMinInstAlignment());
  if (Size == Aligned)
    return false;
  auto *Padding =
      ArrayType::get(Type::getInt8Ty(F.getContext()), Aligned - Size);
  F.setPrefixData(ConstantStruct::getAnon(
      {Constant::getNullValue(Padding), Data}, /*Packed=*/true));
  return true;
}

bool MatrixModuleLowering::runOnModule(Module &M) {
  bool Changed = !M.ifunc_empty();
  for (GlobalIFunc &G : make_early_inc_range(M.ifuncs()))
    lowerIfunc(G);
  for (Function &F : M) {
    Changed |= checkCalls(F);
    Changed |= alignPrefix(F);
  }
  return Changed;
}
