//===- MatrixShortWords.cpp - instructions with short forms ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes instructions and looks their words up in the table of short forms.
// Offsets of blocks are sums of the sizes without pairs and of the largest
// padding. Pairs only shorten distances, so that a forward branch has a
// distance from one word to that without pairs, and a backward branch one from
// it to zero. Inline assembly may be longer than its estimate: branches over it
// have no short form, nor have those to other sections.
//
//===----------------------------------------------------------------------===//

#include "MatrixPairing.h"
#include "MatrixSubtarget.h"
#include "matrix/Description/Target.h"
#include "matrix/Support/Pairs.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using matrix::desc::instructionBytes;

Matrix::ShortWords::ShortWords(const MachineFunction &MF)
    : MF(MF), Emitter(MF.getTarget().getTarget().createMCCodeEmitter(
                  *MF.getSubtarget().getInstrInfo(), MF.getContext())),
      Blocks(MF.getNumBlockIDs()) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  Position Here = {0, 0};
  for (const MachineBasicBlock &MBB : MF) {
    Here.Offset += alignTo(MBB.getAlignment().value(), instructionBytes) -
                   instructionBytes;
    Extent &Block = Blocks[MBB.getNumber()];
    Block.Start = Here;
    for (const MachineInstr &MI : MBB) {
      Here.Offset += TII.getInstSizeInBytes(MI);
      Here.Estimates += MI.isInlineAsm();
    }
    Block.End = Here;
  }
}

Matrix::ShortWords::~ShortWords() = default;

bool Matrix::ShortWords::lowerSymbolic(const MachineOperand &MO,
                                       MCOperand &Out) const {
  if (MO.isRegMask() || MO.isMetadata())
    return false;
  HasSymbol |= !MO.isMBB();
  Out = MCOperand::createImm(Distance);
  return true;
}

/// Returns nothing for instructions that are not one word or have a symbol.
std::optional<uint32_t>
Matrix::ShortWords::wordOf(const MachineInstr &MI) const {
  HasSymbol = false;
  MCInst Inst = lower(MI);
  const MCInstrDesc &Desc =
      MF.getSubtarget().getInstrInfo()->get(Inst.getOpcode());
  if (HasSymbol || Desc.isPseudo() || Desc.getSize() != instructionBytes)
    return std::nullopt;
  SmallVector<char, instructionBytes> Bytes;
  SmallVector<MCFixup, 1> Fixups;
  Emitter->encodeInstruction(Inst, Bytes, Fixups, MF.getSubtarget());
  return support::endian::read32le(Bytes.data());
}

static MachineBasicBlock *targetOf(const MachineInstr &MI) {
  for (const MachineOperand &MO : MI.explicit_operands())
    if (MO.isMBB())
      return MO.getMBB();
  return nullptr;
}

/// Returns the distance of a branch without pairs, with the largest padding.
int64_t Matrix::ShortWords::distanceTo(const MachineBasicBlock &To,
                                       const MachineInstr &MI) const {
  const MachineBasicBlock &MBB = *MI.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  int64_t Here = Blocks[MBB.getNumber()].End.Offset;
  for (const MachineInstr &Rest : make_range(MI.getIterator(), MBB.instr_end()))
    Here -= TII.getInstSizeInBytes(Rest);
  return Blocks[To.getNumber()].Start.Offset - Here;
}

bool Matrix::ShortWords::haveReach() const {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.terminators()) {
      const MachineBasicBlock *To = targetOf(MI);
      if (To && To->sameSection(&MBB) &&
          !TII.isBranchOffsetInRange(MI.getOpcode(), distanceTo(*To, MI)))
        return false;
    }
  return true;
}

bool Matrix::ShortWords::isShort(const MachineInstr &MI, unsigned Slot) const {
  if (MI.isPosition() || MI.isMetaInstruction() || MI.isInlineAsm() ||
      MI.isCall() || MI.isBundled() || MI.getPreInstrSymbol() ||
      MI.getPostInstrSymbol())
    return false;
  if (MachineBasicBlock *To = targetOf(MI))
    return isShortBranch(MI, *To, Slot);
  std::optional<uint32_t> Word = wordOf(MI);
  return Word && matrix::formOf(*Word, Slot);
}

void Matrix::ShortWords::commute(MachineInstr &MI) const {
  if (!MI.isCommutable() || isShort(MI, 0))
    return;
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (TII.commuteInstruction(MI) && !isShort(MI, 0))
    TII.commuteInstruction(MI);
}

/// Returns the word for a distance of the branch.
std::optional<uint32_t> Matrix::ShortWords::wordAt(const MachineInstr &MI,
                                                   int64_t Bytes) const {
  Distance = Bytes;
  return wordOf(MI);
}

/// The distance counts from the start of the pair, one word before the branch
/// if there are no other pairs.
bool Matrix::ShortWords::isShortBranch(const MachineInstr &MI,
                                       MachineBasicBlock &To,
                                       unsigned Slot) const {
  const MachineBasicBlock &MBB = *MI.getParent();
  const Extent &From = Blocks[MBB.getNumber()],
               &Target = Blocks[To.getNumber()];
  bool Forward = Target.Start.Offset >= From.End.Offset;
  const Position &Low = Forward ? From.End : Target.Start,
                 &High = Forward ? Target.Start : From.End;
  if (Low.Estimates != High.Estimates || !MBB.sameSection(&To))
    return false;
  int64_t Longest = distanceTo(To, MI);
  int64_t Shortest = Forward ? instructionBytes : 0;
  std::optional<uint32_t> Far =
      wordAt(MI, Longest + (Forward ? instructionBytes : 0));
  const auto *Form = Far ? matrix::formOf(*Far, Slot) : nullptr;
  return Form && Form == matrix::formOf(*wordAt(MI, Shortest), Slot);
}
