//===- MatrixPairing.cpp - two instructions in a word ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bundles two instructions of a block that have short forms; a bundle becomes a
// pair word. Each instruction is encoded, and the table of short forms tells
// whether its word has one. Pairs are formed from the front; an instruction
// takes the next one, or moves up a later one if that does no harm. The
// distance of a branch is known in bounds only until all pairs are formed: it
// is at most that without pairs, and both bounds must have one form. Directives
// of unwinding and debug values between the two take effect after the pair,
// since no address is between.
//
//===----------------------------------------------------------------------===//

#include "MatrixPairing.h"
#include "Matrix.h"
#include "MatrixMoveUp.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBundle.h"

#define DEBUG_TYPE "matrix-pairing"
#define PASS_NAME "Matrix formation of pairs"

using namespace llvm;

namespace {

class MatrixPairing : public MachineFunctionPass {
public:
  static char ID;
  MatrixPairing() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

} // namespace

char MatrixPairing::ID = 0;

INITIALIZE_PASS(MatrixPairing, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createMatrixPairing() { return new MatrixPairing; }

using Iterator = MachineBasicBlock::iterator;
using Matrix::isDirective;

/// Returns the next instruction of the block that is not a directive.
static Iterator nextCode(Iterator I) {
  MachineBasicBlock &MBB = *I->getParent();
  do
    ++I;
  while (I != MBB.end() && isDirective(*I));
  return I;
}

/// Whether directives of unwinding that are between both can follow the second:
/// between terminators there are none.
static bool canFollow(Iterator First, Iterator Second) {
  bool IsLast = nextCode(Second) == First->getParent()->end();
  return IsLast || !Second->isTerminator() ||
         none_of(make_range(std::next(First), Second),
                 [](const MachineInstr &MI) { return MI.isCFIInstruction(); });
}

/// Moves directives between both behind the second. After a terminator, that is
/// the start of the next block of the section; debug values have no effect
/// there.
static void moveDirectives(Iterator First, Iterator Second) {
  MachineBasicBlock &MBB = *First->getParent();
  MachineFunction::iterator Next = std::next(MBB.getIterator());
  MachineBasicBlock *To = &MBB;
  Iterator Where = std::next(Second);
  if (Second->isTerminator()) {
    bool IsLast = Next == MBB.getParent()->end() || !Next->sameSection(&MBB);
    To = IsLast ? nullptr : &*Next;
    Where = To ? To->begin() : Where;
  }
  for (MachineInstr &MI :
       make_early_inc_range(make_range(std::next(First), Second))) {
    if (!To || (To != &MBB && MI.isDebugInstr()))
      MI.eraseFromParent();
    else
      To->splice(Where, &MBB, MI.getIterator());
  }
}

/// Returns the source location of a pair: that of a single access to memory,
/// because messages of the simulator name it, or the first with a line.
static DebugLoc locationOf(const MachineInstr &First,
                           const MachineInstr &Second) {
  const DebugLoc &A = First.getDebugLoc(), &B = Second.getDebugLoc();
  bool PrefersSecond = !A || !A.getLine() ||
                       (Second.mayLoadOrStore() && !First.mayLoadOrStore());
  return PrefersSecond && B && B.getLine() ? B : A;
}

static void bundle(Iterator First, Iterator Second) {
  moveDirectives(First, Second);
  MachineBasicBlock &MBB = *First->getParent();
  DebugLoc Location = locationOf(*First, *Second);
  finalizeBundle(MBB, First.getInstrIterator(),
                 std::next(Second.getInstrIterator()));
  getBundleStart(First.getInstrIterator())->setDebugLoc(Location);
}

namespace {

class Former {
public:
  explicit Former(const MachineFunction &MF) : Words(MF), Order(MF) {}

  bool isPossible() const { return Words.haveReach(); }
  bool run(MachineBasicBlock &MBB) {
    for (MachineInstr &MI : MBB)
      Words.commute(MI);
    bool Changed = false;
    for (Iterator I = MBB.begin(); I != MBB.end();) {
      Iterator Second = isDirective(*I) ? MBB.end() : partnerOf(I);
      if (Second == MBB.end()) {
        ++I;
        continue;
      }
      if (Second == nextCode(I))
        Order.forgetResults(I, Second);
      else
        Order.move(Second, I);
      Iterator After = std::next(Second);
      bundle(I, Second);
      I = After;
      Changed = true;
    }
    return Changed;
  }

private:
  Iterator partnerOf(Iterator First) const;

  Matrix::ShortWords Words;
  Matrix::MoveUp Order;
};

} // namespace

/// Number of instructions after the first among which the second one is.
static constexpr unsigned Window = 6;

/// Returns the second instruction of a pair, or the end of the block.
Iterator Former::partnerOf(Iterator First) const {
  Iterator End = First->getParent()->end();
  if (!Words.isShort(*First, 0))
    return End;
  Iterator I = nextCode(First);
  for (unsigned N = 0; N < Window && I != End; ++N, I = nextCode(I))
    if (Words.isShort(*I, 1) &&
        (N == 0 ? canFollow(First, I) : Order.isPossible(I, First)))
      return I;
  return End;
}

bool MatrixPairing::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) ||
      !MF.getSubtarget<MatrixSubtarget>().hasPairs())
    return false;
  Former Pairs(MF);
  if (!Pairs.isPossible())
    return false;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    Changed |= Pairs.run(MBB);
  return Changed;
}
