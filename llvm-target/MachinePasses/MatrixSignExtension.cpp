//===- MatrixSignExtension.cpp - redundant sign-extensions ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes sign-extensions of 32-bit numbers that are sign-extended already.
// Instruction selection is local to a block and loses this property at phis.
// Field Word of td/Schema/Instruction.td defines it for results of
// instructions. For a register, the definitions that reach it are searched
// depth first through copies, phis and instructions that preserve the property.
// A definition in progress is assumed to have it (greatest fixed point): a
// cycle of phis has the property if all values that enter it have.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

#define DEBUG_TYPE "matrix-sign-extension"
#define PASS_NAME "Matrix removal of sign-extensions"

using namespace llvm;

namespace {

/// WordResult of td/Schema/Instruction.td.
enum WordResult { AnyResult, AlwaysWord, WordOfWords };

class MatrixSignExtension : public MachineFunctionPass {
  const MachineRegisterInfo *MRI = nullptr;
  SmallPtrSet<const MachineInstr *, 16> Assumed;

public:
  static char ID;
  MatrixSignExtension() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool isWord(Register R);
  bool isWord(const MachineInstr &MI);
  bool areInputsWords(const MachineInstr &MI);
};

} // namespace

char MatrixSignExtension::ID = 0;

FunctionPass *llvm::createMatrixSignExtension() {
  return new MatrixSignExtension;
}

bool MatrixSignExtension::isWord(Register R) {
  if (R == Matrix::Zero)
    return true;
  const MachineInstr *Def = R.isVirtual() ? MRI->getVRegDef(R) : nullptr;
  // A cycle of phis is a word if all values that enter it are.
  return Def && (!Assumed.insert(Def).second || isWord(*Def));
}

bool MatrixSignExtension::areInputsWords(const MachineInstr &MI) {
  return all_of(MI.explicit_uses(), [&](const MachineOperand &Input) {
    return !Input.isReg() || (!Input.getSubReg() && isWord(Input.getReg()));
  });
}

bool MatrixSignExtension::isWord(const MachineInstr &MI) {
  if (MI.isPHI() || MI.isCopy())
    return areInputsWords(MI);
  switch (MI.getDesc().TSFlags & 3) {
  case AlwaysWord:
    return true;
  case WordOfWords:
    return areInputsWords(MI);
  default:
    break;
  }
  return MI.getOpcode() == Matrix::role::AddImmediate &&
         MI.getOperand(1).isReg() && MI.getOperand(1).getReg() == Matrix::Zero;
}

static bool isSignExtension(const MachineInstr &MI) {
  return MI.getOpcode() == Matrix::role::AddImmediateWord &&
         MI.getOperand(1).isReg() && MI.getOperand(1).getReg().isVirtual() &&
         MI.getOperand(2).isImm() && MI.getOperand(2).getImm() == 0;
}

bool MatrixSignExtension::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  MRI = &MF.getRegInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      Assumed.clear();
      if (!isSignExtension(MI) || !isWord(MI.getOperand(1).getReg()))
        continue;
      Register Result = MI.getOperand(0).getReg(),
               Source = MI.getOperand(1).getReg();
      if (!MF.getRegInfo().constrainRegClass(Source, MRI->getRegClass(Result)))
        continue;
      MF.getRegInfo().replaceRegWith(Result, Source);
      MF.getRegInfo().clearKillFlags(Source);
      MI.eraseFromParent();
      Changed = true;
    }
  return Changed;
}
