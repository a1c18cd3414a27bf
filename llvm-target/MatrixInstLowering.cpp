//===- MatrixInstLowering.cpp - MachineInstr to MCInst --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers registers and immediates, and leaves other operands to the user. The
// generated expansion of pseudo-instructions is a member of the assembly
// printer by its text; here it becomes one of this class.
//
//===----------------------------------------------------------------------===//

#include "MatrixInstLowering.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;

namespace {
/// Has the member that is generated.
struct MatrixAsmPrinter {
  const MatrixInstLowering &Lowering;

  bool lowerOperand(const MachineOperand &MO, MCOperand &Out) const {
    return Lowering.lowerOperand(MO, Out);
  }
  bool lowerPseudoInstExpansion(const MachineInstr *MI, MCInst &Inst);
};
} // namespace

#include "MatrixGenMCPseudoLowering.inc"

MCInst MatrixInstLowering::lower(const MachineInstr &MI) const {
  MCInst Inst;
  if (MatrixAsmPrinter{*this}.lowerPseudoInstExpansion(&MI, Inst))
    return Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &MO : MI.operands()) {
    MCOperand Operand;
    if (lowerOperand(MO, Operand))
      Inst.addOperand(Operand);
  }
  return Inst;
}

bool MatrixInstLowering::lowerOperand(const MachineOperand &MO,
                                      MCOperand &Out) const {
  switch (MO.getType()) {
  case MachineOperand::MO_Register:
    Out = MCOperand::createReg(MO.getReg());
    return !MO.isImplicit();
  case MachineOperand::MO_Immediate:
    Out = MCOperand::createImm(MO.getImm());
    return true;
  default:
    return lowerSymbolic(MO, Out);
  }
}
