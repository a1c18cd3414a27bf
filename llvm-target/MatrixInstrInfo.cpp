//===- MatrixInstrInfo.cpp - instructions ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies, spills and constants on machine instructions. MatrixBranches.cpp
// implements branch analysis.
//
//===----------------------------------------------------------------------===//

#include "MatrixInstrInfo.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixBuiltins.h"
#include "Utils/MatrixConstants.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

#define GET_INSTRINFO_CTOR_DTOR
#include "MatrixGenInstrInfo.inc"

MatrixInstrInfo::MatrixInstrInfo(const MatrixSubtarget &ST)
    : MatrixGenInstrInfo(ST, RegisterInfo, Matrix::ADJCALLSTACKDOWN,
                         Matrix::ADJCALLSTACKUP),
      ST(ST), RegisterInfo(ST) {}

bool MatrixInstrInfo::isTileAccess(const MatrixSubtarget &ST, unsigned Opcode) {
  return ST.tileLoad() &&
         (Opcode == ST.tileLoad()->Opcode || Opcode == ST.tileStore()->Opcode);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

void MatrixInstrInfo::moveImmediate(MachineBasicBlock &MBB,
                                    MachineBasicBlock::iterator I,
                                    const DebugLoc &DL, Register D,
                                    int64_t Value,
                                    MachineInstr::MIFlag Flag) const {
  // The first step defines D; the others replace a halfword of it.
  for (const Matrix::ConstantStep &Step : Matrix::stepsTo(Value)) {
    auto MI = BuildMI(MBB, I, DL, get(Step.Opcode), D).setMIFlag(Flag);
    if (Step.Opcode == Matrix::role::ReplaceHalfword)
      MI.addReg(D);
    MI.addImm(Step.Imm).addImm(Step.HalfWord);
  }
}

void MatrixInstrInfo::addImmediate(MachineBasicBlock &MBB,
                                   MachineBasicBlock::iterator I,
                                   const DebugLoc &DL, Register D, Register S,
                                   int64_t Value, Register Scratch,
                                   MachineInstr::MIFlag Flag) const {
  if (matrix::desc::immediate::SignedImmediate.contains(Value)) {
    BuildMI(MBB, I, DL, get(Matrix::role::AddImmediate), D)
        .addReg(S)
        .addImm(Value)
        .setMIFlag(Flag);
    return;
  }
  moveImmediate(MBB, I, DL, Scratch, Value, Flag);
  BuildMI(MBB, I, DL, get(Matrix::role::IntegerAdd), D)
      .addReg(S)
      .addReg(Scratch, RegState::Kill)
      .setMIFlag(Flag);
}

/// Addresses below 4 GiB: the linker places all DRAM sections there. The
/// scratchpad has higher addresses. Thread-local variables: offsets from the
/// thread pointer.
void MatrixInstrInfo::expandAddress(MachineInstr &MI) const {
  using namespace matrix::elf;
  MachineBasicBlock &MBB = *MI.getParent();
  Register D = MI.getOperand(0).getReg();
  MachineOperand Symbol = MI.getOperand(1);
  bool Far = Symbol.isGlobal() && Symbol.getGlobal()->getAddressSpace() !=
                                      matrix::desc::address_space::dram;
  bool IsThreadLocal = Symbol.isGlobal() && Symbol.getGlobal()->isThreadLocal();
  SmallVector<std::pair<Relocation, unsigned>, 3> Halves = {
      {IsThreadLocal ? R_MATRIX_TPREL_G0_NC : R_MATRIX_ABS_G0_NC, 0}};
  if (IsThreadLocal)
    Halves.push_back({R_MATRIX_TPREL_G1, 1});
  else if (Far)
    Halves.append({{R_MATRIX_ABS_G1_NC, 1}, {R_MATRIX_ABS_G2, 2}});
  else
    Halves.push_back({R_MATRIX_ABS_G1, 1});
  for (auto [Specifier, HalfWord] : Halves) {
    unsigned Opcode =
        HalfWord ? Matrix::role::ReplaceHalfword : Matrix::role::MoveHalfword;
    auto New = BuildMI(MBB, MI, MI.getDebugLoc(), get(Opcode), D);
    if (HalfWord)
      New.addReg(D);
    Symbol.setTargetFlags(Specifier);
    New.add(Symbol).addImm(HalfWord);
  }
}

bool MatrixInstrInfo::expandPostRAPseudo(MachineInstr &MI) const {
  switch (MI.getOpcode()) {
  case Matrix::PseudoLI:
    moveImmediate(*MI.getParent(), MI, MI.getDebugLoc(),
                  MI.getOperand(0).getReg(), MI.getOperand(1).getImm());
    break;
  case Matrix::PseudoLA:
    expandAddress(MI);
    break;
  default:
    return false;
  }
  MI.eraseFromParent();
  return true;
}

unsigned MatrixInstrInfo::getInstSizeInBytes(const MachineInstr &MI) const {
  if (MI.getOpcode() == TargetOpcode::PATCHABLE_FUNCTION_ENTER)
    return get(Matrix::role::AddImmediate).getSize() *
           MI.getMF()->getFunction().getFnAttributeAsParsedInteger(
               "patchable-function-entry");
  if (MI.isBundle())
    return matrix::desc::instructionBytes;
  if (!MI.isInlineAsm())
    return MI.getDesc().getSize();
  const MCAsmInfo &MAI = *MI.getMF()->getTarget().getMCAsmInfo();
  return getInlineAsmLength(MI.getOperand(0).getSymbolName(), MAI);
}

ArrayRef<std::pair<unsigned, const char *>>
MatrixInstrInfo::getSerializableDirectMachineOperandTargetFlags() const {
  using namespace matrix::elf;
  static constexpr std::pair<unsigned, const char *> Flags[] = {
#define MATRIX_RELOCATION(Name, Number, Field, Value, Shift, Check, Bits)      \
  {Number, #Name},
      MATRIX_RELOCATIONS(MATRIX_RELOCATION)
#undef MATRIX_RELOCATION
  };
  return ArrayRef(Flags).drop_front(); // R_MATRIX_NONE is not a flag
}

//===----------------------------------------------------------------------===//
// Moves and spills
//===----------------------------------------------------------------------===//

void MatrixInstrInfo::copyPhysReg(MachineBasicBlock &MBB,
                                  MachineBasicBlock::iterator I,
                                  const DebugLoc &DL, Register D, Register S,
                                  bool KillSrc, bool, bool) const {
  unsigned Kill = getKillRegState(KillSrc);
  if (Matrix::GPRRegClass.contains(D, S))
    BuildMI(MBB, I, DL, get(Matrix::role::AddImmediate), D)
        .addReg(S, Kill)
        .addImm(0);
  else if (Matrix::FPR64RegClass.contains(D, S))
    BuildMI(MBB, I, DL, get(Matrix::role::FloatMove), D)
        .addReg(S)
        .addReg(S, Kill);
  else if (Matrix::TRRegClass.contains(D, S))
    BuildMI(MBB, I, DL, get(ST.tileMove()->Opcode), D).addReg(S, Kill);
  else
    reportFatalInternalError("copy between register files");
}

unsigned MatrixInstrInfo::loadOpcode(const TargetRegisterClass *RC) const {
  if (Matrix::GPRRegClass.hasSubClassEq(RC))
    return Matrix::role::LoadGeneral;
  if (Matrix::TRRegClass.hasSubClassEq(RC))
    return ST.tileLoad()->Opcode;
  return Matrix::FPR64RegClass.hasSubClassEq(RC) ? Matrix::role::LoadF64
                                                 : Matrix::role::LoadF32;
}

unsigned MatrixInstrInfo::storeOpcode(const TargetRegisterClass *RC) const {
  if (Matrix::GPRRegClass.hasSubClassEq(RC))
    return Matrix::role::StoreGeneral;
  if (Matrix::TRRegClass.hasSubClassEq(RC))
    return ST.tileStore()->Opcode;
  return Matrix::FPR64RegClass.hasSubClassEq(RC) ? Matrix::role::StoreF64
                                                 : Matrix::role::StoreF32;
}

static MachineMemOperand *slotAccess(MachineFunction &MF, int FI,
                                     MachineMemOperand::Flags Flags) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return MF.getMachineMemOperand(MachinePointerInfo::getFixedStack(MF, FI),
                                 Flags, MFI.getObjectSize(FI),
                                 MFI.getObjectAlign(FI));
}

void MatrixInstrInfo::storeRegToStackSlot(MachineBasicBlock &MBB,
                                          MachineBasicBlock::iterator I,
                                          Register R, bool IsKill, int FI,
                                          const TargetRegisterClass *RC,
                                          Register,
                                          MachineInstr::MIFlag Flags) const {
  BuildMI(MBB, I, DebugLoc(), get(storeOpcode(RC)))
      .addReg(R, getKillRegState(IsKill))
      .addFrameIndex(FI)
      .addImm(0)
      .addMemOperand(
          slotAccess(*MBB.getParent(), FI, MachineMemOperand::MOStore))
      .setMIFlag(Flags);
}

void MatrixInstrInfo::loadRegFromStackSlot(MachineBasicBlock &MBB,
                                           MachineBasicBlock::iterator I,
                                           Register R, int FI,
                                           const TargetRegisterClass *RC,
                                           Register, unsigned,
                                           MachineInstr::MIFlag Flags) const {
  BuildMI(MBB, I, DebugLoc(), get(loadOpcode(RC)), R)
      .addFrameIndex(FI)
      .addImm(0)
      .addMemOperand(
          slotAccess(*MBB.getParent(), FI, MachineMemOperand::MOLoad))
      .setMIFlag(Flags);
}

/// Returns the register of `op reg, FI + 0`.
static Register accessOfSlot(const MachineInstr &MI, int &FI) {
  if (!MI.getOperand(1).isFI() || MI.getOperand(2).getImm() != 0)
    return Register();
  FI = MI.getOperand(1).getIndex();
  return MI.getOperand(0).getReg();
}

Register MatrixInstrInfo::isLoadFromStackSlot(const MachineInstr &MI,
                                              int &FI) const {
  unsigned Opcode = MI.getOpcode();
  bool IsLoad = Opcode == Matrix::role::LoadGeneral ||
                Opcode == Matrix::role::LoadF64 ||
                Opcode == Matrix::role::LoadF32 ||
                (ST.tileLoad() && Opcode == ST.tileLoad()->Opcode);
  return IsLoad ? accessOfSlot(MI, FI) : Register();
}

Register MatrixInstrInfo::isStoreToStackSlot(const MachineInstr &MI,
                                             int &FI) const {
  unsigned Opcode = MI.getOpcode();
  bool IsStore = Opcode == Matrix::role::StoreGeneral ||
                 Opcode == Matrix::role::StoreF64 ||
                 Opcode == Matrix::role::StoreF32 ||
                 (ST.tileStore() && Opcode == ST.tileStore()->Opcode);
  return IsStore ? accessOfSlot(MI, FI) : Register();
}
