//===- MatrixDescriptorBuffer.cpp - buffer of DMA descriptors -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffer is identified by its uses, not by a name: all users of its address
// are stores of words, fills, and starts of transfers. Other code does not
// access it, so that passes may move and remove its stores.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixDescriptorBuffer.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

bool Matrix::startsTransfer(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "matrix.role.dma_start";
}

bool Matrix::callsCode(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<IntrinsicInst>(Call))
    return false;
  const Function *Callee = Call->getCalledFunction();
  return !Callee || !Callee->getName().starts_with("matrix.");
}

std::optional<uint64_t> Matrix::offsetInBuffer(const GlobalVariable &Buffer,
                                               const Value *Address) {
  if (!Address->getType()->isPointerTy())
    return std::nullopt;
  const DataLayout &Layout = Buffer.getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  if (Address->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true) != &Buffer)
    return std::nullopt;
  return Offset.getZExtValue();
}

static bool isPrivate(const Value &Address);

/// Returns whether a user of an address is a store of a word to it, a fill or a
/// start, or an address that only such users have.
static bool isPrivateUse(const Value &Address, const User *U) {
  if (auto *Part = dyn_cast<GEPOperator>(U))
    return Part->hasAllConstantIndices() && isPrivate(*U);
  if (auto *Store = dyn_cast<StoreInst>(U))
    return Store->getPointerOperand() == &Address && Store->isSimple() &&
           Store->getDataLayout().getTypeStoreSize(
               Store->getValueOperand()->getType()) ==
               Matrix::DescriptorWordSize;
  if (auto *Fill = dyn_cast<MemSetInst>(U)) {
    auto *Length = dyn_cast<ConstantInt>(Fill->getLength());
    return Length && Length->getZExtValue() % Matrix::DescriptorWordSize == 0 &&
           isa<ConstantInt>(Fill->getValue()) && !Fill->isVolatile();
  }
  auto *I = dyn_cast<Instruction>(U);
  return I && Matrix::startsTransfer(*I);
}

static bool isPrivate(const Value &Address) {
  return all_of(Address.users(),
                [&](const User *U) { return isPrivateUse(Address, U); });
}

/// Returns whether the value is a constant that contains the address.
static bool refersTo(const Value *V, const GlobalVariable &Buffer) {
  if (V == &Buffer)
    return true;
  auto *C = dyn_cast<Constant>(V);
  return C && !isa<GlobalValue>(C) && any_of(C->operands(), [&](const Use &U) {
           return refersTo(U, Buffer);
         });
}

/// Returns whether all uses of the address in the function are private. The
/// list of all its uses is as long as the module.
static bool isPrivateIn(const Function &F, const GlobalVariable &Buffer) {
  return all_of(instructions(F), [&](const Instruction &I) {
    return all_of(I.operands(), [&](const Use &Operand) {
      if (!refersTo(Operand, Buffer))
        return true;
      const Value *Base = Operand;
      while (auto *Part = dyn_cast<GEPOperator>(Base))
        Base = Part->getPointerOperand();
      return Base == &Buffer && isPrivateUse(*Operand, &I);
    });
  });
}

/// Returns whether the words that users of an address write, and the
/// descriptors that they start, are of the first descriptor.
static bool isOfFirst(const GlobalVariable &Buffer, const Value &Address,
                      uint64_t Size) {
  return all_of(Address.users(), [&](const User *U) {
    if (isa<GEPOperator>(U))
      return isOfFirst(Buffer, *U, Size);
    std::optional<uint64_t> Offset = Matrix::offsetInBuffer(Buffer, &Address);
    if (!Offset)
      return false;
    if (auto *Fill = dyn_cast<MemSetInst>(U))
      return *Offset + cast<ConstantInt>(Fill->getLength())->getZExtValue() <=
             Size;
    return isa<StoreInst>(U)
               ? *Offset % Matrix::DescriptorWordSize == 0 && *Offset < Size
               : *Offset == 0;
  });
}

bool Matrix::hasOneDescriptor(const GlobalVariable &Buffer, uint64_t Size) {
  return Buffer.hasLocalLinkage() &&
         Buffer.getAddressSpace() == matrix::desc::address_space::scratchpad &&
         isPrivate(Buffer) && isOfFirst(Buffer, Buffer, Size);
}

/// Sets the words of a descriptor that a store or fill writes.
static void addWords(const GlobalVariable &Buffer, const Instruction &I,
                     SmallBitVector &Words) {
  auto *Store = dyn_cast<StoreInst>(&I);
  auto *Fill = dyn_cast<MemSetInst>(&I);
  if (!Store && !Fill)
    return;
  std::optional<uint64_t> Begin = Matrix::offsetInBuffer(
      Buffer, Store ? Store->getPointerOperand() : Fill->getDest());
  if (!Begin)
    return;
  uint64_t Length = Store
                        ? Matrix::DescriptorWordSize
                        : cast<ConstantInt>(Fill->getLength())->getZExtValue();
  for (uint64_t At = 0; At < Length; At += Matrix::DescriptorWordSize)
    Words.set((*Begin + At) / Matrix::DescriptorWordSize);
}

/// Words: those written since the last start, at the begin of the block, then
/// at its end. Returns whether each start follows stores of all words.
static bool addWords(const GlobalVariable &Buffer, const BasicBlock &Block,
                     SmallBitVector &Words) {
  bool IsWhole = true;
  for (const Instruction &I : Block) {
    addWords(Buffer, I, Words);
    bool IsStart = Matrix::startsTransfer(I) &&
                   Matrix::offsetInBuffer(Buffer, I.getOperand(0));
    IsWhole &= !IsStart || Words.all();
    if (IsStart || Matrix::callsCode(I))
      Words.reset();
  }
  return IsWhole;
}

/// A forward data-flow analysis: a path writes what all predecessors have
/// written. Sets shrink until they do not change.
static bool writesWholeDescriptors(const GlobalVariable &Buffer, uint64_t Size,
                                   const Function &F) {
  SmallBitVector None(Size / Matrix::DescriptorWordSize), All = ~None;
  ReversePostOrderTraversal<const Function *> Order(&F);
  DenseMap<const BasicBlock *, SmallBitVector> Ends;
  bool HasChanged = true, IsWhole = true;
  while (HasChanged) {
    HasChanged = false;
    IsWhole = true;
    for (const BasicBlock *Block : Order) {
      SmallBitVector Words = Block->isEntryBlock() ? None : All;
      for (const BasicBlock *Before : predecessors(Block))
        if (auto Known = Ends.find(Before); Known != Ends.end())
          Words &= Known->second;
      IsWhole &= addWords(Buffer, *Block, Words);
      auto [Known, IsNew] = Ends.try_emplace(Block, Words);
      HasChanged |= IsNew || Known->second != Words;
      Known->second = std::move(Words);
    }
  }
  return IsWhole;
}

bool Matrix::writesWholeDescriptors(const GlobalVariable &Buffer,
                                    uint64_t Size) {
  return all_of(*Buffer.getParent(), [&](const Function &F) {
    return F.isDeclaration() || ::writesWholeDescriptors(Buffer, Size, F);
  });
}

bool Matrix::expandFills(Function &F, const GlobalVariable &Buffer) {
  SmallVector<MemSetInst *> Fills;
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      if (auto *Fill = dyn_cast<MemSetInst>(&I))
        if (offsetInBuffer(Buffer, Fill->getDest()))
          Fills.push_back(Fill);
  for (MemSetInst *Fill : Fills) {
    IRBuilder<> Builder(Fill);
    const APInt &Byte = cast<ConstantInt>(Fill->getValue())->getValue();
    Value *Word = Builder.getInt(APInt::getSplat(8 * DescriptorWordSize, Byte));
    uint64_t Length = cast<ConstantInt>(Fill->getLength())->getZExtValue();
    for (uint64_t Offset = 0; Offset < Length; Offset += DescriptorWordSize)
      Builder.CreateAlignedStore(
          Word,
          Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(),
                                             Fill->getDest(), Offset),
          Align(DescriptorWordSize));
    Fill->eraseFromParent();
  }
  return !Fills.empty();
}

GlobalVariable *Matrix::findDescriptorBuffer(Function &F) {
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      if (startsTransfer(I)) {
        auto *Buffer = dyn_cast<GlobalVariable>(
            cast<CallInst>(I).getArgOperand(0)->stripInBoundsOffsets());
        return Buffer && Buffer->hasLocalLinkage() && isPrivateIn(F, *Buffer)
                   ? Buffer
                   : nullptr;
      }
  return nullptr;
}
