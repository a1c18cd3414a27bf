//===- MatrixTileOffsets.cpp - offsets of tile accesses -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile loads and stores add an offset in tile rows to their address. In each
// block, accesses at constant distances share one address, the anchor:
//
//   load(p, 0), load(p + 8192, 0), load(p + 24576, 0)        rows of 64 bytes
//   a = p + 16384;  load(a, -256), load(a, -128), load(a, 128)
//
// Distances are differences of scalar evolutions. Accesses are grouped by their
// origin, which is the address without its constant term. A group is divided
// greedily: in ascending order of distances, an anchor serves all accesses
// within the range of offsets from the first one, which gives the fewest
// anchors. The anchor is the address of the first access, or a constant beyond
// it.
//
//===----------------------------------------------------------------------===//

#include "AddressTerms.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "TargetMachine/MatrixTargetMachine.h"
#include "Utils/MatrixBuiltins.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

/// Anchor + offset * row bytes is the address.
struct TileAccess {
  CallInst *Call;
  unsigned Base, Offset; // arguments
  int64_t Address;       // distance from the origin, without the offset
  int64_t Distance;      // with it

  Value *pointer() const { return Call->getArgOperand(Base); }
};

/// Accesses at constant distances from an origin, with the same limits of their
/// offsets. Distances modulo the bytes of a row are equal.
struct GroupKey {
  const SCEV *Origin;
  int64_t Remainder, Min, Max;

  bool operator==(const GroupKey &Other) const {
    return std::tie(Origin, Remainder, Min, Max) ==
           std::tie(Other.Origin, Other.Remainder, Other.Min, Other.Max);
  }
};

class MatrixTileOffsets : public FunctionPass {
  const MatrixTargetMachine *TM;
  const MatrixSubtarget *ST = nullptr;
  ScalarEvolution *SE = nullptr;
  int64_t Row = 0;
  SmallVector<WeakTrackingVH> Replaced; ///< addresses

public:
  static char ID;
  explicit MatrixTileOffsets(const MatrixTargetMachine *TM = nullptr)
      : FunctionPass(ID), TM(TM) {}
  StringRef getPassName() const override { return "Matrix tile offsets"; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.addRequired<ScalarEvolutionWrapperPass>();
    Usage.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;

private:
  bool runOnBlock(BasicBlock &Block);
  std::optional<std::pair<GroupKey, TileAccess>> matchAccess(Instruction &I);
  bool shareAnchors(const GroupKey &Key, ArrayRef<TileAccess> Accesses);
  bool shareAnchor(const GroupKey &Key, ArrayRef<TileAccess> Accesses);
  void rewrite(const TileAccess &Access, Value *Anchor, int64_t Distance);
};

} // namespace

namespace llvm {
template <> struct DenseMapInfo<GroupKey> {
  static GroupKey getEmptyKey() {
    return {DenseMapInfo<const SCEV *>::getEmptyKey(), 0, 0, 0};
  }
  static GroupKey getTombstoneKey() {
    return {DenseMapInfo<const SCEV *>::getTombstoneKey(), 0, 0, 0};
  }
  static unsigned getHashValue(const GroupKey &Key) {
    return hash_combine(Key.Origin, Key.Remainder, Key.Min, Key.Max);
  }
  static bool isEqual(const GroupKey &A, const GroupKey &B) { return A == B; }
};
} // namespace llvm

char MatrixTileOffsets::ID = 0;

FunctionPass *llvm::createMatrixTileOffsets(const MatrixTargetMachine &TM) {
  return new MatrixTileOffsets(&TM);
}

bool MatrixTileOffsets::runOnFunction(Function &F) {
  ST = TM->getSubtargetImpl(F);
  if (skipFunction(F) || !ST->tileLoad())
    return false;
  SE = &getAnalysis<ScalarEvolutionWrapperPass>().getSE();
  Row = ST->tileRowBytes();
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= runOnBlock(Block);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
  Replaced.clear();
  return Changed;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

bool MatrixTileOffsets::runOnBlock(BasicBlock &Block) {
  MapVector<GroupKey, SmallVector<TileAccess, 8>> Groups;
  for (Instruction &I : Block)
    if (auto Found = matchAccess(I))
      Groups[Found->first].push_back(Found->second);
  bool Changed = false;
  for (const auto &[Key, Accesses] : Groups)
    Changed |= shareAnchors(Key, Accesses);
  return Changed;
}

std::optional<std::pair<GroupKey, TileAccess>>
MatrixTileOffsets::matchAccess(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Matrix::Builtin *Found =
      Call ? Matrix::getBuiltin(*Call, ST->getFeatureBits()) : nullptr;
  if (!Found || Found->Offset < 0 || Found->Base < 0 ||
      Call->arg_size() != Found->NumInputs ||
      !Call->getArgOperand(Found->Base)->getType()->isPointerTy())
    return std::nullopt;
  auto *Offset = dyn_cast<ConstantInt>(Call->getArgOperand(Found->Offset));
  if (!Offset)
    return std::nullopt;
  auto [Origin, Constant] = AddressTerms(Call->getArgOperand(Found->Base), *SE);
  const Matrix::BuiltinOperand &Limits = Found->inputs()[Found->Offset];
  TileAccess Access = {Call, unsigned(Found->Base), unsigned(Found->Offset),
                       Constant, Constant + Offset->getSExtValue() * Row};
  int64_t Remainder = (Constant % Row + Row) % Row;
  return std::pair(GroupKey{Origin, Remainder, Limits.Min, Limits.Max}, Access);
}

/// Divides the accesses into those that one anchor reaches.
bool MatrixTileOffsets::shareAnchors(const GroupKey &Key,
                                     ArrayRef<TileAccess> Accesses) {
  SmallVector<int64_t> Distances;
  for (const TileAccess &Access : Accesses)
    Distances.push_back(Access.Distance);
  bool Changed = false;
  forEachRange(Distances, (Key.Max - Key.Min) * Row,
               [&](int64_t First, int64_t Last) {
                 SmallVector<TileAccess, 8> Reached;
                 copy_if(Accesses, std::back_inserter(Reached),
                         [&](const TileAccess &A) {
                           return A.Distance >= First && A.Distance <= Last;
                         });
                 Changed |= shareAnchor(Key, Reached);
               });
  return Changed;
}

//===----------------------------------------------------------------------===//
// Anchors
//===----------------------------------------------------------------------===//

/// All accesses reach the anchor at distance d if, for each access at a, Min <=
/// (a - d) / Row <= Max: High - Max * Row <= d <= Low - Min * Row. The address
/// of the first access is used if it is between these bounds, else the nearer
/// bound.
bool MatrixTileOffsets::shareAnchor(const GroupKey &Key,
                                    ArrayRef<TileAccess> Accesses) {
  auto [Low, High] =
      std::minmax_element(Accesses.begin(), Accesses.end(),
                          [](const TileAccess &A, const TileAccess &B) {
                            return A.Distance < B.Distance;
                          });
  auto IsFirst = [&](const TileAccess &A) {
    return A.pointer() == Accesses.front().pointer();
  };
  if (all_of(Accesses, IsFirst))
    return false;
  const TileAccess &First = Accesses.front();
  int64_t Distance = std::clamp(First.Address, High->Distance - Key.Max * Row,
                                Low->Distance - Key.Min * Row);
  Value *Anchor = anchorAt(First.pointer(), Distance - First.Address,
                           *First.Call->getFunction());
  for (const TileAccess &Access : Accesses)
    rewrite(Access, Anchor, Distance);
  return true;
}

void MatrixTileOffsets::rewrite(const TileAccess &Access, Value *Anchor,
                                int64_t Distance) {
  Replaced.push_back(Access.pointer());
  Type *Number = Access.Call->getArgOperand(Access.Offset)->getType();
  Access.Call->setArgOperand(Access.Base, Anchor);
  Access.Call->setArgOperand(
      Access.Offset,
      ConstantInt::getSigned(Number, (Access.Distance - Distance) / Row));
}
