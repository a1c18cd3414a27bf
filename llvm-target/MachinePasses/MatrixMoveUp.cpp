//===- MatrixMoveUp.cpp - changes of the order for pairs ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction depends on an earlier one by registers, by memory, or by an
// order that the program prescribes; it may cross those on which it does not.
// The machine issues one instruction per cycle in order. Hence an instruction
// that moves up may wait for its operands, and one that it crosses issues
// later, for which the users of its result may wait: neither is done.
//
//===----------------------------------------------------------------------===//

#include "MatrixMoveUp.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

using namespace llvm;

Matrix::MoveUp::MoveUp(const MachineFunction &MF)
    : TRI(*MF.getSubtarget().getRegisterInfo()) {
  Model.init(&MF.getSubtarget());
}

/// Returns true for instructions that nothing crosses and that do not move.
static bool isFixed(const MachineInstr &MI) {
  return MI.isCall() || MI.isTerminator() || MI.isInlineAsm() ||
         MI.isPosition() || MI.isBundle() || MI.isMetaInstruction() ||
         MI.getFlag(MachineInstr::FrameSetup) ||
         MI.getFlag(MachineInstr::FrameDestroy);
}

bool Matrix::MoveUp::depends(const MachineInstr &MI,
                             const MachineInstr &Earlier) const {
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg() || MO.getReg() == Matrix::Zero)
      continue;
    if (Earlier.modifiesRegister(MO.getReg(), &TRI) ||
        (MO.isDef() && Earlier.readsRegister(MO.getReg(), &TRI)))
      return true;
  }
  if (!MI.mayLoadOrStore() ||
      !(Earlier.mayLoadOrStore() || Earlier.hasUnmodeledSideEffects()))
    return false;
  if (MI.hasOrderedMemoryRef() || Earlier.hasOrderedMemoryRef() ||
      Earlier.hasUnmodeledSideEffects())
    return true;
  return (MI.mayStore() || Earlier.mayStore()) &&
         MI.mayAlias(static_cast<AAResults *>(nullptr), Earlier,
                     /*UseTBAA=*/false);
}

unsigned Matrix::MoveUp::latency(const MachineInstr &MI) const {
  return Model.computeInstrLatency(&MI);
}

/// Whether the later instruction reads a result of the earlier one.
static bool reads(const MachineInstr &Later, const MachineInstr &Earlier,
                  const TargetRegisterInfo &TRI) {
  return any_of(Earlier.all_defs(), [&](const MachineOperand &Def) {
    return Def.getReg() && Later.readsRegister(Def.getReg(), &TRI);
  });
}

/// Number of earlier instructions whose results are looked for.
static constexpr unsigned Horizon = 8;

/// Whether an operand is not ready right after `Above`.
bool Matrix::MoveUp::waitsLonger(Iterator MI, Iterator Above) const {
  unsigned Distance = 1;
  for (Iterator I = Above;; --I) {
    if (!isDirective(*I)) {
      if (latency(*I) > Distance && reads(*MI, *I, TRI))
        return true;
      ++Distance;
    }
    if (I == MI->getParent()->begin() || Distance > Horizon)
      return false;
  }
}

/// Whether a result of a crossed instruction is then ready too late.
bool Matrix::MoveUp::delays(Iterator MI, Iterator Above) const {
  unsigned Crossed = 0; // from the instruction to MI
  for (Iterator I = std::prev(MI); I != Above; --I) {
    if (isDirective(*I))
      continue;
    unsigned Distance = ++Crossed;
    for (Iterator User = std::next(MI);
         User != MI->getParent()->end() && Distance < latency(*I); ++User) {
      if (isDirective(*User))
        continue;
      ++Distance;
      if (Distance <= latency(*I) && reads(*User, *I, TRI))
        return true;
    }
  }
  return false;
}

bool Matrix::MoveUp::isPossible(Iterator MI, Iterator Above) const {
  // Directives of unwinding refer to these.
  if (isFixed(*MI) || MI->modifiesRegister(Matrix::StackPointer, &TRI) ||
      MI->modifiesRegister(Matrix::FramePointer, &TRI))
    return false;
  for (Iterator I = std::next(Above); I != MI; ++I)
    if (!isDirective(*I) && (isFixed(*I) || depends(*MI, *I)))
      return false;
  return !waitsLonger(MI, Above) && !delays(MI, Above);
}

void Matrix::MoveUp::forgetResults(Iterator From, Iterator MI) const {
  for (Iterator I = std::next(From); I != MI; ++I)
    if (I->isDebugValue() && any_of(MI->all_defs(), [&](auto &Def) {
          return I->readsRegister(Def.getReg(), &TRI) ||
                 I->hasDebugOperandForReg(Def.getReg());
        }))
      I->setDebugValueUndef();
}

void Matrix::MoveUp::move(Iterator MI, Iterator Above) const {
  forgetResults(Above, MI);
  for (MachineOperand &MO : MI->all_uses())
    MO.setIsKill(false);
  MI->getParent()->splice(std::next(Above), MI->getParent(), MI);
}
