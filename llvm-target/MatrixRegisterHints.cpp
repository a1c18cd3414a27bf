//===- MatrixRegisterHints.cpp - registers for short forms ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many short forms have one register for the result and an operand. For each
// instruction with such a form, the register of one is a hint for the other, if
// it is assigned already. Hints for copies come first.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixOpcodes.h"
#include "MatrixRegisterInfo.h"
#include "MatrixSubtarget.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"

using namespace llvm;

/// Returns the number of the operand that a short form unites with the result,
/// or 0.
static unsigned unitedOperand(unsigned Opcode) {
  switch (Opcode) {
#define MATRIX_UNITED_OPERAND(Name, Number)                                    \
  case Matrix::Name:                                                           \
    return Number;
#include "MatrixGenUnitedOperands.inc"
#undef MATRIX_UNITED_OPERAND
  default:
    return 0;
  }
}

static MCRegister assigned(const MachineOperand &MO, const VirtRegMap &VRM) {
  if (!MO.isReg() || !MO.getReg() || MO.getSubReg())
    return MCRegister();
  Register R = MO.getReg();
  return R.isPhysical()   ? R.asMCReg()
         : VRM.hasPhys(R) ? VRM.getPhys(R)
                          : MCRegister();
}

/// Appends the registers that the instruction suggests for VirtReg.
static void addHints(const MachineInstr &MI, Register VirtReg,
                     const VirtRegMap &VRM,
                     SmallVectorImpl<MCRegister> &Suggested) {
  unsigned Source = unitedOperand(MI.getOpcode());
  if (!Source)
    return;
  SmallVector<const MachineOperand *, 2> Sources = {&MI.getOperand(Source)};
  if (MI.isCommutable() && MI.getNumExplicitOperands() == 3)
    Sources.push_back(&MI.getOperand(3 - Source));
  const MachineOperand &Result = MI.getOperand(0);
  for (const MachineOperand *MO : Sources) {
    if (Result.getReg() == VirtReg)
      Suggested.push_back(assigned(*MO, VRM));
    else if (MO->isReg() && MO->getReg() == VirtReg)
      Suggested.push_back(assigned(Result, VRM));
  }
}

bool MatrixRegisterInfo::getRegAllocationHints(
    Register VirtReg, ArrayRef<MCPhysReg> Order,
    SmallVectorImpl<MCPhysReg> &Hints, const MachineFunction &MF,
    const VirtRegMap *VRM, const LiveRegMatrix *Matrix) const {
  bool IsFixed = TargetRegisterInfo::getRegAllocationHints(
      VirtReg, Order, Hints, MF, VRM, Matrix);
  if (IsFixed || !VRM || !MF.getSubtarget<MatrixSubtarget>().hasPairs())
    return IsFixed;
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  SmallVector<MCRegister, 8> Suggested;
  for (const MachineInstr &MI : MRI.reg_nodbg_instructions(VirtReg))
    addHints(MI, VirtReg, *VRM, Suggested);
  for (MCRegister R : Suggested)
    if (R && !MRI.isReserved(R) && is_contained(Order, R) &&
        !is_contained(Hints, R))
      Hints.push_back(R);
  return false;
}
