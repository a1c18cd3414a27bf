//===- MatrixFrameLowering.cpp - stack frames -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits prologues and epilogues for the frame layout of MatrixFrameLowering.h,
// and resolves frame indices to offsets from sp, fp or bp. In a frame of s
// bytes, an object at CFA + o is at fp + o and, if sp does not vary, at sp + s
// + o. After realignment the distance of sp from the CFA is unknown: arguments
// are addressed from fp, locals from sp or bp. An offset out of range of an
// immediate needs a scavenged register, which may have to be spilled: an
// emergency slot in range of the pointer is reserved if the estimated frame
// could exceed the range.
//
//===----------------------------------------------------------------------===//

#include "MatrixFrameLowering.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/CFIInstBuilder.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterScavenging.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

static constexpr MCRegister SP = Matrix::StackPointer,
                            FP = Matrix::FramePointer,
                            Scratch = Matrix::Scratch;

//===----------------------------------------------------------------------===//
// Pointers into the frame
//===----------------------------------------------------------------------===//

/// Bytes by which a frame may exceed its estimate: callee-saved registers,
/// which are not allocated before shrink wrapping, the emergency spill slot,
/// and holes of alignment when the stack protector reorders objects. The value
/// rounds the reach down to a multiple of 1,000 bytes; all callee-saved
/// registers take less than half of it.
static constexpr int64_t EstimateMargin = 767;

/// Offsets from a pointer into the frame that need no further register.
static constexpr int64_t Reach =
    matrix::desc::immediate::SignedImmediate.max() - EstimateMargin;

/// Outgoing arguments beyond the reach of sp are allocated at each call. In a
/// reserved area they would separate sp from the emergency spill slot.
static bool hasLargeCallFrame(const MachineFunction &MF) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return MFI.isMaxCallFrameSizeComputed() &&
         int64_t(MFI.getMaxCallFrameSize()) > Reach;
}

bool MatrixFrameLowering::variesSP(const MachineFunction &MF) const {
  return MF.getFrameInfo().hasVarSizedObjects() || hasLargeCallFrame(MF);
}

/// The size of call frames is known from instruction selection on; until then
/// fp counts as reserved.
bool MatrixFrameLowering::hasFPImpl(const MachineFunction &MF) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  return variesSP(MF) || !MFI.isMaxCallFrameSizeComputed() ||
         MFI.isFrameAddressTaken() ||
         MF.getTarget().Options.DisableFramePointerElim(MF) ||
         ST.getRegisterInfo()->hasStackRealignment(MF);
}

bool MatrixFrameLowering::hasBP(const MachineFunction &MF) const {
  return variesSP(MF) && ST.getRegisterInfo()->hasStackRealignment(MF);
}

bool MatrixFrameLowering::hasReservedCallFrame(
    const MachineFunction &MF) const {
  return !variesSP(MF);
}

/// Offsets from sp are preferred, because tile accesses have no negative
/// offsets. Objects that only fp reaches, such as the emergency spill slot of a
/// large frame, are addressed by fp.
StackOffset
MatrixFrameLowering::getFrameIndexReference(const MachineFunction &MF, int FI,
                                            Register &Base) const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  int64_t FromCFA = MFI.getObjectOffset(FI);
  int64_t FromSP = FromCFA + MFI.getStackSize();
  bool Realigned = ST.getRegisterInfo()->hasStackRealignment(MF);
  Base = SP;
  if (any_of(MFI.getCalleeSavedInfo(),
             [&](const CalleeSavedInfo &I) { return I.getFrameIdx() == FI; }))
    return StackOffset::getFixed(FromSP);
  bool OnlyFPReaches =
      hasFP(MF) && !Realigned && FromSP > Reach && FromCFA >= -Reach;
  if (MFI.isFixedObjectIndex(FI)
          ? Realigned || variesSP(MF) || OnlyFPReaches
          : !Realigned && (variesSP(MF) || OnlyFPReaches)) {
    Base = FP;
    return StackOffset::getFixed(FromCFA);
  }
  if (hasBP(MF))
    Base = Matrix::BasePointer;
  return StackOffset::getFixed(FromSP);
}

void MatrixFrameLowering::determineCalleeSaves(MachineFunction &MF,
                                               BitVector &Saved,
                                               RegScavenger *RS) const {
  TargetFrameLowering::determineCalleeSaves(MF, Saved, RS);
  if (hasFP(MF))
    Saved.set(FP);
  if (hasBP(MF))
    Saved.set(Matrix::BasePointer);
  if (MF.getFrameInfo().hasCalls() || MF.getFrameInfo().isReturnAddressTaken())
    Saved.set(Matrix::ReturnAddress);
}

/// Reserves an emergency spill slot: eliminateFrameIndex needs a register for
/// offsets out of range.
void MatrixFrameLowering::processFunctionBeforeFrameFinalized(
    MachineFunction &MF, RegScavenger *RS) const {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  uint64_t Tile = ST.variant().tileBytes();
  bool HasTile = false;
  for (int FI = 0; FI < MFI.getObjectIndexEnd(); ++FI)
    HasTile |= Tile && uint64_t(MFI.getObjectSize(FI)) >= Tile;
  if (HasTile || hasLargeCallFrame(MF) ||
      int64_t(MFI.estimateStackSize(MF)) > Reach)
    RS->addScavengingFrameIndex(MFI.CreateSpillStackObject(8, Align(8)));
}

/// Prologues and epilogues that need the scratch register are at the entry and
/// at returns, where it is free.
bool MatrixFrameLowering::enableShrinkWrapping(
    const MachineFunction &MF) const {
  return !hasFP(MF) &&
         int64_t(MF.getFrameInfo().estimateStackSize(MF)) <= Reach;
}

//===----------------------------------------------------------------------===//
// Prologue and epilogue
//===----------------------------------------------------------------------===//

void MatrixFrameLowering::emitPrologue(MachineFunction &MF,
                                       MachineBasicBlock &MBB) const {
  constexpr auto Setup = MachineInstr::FrameSetup;
  MachineFrameInfo &MFI = MF.getFrameInfo();
  const MatrixInstrInfo &TII = *ST.getInstrInfo();
  auto I = MBB.begin();
  DebugLoc DL;
  uint64_t Size = alignTo(MFI.getStackSize(), getStackAlign());
  MFI.setStackSize(Size);
  if (!Size)
    return;
  CFIInstBuilder CFI(MBB, I, Setup);
  TII.addImmediate(MBB, I, DL, SP, SP, -int64_t(Size), Scratch, Setup);
  CFI.buildDefCFAOffset(Size);
  // Skip the stores of callee-saved registers, which precede this code.
  I = std::next(I, MFI.getCalleeSavedInfo().size());
  CFI.setInsertPoint(I);
  for (const CalleeSavedInfo &Info : MFI.getCalleeSavedInfo())
    CFI.buildOffset(Info.getReg(), MFI.getObjectOffset(Info.getFrameIdx()));
  if (!hasFP(MF))
    return;
  TII.addImmediate(MBB, I, DL, FP, SP, Size, Scratch, Setup);
  CFI.buildDefCFA(FP, 0);
  if (ST.getRegisterInfo()->hasStackRealignment(MF)) {
    TII.moveImmediate(MBB, I, DL, Scratch, -int64_t(MFI.getMaxAlign().value()),
                      Setup);
    BuildMI(MBB, I, DL, TII.get(Matrix::role::IntegerAnd), SP)
        .addReg(SP)
        .addReg(Scratch, RegState::Kill)
        .setMIFlag(Setup);
  }
  if (hasBP(MF))
    TII.addImmediate(MBB, I, DL, Matrix::BasePointer, SP, 0, Scratch, Setup);
}

void MatrixFrameLowering::emitEpilogue(MachineFunction &MF,
                                       MachineBasicBlock &MBB) const {
  constexpr auto Destroy = MachineInstr::FrameDestroy;
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const MatrixInstrInfo &TII = *ST.getInstrInfo();
  int64_t Size = MFI.getStackSize();
  if (!Size)
    return;
  auto End = MBB.getFirstTerminator();
  DebugLoc DL = End == MBB.end() ? DebugLoc() : End->getDebugLoc();
  // The loads of callee-saved registers precede the terminator and need sp.
  auto Restores = std::prev(End, MFI.getCalleeSavedInfo().size());
  if (variesSP(MF) || ST.getRegisterInfo()->hasStackRealignment(MF))
    TII.addImmediate(MBB, Restores, DL, SP, FP, -Size, Scratch, Destroy);
  if (hasFP(MF))
    CFIInstBuilder(MBB, Restores, Destroy).buildDefCFA(SP, Size);
  TII.addImmediate(MBB, End, DL, SP, SP, Size, Scratch, Destroy);
  CFIInstBuilder CFI(MBB, End, Destroy);
  CFI.buildDefCFAOffset(0);
  for (const CalleeSavedInfo &Info : MFI.getCalleeSavedInfo())
    CFI.buildRestore(Info.getReg());
}

void MatrixFrameLowering::resetCFIToInitialState(MachineBasicBlock &MBB) const {
  CFIInstBuilder CFI(MBB, MBB.begin(), MachineInstr::NoFlags);
  CFI.buildDefCFA(SP, 0);
  for (const CalleeSavedInfo &Info :
       MBB.getParent()->getFrameInfo().getCalleeSavedInfo())
    CFI.buildRestore(Info.getReg());
}

MachineBasicBlock::iterator MatrixFrameLowering::eliminateCallFramePseudoInstr(
    MachineFunction &MF, MachineBasicBlock &MBB,
    MachineBasicBlock::iterator I) const {
  int64_t Size = alignTo(I->getOperand(0).getImm(), getStackAlign());
  if (!hasReservedCallFrame(MF) && Size) {
    bool Down = I->getOpcode() == Matrix::ADJCALLSTACKDOWN;
    Register Free = MF.getRegInfo().createVirtualRegister(&Matrix::GPRRegClass);
    ST.getInstrInfo()->addImmediate(MBB, I, I->getDebugLoc(), SP, SP,
                                    Down ? -Size : Size, Free);
  }
  return MBB.erase(I);
}
