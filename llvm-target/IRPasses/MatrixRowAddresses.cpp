//===- MatrixRowAddresses.cpp - addresses of row instructions -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that move rows take an address in a register, without an offset.
// An unrolled loop uses dozens of addresses that do not change in it. Computed
// before the loop, as loop-invariant code motion leaves them, they exceed the
// registers, and each use waits for a reload from DRAM:
//
//   before the loop   q = p + 4096; r = p + 8192; ...       spilled
//   in the loop       mvin(p), mvin(q), mvin(r), ...        reloaded
//
// If the blocks of an outermost loop, or a block without loop, use more of them
// than half of the registers, each one is computed where it is used, from an
// anchor within the reach of an immediate:
//
//   in the loop       mvin(p), mvin(p + 4096), mvin(p + 8192), ...
//
// Distances are differences of scalar evolutions (AddressTerms.h). This pass is
// after loop strength reduction, which would move the sums again.
//
//===----------------------------------------------------------------------===//

#include "AddressTerms.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "TargetMachine/MatrixTargetMachine.h"
#include "Utils/MatrixBuiltins.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using matrix::desc::immediate::SignedImmediate;

namespace {

/// A register operand that is an address.
struct AddressUse {
  Use *Operand;
  int64_t Constant; ///< bytes from the origin
};
using AddressGroups = MapVector<const SCEV *, SmallVector<AddressUse, 8>>;

class MatrixRowAddresses : public FunctionPass {
  const MatrixTargetMachine *TM;
  const MatrixSubtarget *ST = nullptr;
  ScalarEvolution *SE = nullptr;
  SmallVector<WeakTrackingVH> Replaced;

public:
  static char ID;
  explicit MatrixRowAddresses(const MatrixTargetMachine *TM = nullptr)
      : FunctionPass(ID), TM(TM) {}
  StringRef getPassName() const override { return "Matrix row addresses"; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.addRequired<LoopInfoWrapperPass>();
    Usage.addRequired<ScalarEvolutionWrapperPass>();
    Usage.addRequired<TargetTransformInfoWrapperPass>();
    Usage.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;

private:
  bool runOnBlocks(ArrayRef<BasicBlock *> Blocks, unsigned Registers);
  void addUses(CallInst &Call, AddressGroups &Groups);
  void computeAtUses(ArrayRef<AddressUse> Group);
  void shareAnchor(ArrayRef<AddressUse> Uses, int64_t First, int64_t Last);
};

} // namespace

char MatrixRowAddresses::ID = 0;

FunctionPass *llvm::createMatrixRowAddresses(const MatrixTargetMachine &TM) {
  return new MatrixRowAddresses(&TM);
}

bool MatrixRowAddresses::runOnFunction(Function &F) {
  if (skipFunction(F))
    return false;
  ST = TM->getSubtargetImpl(F);
  SE = &getAnalysis<ScalarEvolutionWrapperPass>().getSE();
  auto &TTI = getAnalysis<TargetTransformInfoWrapperPass>().getTTI(F);
  unsigned Registers = TTI.getNumberOfRegisters(/*ClassID=*/0);
  bool Changed = false;
  const LoopInfo &LI = getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
  for (const Loop *Outermost : LI)
    Changed |= runOnBlocks(Outermost->getBlocks(), Registers);
  for (BasicBlock &Block : F)
    if (!LI.getLoopFor(&Block))
      Changed |= runOnBlocks(&Block, Registers);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
  Replaced.clear();
  return Changed;
}

/// Loop-invariant code motion moves addresses out of all loops around a block:
/// all of them take registers at the same time.
bool MatrixRowAddresses::runOnBlocks(ArrayRef<BasicBlock *> Blocks,
                                     unsigned Registers) {
  SmallVector<AddressGroups> GroupsOfBlocks;
  SmallPtrSet<Value *, 16> Addresses;
  for (BasicBlock *Block : Blocks) {
    AddressGroups &Groups = GroupsOfBlocks.emplace_back();
    for (Instruction &I : *Block)
      if (auto *Call = dyn_cast<CallInst>(&I))
        addUses(*Call, Groups);
    for (const auto &[Origin, Group] : Groups)
      for (const AddressUse &Use : Group)
        Addresses.insert(Use.Operand->get());
  }
  if (Addresses.size() <= Registers / 2)
    return false;
  for (const AddressGroups &Groups : GroupsOfBlocks)
    for (const auto &[Origin, Group] : Groups)
      computeAtUses(Group);
  return true;
}

/// Adds the addresses of an instruction that has no offsets.
void MatrixRowAddresses::addUses(CallInst &Call, AddressGroups &Groups) {
  const Matrix::Builtin *Found = Matrix::getBuiltin(Call, ST->getFeatureBits());
  if (!Found || Found->Offset >= 0)
    return;
  for (Use &Operand : Call.args())
    if (Operand->getType()->isPointerTy()) {
      AddressTerms Terms(Operand, *SE);
      Groups[Terms.Origin].push_back({&Operand, Terms.Constant});
    }
}

/// Divides the uses into those that one anchor reaches.
void MatrixRowAddresses::computeAtUses(ArrayRef<AddressUse> Group) {
  SmallVector<int64_t> Constants;
  for (const AddressUse &Use : Group)
    Constants.push_back(Use.Constant);
  forEachRange(
      Constants, SignedImmediate.max() - SignedImmediate.min(),
      [&](int64_t First, int64_t Last) { shareAnchor(Group, First, Last); });
}

/// Uses of addresses from First to Last add an immediate to the anchor.
void MatrixRowAddresses::shareAnchor(ArrayRef<AddressUse> Group, int64_t First,
                                     int64_t Last) {
  auto IsReached = [&](const AddressUse &Use) {
    return Use.Constant >= First && Use.Constant <= Last;
  };
  const AddressUse &Earliest = *find_if(Group, IsReached);
  int64_t Constant = std::clamp(Earliest.Constant, Last - SignedImmediate.max(),
                                First - SignedImmediate.min());
  auto *Call = cast<CallInst>(Earliest.Operand->getUser());
  Value *Anchor = anchorAt(Earliest.Operand->get(),
                           Constant - Earliest.Constant, *Call->getFunction());
  for (const AddressUse &Use : make_filter_range(Group, IsReached)) {
    if (Use.Operand->get() == Anchor)
      continue;
    Replaced.push_back(Use.Operand->get());
    IRBuilder<> Builder(cast<Instruction>(Use.Operand->getUser()));
    Use.Operand->set(Builder.CreatePtrAdd(
        Anchor, Builder.getInt64(Use.Constant - Constant)));
  }
}
