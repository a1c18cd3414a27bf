//===- MatrixOutliner.cpp - outlining of repeated code --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks that LLVM's machine outliner requires. At -Oz it replaces repeated
// sequences of instructions by calls of a function that contains them. The
// function has no frame and does not change sp, so that accesses to the
// caller's frame remain correct:
//
//   the sequence ends in a return or tail call   j OUTLINED       ... ret
//   others                                       jal t, OUTLINED  ... jr t
//
// where t is a temporary register, which neither the sequence nor the code
// after it uses. Hence only sequences of the first kind contain calls.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixOpcodes.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixInstrInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineOutliner.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using outliner::Candidate;
using outliner::InstrType;
using outliner::OutlinedFunction;

namespace {
/// How an outlined function is called and left.
enum CallKind : unsigned { Jump, Link };
} // namespace

/// Bytes of each instruction that is added.
static constexpr unsigned InstructionBytes = 4;

bool MatrixInstrInfo::shouldOutlineFromFunctionByDefault(
    MachineFunction &MF) const {
  return MF.getFunction().hasMinSize();
}

/// Functions in sections of their own may be placed anywhere, and the linker
/// may discard equal functions of other modules.
bool MatrixInstrInfo::isFunctionSafeToOutlineFrom(
    MachineFunction &MF, bool OutlineFromLinkOnceODRs) const {
  const Function &F = MF.getFunction();
  return !F.hasSection() &&
         (OutlineFromLinkOnceODRs || !F.hasLinkOnceODRLinkage());
}

InstrType MatrixInstrInfo::getOutliningTypeImpl(const MachineModuleInfo &,
                                                MachineBasicBlock::iterator &It,
                                                unsigned) const {
  // Without debug information they are not emitted.
  if (It->isCFIInstruction())
    return It->getMF()->needsFrameMoves() ? InstrType::Illegal
                                          : InstrType::Invisible;
  return It->isReturn() ? InstrType::LegalTerminator : InstrType::Legal;
}

/// Thunks of distant calls change the scratch register.
static bool isCallable(Candidate &C, CallKind Kind,
                       const TargetRegisterInfo &TRI) {
  if (C.isAnyUnavailableAcrossOrOutOfSeq({Matrix::Scratch}, TRI))
    return false;
  return Kind == Jump ||
         (!C.isAnyUnavailableAcrossOrOutOfSeq({Matrix::OutlinedReturn}, TRI) &&
          C.isAvailableInsideSeq(Matrix::OutlinedReturn, TRI));
}

std::optional<std::unique_ptr<OutlinedFunction>>
MatrixInstrInfo::getOutliningCandidateInfo(const MachineModuleInfo &,
                                           std::vector<Candidate> &Sequences,
                                           unsigned MinRepeats) const {
  CallKind Kind = Sequences.front().back().isReturn() ? Jump : Link;
  erase_if(Sequences,
           [&](Candidate &C) { return !isCallable(C, Kind, RegisterInfo); });
  if (Sequences.size() < MinRepeats)
    return std::nullopt;
  unsigned Bytes = 0;
  for (const MachineInstr &MI : Sequences.front())
    Bytes += getInstSizeInBytes(MI);
  for (Candidate &C : Sequences)
    C.setCallInfo(Kind, InstructionBytes);
  return std::make_unique<OutlinedFunction>(
      Sequences, Bytes, Kind == Jump ? 0 : InstructionBytes, Kind);
}

void MatrixInstrInfo::buildOutlinedFrame(MachineBasicBlock &MBB,
                                         MachineFunction &,
                                         const OutlinedFunction &OF) const {
  for (MachineInstr &MI : make_early_inc_range(MBB))
    if (MI.isCFIInstruction())
      MI.eraseFromParent();
  if (OF.FrameConstructionID == Jump)
    return;
  MBB.addLiveIn(Matrix::OutlinedReturn);
  BuildMI(MBB, MBB.end(), DebugLoc(), get(Matrix::PseudoRETOutlined));
}

MachineBasicBlock::iterator
MatrixInstrInfo::insertOutlinedCall(Module &M, MachineBasicBlock &MBB,
                                    MachineBasicBlock::iterator &It,
                                    MachineFunction &MF, Candidate &C) const {
  unsigned Opcode = C.CallConstructionID == Jump ? Matrix::PseudoTAIL
                                                 : Matrix::PseudoCALLOutlined;
  It = BuildMI(MBB, It, DebugLoc(), get(Opcode))
           .addGlobalAddress(M.getNamedValue(MF.getName()));
  return It;
}
