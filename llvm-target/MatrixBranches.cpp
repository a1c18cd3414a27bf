//===- MatrixBranches.cpp - branches of MatrixInstrInfo -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch analysis, insertion and relaxation. A branch condition consists of the
// opcode and its two registers.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixScalarRoles.h"
#include "MatrixInstrInfo.h"
#include "MatrixSubtarget.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"

using namespace llvm;

static bool isConditional(const MachineInstr &MI) {
  return MI.isConditionalBranch() && !MI.isIndirectBranch();
}
static bool isJump(const MachineInstr &MI) {
  return MI.getOpcode() == Matrix::PseudoBR;
}

MachineBasicBlock *
MatrixInstrInfo::getBranchDestBlock(const MachineInstr &MI) const {
  return MI.getOperand(MI.getNumExplicitOperands() - 1).getMBB();
}

/// Recognizes the block ends: no terminator, a jump, a conditional branch, a
/// conditional branch and a jump. Returns true for all others, such as indirect
/// branches, which common code then leaves unchanged.
bool MatrixInstrInfo::analyzeBranch(MachineBasicBlock &MBB,
                                    MachineBasicBlock *&Taken,
                                    MachineBasicBlock *&Otherwise,
                                    SmallVectorImpl<MachineOperand> &Cond,
                                    bool) const {
  Taken = Otherwise = nullptr;
  Cond.clear();
  SmallVector<MachineInstr *, 4> Ends;
  for (MachineInstr &MI : MBB.terminators())
    Ends.push_back(&MI);
  if (Ends.empty())
    return false;
  if (any_of(Ends, [](MachineInstr *End) { return End->isBundle(); }))
    return true; // pairs are formed at the end
  if (Ends.size() > 2 || (Ends.size() == 2 && !isJump(*Ends[1])))
    return true;
  MachineInstr &First = *Ends[0];
  if (isConditional(First)) {
    Cond.assign({MachineOperand::CreateImm(First.getOpcode()),
                 First.getOperand(0), First.getOperand(1)});
    if (Ends.size() == 2)
      Otherwise = getBranchDestBlock(*Ends[1]);
  } else if (!isJump(First) || Ends.size() == 2) {
    return true;
  }
  Taken = getBranchDestBlock(First);
  return false;
}

unsigned MatrixInstrInfo::removeBranch(MachineBasicBlock &MBB,
                                       int *Bytes) const {
  unsigned Removed = 0;
  for (auto I = MBB.getLastNonDebugInstr();
       I != MBB.end() && (isJump(*I) || isConditional(*I));
       I = MBB.getLastNonDebugInstr()) {
    I->eraseFromParent();
    ++Removed;
  }
  if (Bytes)
    *Bytes = 4 * Removed;
  return Removed;
}

unsigned MatrixInstrInfo::insertBranch(MachineBasicBlock &MBB,
                                       MachineBasicBlock *Taken,
                                       MachineBasicBlock *Otherwise,
                                       ArrayRef<MachineOperand> Cond,
                                       const DebugLoc &DL, int *Bytes) const {
  unsigned Inserted = 1;
  if (Cond.empty())
    BuildMI(&MBB, DL, get(Matrix::PseudoBR)).addMBB(Taken);
  else
    BuildMI(&MBB, DL, get(Cond[0].getImm()))
        .add(Cond[1])
        .add(Cond[2])
        .addMBB(Taken);
  if (Otherwise) {
    BuildMI(&MBB, DL, get(Matrix::PseudoBR)).addMBB(Otherwise);
    ++Inserted;
  }
  if (Bytes)
    *Bytes = 4 * Inserted;
  return Inserted;
}

/// Each condition has a branch for its opposite, so that no operands are
/// exchanged.
bool MatrixInstrInfo::reverseBranchCondition(
    SmallVectorImpl<MachineOperand> &Cond) const {
  static constexpr std::pair<unsigned, unsigned> Opposites[] = {
      {Matrix::role::BranchEqual, Matrix::role::BranchNotEqual},
      {Matrix::role::BranchLess, Matrix::role::BranchNotLess},
      {Matrix::role::BranchBelow, Matrix::role::BranchNotBelow}};
  for (auto [A, B] : Opposites)
    if (Cond[0].getImm() == A || Cond[0].getImm() == B) {
      Cond[0].setImm(Cond[0].getImm() == A ? B : A);
      return false;
    }
  return true;
}

bool MatrixInstrInfo::isBranchOffsetInRange(unsigned Opcode,
                                            int64_t Offset) const {
  using namespace matrix::desc;
  return Opcode == Matrix::PseudoBR ? immediate::JumpTarget.contains(Offset)
                                    : immediate::BranchTarget.contains(Offset);
}

/// Emits `la scratch, dest; jr scratch` with a scavenged register, because
/// branch relaxation runs after register allocation.
void MatrixInstrInfo::insertIndirectBranch(MachineBasicBlock &MBB,
                                           MachineBasicBlock &Dest,
                                           MachineBasicBlock &,
                                           const DebugLoc &DL, int64_t,
                                           RegScavenger *RS) const {
  using namespace matrix::elf;
  MachineRegisterInfo &MRI = MBB.getParent()->getRegInfo();
  Register Scratch = MRI.createVirtualRegister(&Matrix::GPRRegClass);
  auto First = BuildMI(&MBB, DL, get(Matrix::role::MoveHalfword), Scratch)
                   .addMBB(&Dest, R_MATRIX_ABS_G0_NC)
                   .addImm(0);
  BuildMI(&MBB, DL, get(Matrix::role::ReplaceHalfword), Scratch)
      .addReg(Scratch)
      .addMBB(&Dest, R_MATRIX_ABS_G1)
      .addImm(1);
  BuildMI(&MBB, DL, get(Matrix::PseudoBRIND)).addReg(Scratch, RegState::Kill);
  RS->enterBasicBlockEnd(MBB);
  Register Free = RS->scavengeRegisterBackwards(
      Matrix::GPRRegClass, First.getInstr()->getIterator(),
      /*RestoreAfter=*/false, /*SPAdj=*/0, /*AllowSpill=*/false);
  if (!Free)
    reportFatalUsageError("function '" + MBB.getParent()->getName() +
                          "' is too large: no register for a far branch");
  RS->setRegUsed(Free);
  MRI.replaceRegWith(Scratch, Free);
  MRI.clearVirtRegs();
}
