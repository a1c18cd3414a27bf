//===- MatrixDescriptors.cpp - words of DMA descriptors -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transfer copies its descriptor when it starts, so that the words of the
// next one that are equal need not be written again:
//
//  * A transfer in a loop gets a slot of the buffer of its own. Words that are
//    invariant in a loop are written before it.
//  * Words of consecutive transfers that use the same slot, in straight-line
//    code, are written when they change.
//
// The buffer is a global that only these stores and starts use, for one
// descriptor at its begin: the module has the rest of it for slots, unless a
// transfer needs words of the one before it. A buffer of several descriptors,
// as in C programs, keeps them. The stores of a transfer are between it and the
// start, or begin of the block, before it.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixDescriptorBuffer.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "TargetMachine/MatrixTargetMachine.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils.h"

using namespace llvm;

namespace {

/// The stores of the words of a descriptor, by their offsets, and the
/// instruction that starts its transfer.
struct Transfer {
  CallInst *Start;
  Loop *Innermost;
  SmallMapVector<uint64_t, StoreInst *, 8> Words;
};

/// The values in the words of the buffer, by their offsets.
using HeldWords = SmallDenseMap<uint64_t, Value *, 16>;

class MatrixDescriptors : public FunctionPass {
  const MatrixTargetMachine *TM;
  LoopInfo *LI = nullptr;
  GlobalVariable *Buffer = nullptr;
  uint64_t Size = 0; ///< of a descriptor
  /// Globals that have one descriptor before this pass changes any function,
  /// and those of them from which transfers may move to slots.
  SmallPtrSet<const GlobalVariable *, 4> Buffers, Divisible;

public:
  static char ID;
  explicit MatrixDescriptors(const MatrixTargetMachine *TM = nullptr)
      : FunctionPass(ID), TM(TM) {}
  StringRef getPassName() const override { return "Matrix DMA descriptors"; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.addRequired<LoopInfoWrapperPass>();
    Usage.addRequiredID(LoopSimplifyID);
    Usage.setPreservesCFG();
  }
  bool doInitialization(Module &M) override;
  bool runOnFunction(Function &F) override;

private:
  std::optional<uint64_t> offsetOf(const Value *Address) const {
    return Matrix::offsetInBuffer(*Buffer, Address);
  }
  void collect(BasicBlock &Block, SmallVectorImpl<Transfer> &Found) const;
  Loop *invariantLoop(const Transfer &T, const StoreInst &Word) const;
  bool hoist(Loop &Outermost, ArrayRef<Transfer> Transfers) const;
  bool hoist(const Transfer &T) const;
  void moveToSlot(const Transfer &T, unsigned Slot) const;
  bool removeEqualWords(Function &F) const;
  bool removeEqualWords(BasicBlock &Block, HeldWords &Held) const;
};

} // namespace

char MatrixDescriptors::ID = 0;

FunctionPass *llvm::createMatrixDescriptors(const MatrixTargetMachine &TM) {
  return new MatrixDescriptors(&TM);
}

bool MatrixDescriptors::doInitialization(Module &M) {
  Buffers.clear();
  Divisible.clear();
  for (const Function &F : M) {
    const matrix::desc::VariantInfo &Variant =
        TM->getSubtargetImpl(F)->variant();
    if (F.isDeclaration() || !Variant.dma)
      continue;
    for (const GlobalVariable &G : M.globals())
      if (Matrix::hasOneDescriptor(G, Variant.dma->descriptorSize)) {
        Buffers.insert(&G);
        if (Matrix::writesWholeDescriptors(G, Variant.dma->descriptorSize))
          Divisible.insert(&G);
      }
    break;
  }
  return false;
}

bool MatrixDescriptors::runOnFunction(Function &F) {
  const matrix::desc::VariantInfo &Variant = TM->getSubtargetImpl(F)->variant();
  if (skipFunction(F) || !Variant.dma)
    return false;
  Size = Variant.dma->descriptorSize;
  Buffer = Matrix::findDescriptorBuffer(F);
  if (!Buffer || !Buffers.contains(Buffer))
    return false;
  bool Changed = Matrix::expandFills(F, *Buffer);
  LI = &getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
  MapVector<Loop *, SmallVector<Transfer, 8>> Nests;
  for (Loop *Outermost : *LI)
    for (BasicBlock *Block : Outermost->blocks())
      collect(*Block, Nests[Outermost]);
  if (Divisible.contains(Buffer))
    for (auto &[Outermost, Transfers] : Nests)
      Changed |= hoist(*Outermost, Transfers);
  return removeEqualWords(F) || Changed;
}

/// Appends the transfers of a block all of whose words are written in it.
void MatrixDescriptors::collect(BasicBlock &Block,
                                SmallVectorImpl<Transfer> &Found) const {
  Transfer Next = {nullptr, LI->getLoopFor(&Block), {}};
  bool IsLast = true; // each store is the only one of its word
  for (Instruction &I : Block) {
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      std::optional<uint64_t> Offset = offsetOf(Store->getPointerOperand());
      if (!Offset)
        continue;
      IsLast &= Next.Words.insert({*Offset, Store}).second;
    } else if (Matrix::startsTransfer(I)) {
      Next.Start = cast<CallInst>(&I);
      if (IsLast && Next.Words.size() * Matrix::DescriptorWordSize == Size &&
          offsetOf(Next.Start->getArgOperand(0)) == 0)
        Found.push_back(Next);
      Next.Words.clear();
      IsLast = true;
    }
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns the largest loop around a transfer in which a word is invariant, or
/// null.
Loop *MatrixDescriptors::invariantLoop(const Transfer &T,
                                       const StoreInst &Word) const {
  Loop *Largest = nullptr;
  for (Loop *L = T.Innermost;
       L && L->getLoopPreheader() && L->isLoopInvariant(Word.getValueOperand());
       L = L->getParentLoop())
    Largest = L;
  return Largest;
}

/// The slots are for the transfers of the innermost loops.
bool MatrixDescriptors::hoist(Loop &Outermost,
                              ArrayRef<Transfer> Transfers) const {
  for (BasicBlock *Block : Outermost.blocks())
    if (any_of(*Block, Matrix::callsCode))
      return false;
  unsigned Depth = 0, Slot = 0;
  for (const Transfer &T : Transfers)
    Depth = std::max(Depth, T.Innermost->getLoopDepth());
  uint64_t Slots =
      Buffer->getDataLayout().getTypeAllocSize(Buffer->getValueType()) / Size;
  for (; Depth > 0; --Depth)
    for (const Transfer &T : Transfers)
      if (T.Innermost->getLoopDepth() == Depth && Slot + 1 < Slots && hoist(T))
        moveToSlot(T, ++Slot);
  return Slot > 0;
}

/// Moves words before the loops in which they are invariant.
bool MatrixDescriptors::hoist(const Transfer &T) const {
  bool IsMoved = false;
  for (auto [Offset, Word] : T.Words)
    if (Loop *L = invariantLoop(T, *Word)) {
      Word->moveBefore(L->getLoopPreheader()->getTerminator()->getIterator());
      IsMoved = true;
    }
  return IsMoved;
}

void MatrixDescriptors::moveToSlot(const Transfer &T, unsigned Slot) const {
  IRBuilder<> Builder(Buffer->getContext());
  auto Address = [&](uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Buffer,
                                              Slot * Size + Offset);
  };
  T.Start->setArgOperand(0, Address(0));
  for (auto [Offset, Word] : T.Words)
    Word->setOperand(StoreInst::getPointerOperandIndex(), Address(Offset));
}

//===----------------------------------------------------------------------===//
// Straight-line code
//===----------------------------------------------------------------------===//

/// A block with one predecessor begins with the words of that one.
bool MatrixDescriptors::removeEqualWords(Function &F) const {
  DenseMap<BasicBlock *, HeldWords> Ends;
  bool Changed = false;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    HeldWords Held;
    if (BasicBlock *Before = Block->getSinglePredecessor())
      Held = Ends.lookup(Before);
    Changed |= removeEqualWords(*Block, Held);
    Ends[Block] = std::move(Held);
  }
  return Changed;
}

/// Removes stores of what a word holds.
bool MatrixDescriptors::removeEqualWords(BasicBlock &Block,
                                         HeldWords &Held) const {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(Block)) {
    if (Matrix::callsCode(I))
      Held.clear();
    auto *Store = dyn_cast<StoreInst>(&I);
    std::optional<uint64_t> Offset =
        Store ? offsetOf(Store->getPointerOperand()) : std::nullopt;
    if (!Offset)
      continue;
    auto [Word, IsNew] = Held.insert({*Offset, Store->getValueOperand()});
    if (IsNew || Word->second != Store->getValueOperand()) {
      Word->second = Store->getValueOperand();
      continue;
    }
    Store->eraseFromParent();
    Changed = true;
  }
  return Changed;
}
