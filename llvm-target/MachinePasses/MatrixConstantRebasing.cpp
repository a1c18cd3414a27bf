//===- MatrixConstantRebasing.cpp - constants as sums with few bases ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of row instructions are packed words: extents and flags in the high
// bits, a row in the low ones. An unrolled loop has dozens of them, each of
// several instructions, which loop-invariant code motion moves before the
// loop. They then take the registers of its pointers, which are reloaded from
// the stack:
//
//   before the loop   c0 = 0x0010001000000010; c1 = 0x0010001000000020; ...
//   in the loop       mvin(p, c0), mvin(q, c1), ...
//
// If the blocks of an outermost loop, or a block without loop, use more
// constants of several instructions than half of the registers, those that one
// base reaches by an immediate become sums where they are used:
//
//   before the loop   b = 0x0010001000000000
//   in the loop       mvin(p, b + 0x10), mvin(q, b + 0x20), ...
//
// This pass is after loop-invariant code motion and common subexpression
// elimination on machine instructions, which would move the sums before
// the loop again. LLVM's constant hoisting is before both.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixScalarRoles.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterClassInfo.h"

#define DEBUG_TYPE "matrix-constant-rebasing"
#define PASS_NAME "Matrix constant rebasing"

using namespace llvm;
using matrix::desc::immediate::SignedImmediate;

STATISTIC(NumSums, "Number of constants that are sums with a base");
STATISTIC(NumBases, "Number of bases");

namespace {

/// The operands of a loop that are constants with the same base.
struct ConstantUses {
  SmallVector<MachineOperand *, 8> Operands;
  SmallSet<int64_t, 8> Constants;
};

class MatrixConstantRebasing : public MachineFunctionPass {
  const MatrixInstrInfo *TII = nullptr;
  MachineRegisterInfo *MRI = nullptr;
  DenseMap<int64_t, Register> Bases;

public:
  static char ID;
  MatrixConstantRebasing() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.addRequired<MachineLoopInfoWrapperPass>();
    Usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool runOnBlocks(ArrayRef<MachineBasicBlock *> Blocks, unsigned Registers);
  std::optional<int64_t> getConstant(const MachineOperand &Operand) const;
  Register getBase(MachineFunction &MF, int64_t Value);
  void addWhereUsed(MachineOperand &Operand, int64_t Base);
};

} // namespace

char MatrixConstantRebasing::ID = 0;

FunctionPass *llvm::createMatrixConstantRebasing() {
  return new MatrixConstantRebasing;
}

bool MatrixConstantRebasing::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  TII = MF.getSubtarget<MatrixSubtarget>().getInstrInfo();
  MRI = &MF.getRegInfo();
  Bases.clear();
  RegisterClassInfo Classes;
  Classes.runOnMachineFunction(MF);
  unsigned Registers = Classes.getNumAllocatableRegs(&Matrix::GPRRegClass);
  bool Changed = false;
  const auto &LI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  for (const MachineLoop *Outermost : LI)
    Changed |= runOnBlocks(Outermost->getBlocks(), Registers);
  for (MachineBasicBlock &MBB : MF)
    if (!LI.getLoopFor(&MBB))
      Changed |= runOnBlocks(&MBB, Registers);
  return Changed;
}

/// Returns a constant of several instructions.
std::optional<int64_t>
MatrixConstantRebasing::getConstant(const MachineOperand &Operand) const {
  if (!Operand.isReg() || !Operand.isUse() || Operand.getSubReg() ||
      !Operand.getReg().isVirtual())
    return std::nullopt;
  const MachineInstr *Def = MRI->getUniqueVRegDef(Operand.getReg());
  if (!Def || Def->getOpcode() != Matrix::PseudoLI ||
      !Def->getOperand(1).isImm() ||
      SignedImmediate.contains(Def->getOperand(1).getImm()))
    return std::nullopt;
  return Def->getOperand(1).getImm();
}

/// Returns the base that reaches a constant. The bases of a function are
/// multiples of the range of an immediate, so that blocks share them.
static int64_t baseOf(int64_t Constant) {
  uint64_t Range = SignedImmediate.max() - SignedImmediate.min() + 1;
  uint64_t FromFirst = uint64_t(Constant) - SignedImmediate.min();
  return FromFirst / Range * Range;
}

bool MatrixConstantRebasing::runOnBlocks(ArrayRef<MachineBasicBlock *> Blocks,
                                         unsigned Registers) {
  constexpr unsigned kMin = 3; // constants that are worth a base
  MapVector<int64_t, ConstantUses> Uses;
  for (MachineBasicBlock *MBB : Blocks)
    for (MachineInstr &MI : *MBB) {
      if (MI.isPHI() || MI.isCopy() || MI.isDebugInstr())
        continue;
      for (MachineOperand &Operand : MI.explicit_uses())
        if (std::optional<int64_t> Constant = getConstant(Operand)) {
          ConstantUses &Group = Uses[baseOf(*Constant)];
          Group.Operands.push_back(&Operand);
          Group.Constants.insert(*Constant);
        }
    }
  Uses.remove_if(
      [](const auto &Group) { return Group.second.Constants.size() < kMin; });
  unsigned NumConstants = 0;
  for (const auto &[Base, Group] : Uses)
    NumConstants += Group.Constants.size();
  if (NumConstants <= Registers / 2)
    return false;
  for (const auto &[Base, Group] : Uses)
    for (MachineOperand *Operand : Group.Operands)
      addWhereUsed(*Operand, Base);
  return true;
}

/// Bases are defined on entry; the register allocator computes them again where
/// registers are missing.
Register MatrixConstantRebasing::getBase(MachineFunction &MF, int64_t Value) {
  Register &Base = Bases[Value];
  if (Base)
    return Base;
  Base = MRI->createVirtualRegister(&Matrix::GPRRegClass);
  MachineBasicBlock &Entry = MF.front();
  BuildMI(Entry, Entry.getFirstNonPHI(), DebugLoc(), TII->get(Matrix::PseudoLI),
          Base)
      .addImm(Value);
  ++NumBases;
  return Base;
}

void MatrixConstantRebasing::addWhereUsed(MachineOperand &Operand,
                                          int64_t Base) {
  MachineInstr &MI = *Operand.getParent();
  MachineBasicBlock &MBB = *MI.getParent();
  MachineInstr *Def = MRI->getUniqueVRegDef(Operand.getReg());
  int64_t Distance = Def->getOperand(1).getImm() - Base;
  Register Sum =
      Distance ? MRI->createVirtualRegister(MRI->getRegClass(Operand.getReg()))
               : getBase(*MBB.getParent(), Base);
  auto Position =
      MI.isTerminator() ? MBB.getFirstTerminator() : MI.getIterator();
  if (Distance)
    TII->addImmediate(MBB, Position, MI.getDebugLoc(), Sum,
                      getBase(*MBB.getParent(), Base), Distance, Sum);
  Operand.setReg(Sum);
  Operand.setIsKill(false);
  ++NumSums;
  if (MRI->use_empty(Def->getOperand(0).getReg()))
    Def->eraseFromParent();
}
