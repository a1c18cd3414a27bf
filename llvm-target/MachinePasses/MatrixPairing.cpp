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
// whether its word has one. Pairs are formed from the front, which is optimal as
// long as the order is kept. The distance of a branch is known in bounds only
// until all pairs are formed: it is at most that without pairs, and both bounds
// must have one form. Directives of unwinding and debug values between the two
// take effect after the pair, since no address is between.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "MatrixInstLowering.h"
#include "MatrixPairing.h"
#include "MatrixSubtarget.h"
#include "matrix/Description/Target.h"
#include "matrix/Support/Pairs.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/Support/Endian.h"

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

/// Takes effect between instructions and has no code.
static bool isDirective(const MachineInstr &MI) {
  return MI.isDebugInstr() || MI.isCFIInstruction();
}

/// Returns the next instruction of the block that is not a directive.
static Iterator nextCode(Iterator I) {
  MachineBasicBlock &MBB = *I->getParent();
  do
    ++I;
  while (I != MBB.end() && isDirective(*I));
  return I;
}

/// Moves directives between both behind the second. After a terminator, that is
/// the start of the next block in memory; debug values have no effect there.
static void moveDirectives(Iterator First, Iterator Second) {
  MachineBasicBlock &MBB = *First->getParent();
  MachineFunction::iterator Next = std::next(MBB.getIterator());
  MachineBasicBlock *To = &MBB;
  Iterator Where = std::next(Second);
  if (Second->isTerminator()) {
    To = Next == MBB.getParent()->end() ? nullptr : &*Next;
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

static void bundle(Iterator First, Iterator Second) {
  moveDirectives(First, Second);
  MachineBasicBlock &MBB = *First->getParent();
  finalizeBundle(MBB, First.getInstrIterator(),
                 std::next(Second.getInstrIterator()));
}

static bool formPairs(MachineBasicBlock &MBB, const Matrix::ShortWords &Words) {
  bool Changed = false;
  for (Iterator I = MBB.begin(); I != MBB.end();) {
    Iterator Second = nextCode(I);
    if (isDirective(*I) || Second == MBB.end() || !Words.isShort(*I, 0) ||
        !Words.isShort(*Second, 1)) {
      ++I;
      continue;
    }
    Iterator After = std::next(Second);
    bundle(I, Second);
    I = After;
    Changed = true;
  }
  return Changed;
}

bool MatrixPairing::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) ||
      !MF.getSubtarget<MatrixSubtarget>().hasPairs())
    return false;
  Matrix::ShortWords Words(MF);
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    Changed |= formPairs(MBB, Words);
  return Changed;
}
