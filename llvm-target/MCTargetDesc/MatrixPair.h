//===- MCTargetDesc/MatrixPair.h - two instructions in a word ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair word is an MCInst with the opcode of bundles and two operands, the
// instructions. Its fixup is that of the second instruction: the assembler
// expands the instruction, resolves the fixup in its word and shortens it
// again, so that the fields of short forms are known to the tables only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXPAIR_H
#define MATRIX_MCTARGETDESC_MATRIXPAIR_H

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Support/Pairs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstBuilder.h"

namespace llvm {
namespace Matrix {

inline bool isPair(const MCInst &MI) {
  return MI.getOpcode() == TargetOpcode::BUNDLE;
}
inline const MCInst &ofPair(const MCInst &Pair, unsigned Slot) {
  return *Pair.getOperand(Slot).getInst();
}
/// Copies the instructions, which live as long as the context.
inline MCInst pairOf(MCContext &Ctx, const MCInst &First,
                     const MCInst &Second) {
  MCInst Pair = MCInstBuilder(TargetOpcode::BUNDLE);
  for (const MCInst *MI : {&First, &Second}) {
    MCInst *Copy = Ctx.createMCInst();
    *Copy = *MI;
    Pair.addOperand(MCOperand::createInst(Copy));
  }
  Pair.setLoc(First.getLoc());
  return Pair;
}

/// Returns true if the slot can hold the instruction with this word: fixups are
/// distances, which the second slot holds.
inline bool isShort(uint32_t Word, ArrayRef<MCFixup> Fixups, unsigned Slot) {
  return matrix::formOf(Word, Slot) && all_of(Fixups, [&](const MCFixup &F) {
           return Slot == 1 && F.isPCRel();
         });
}
/// The error for an instruction that must be a word of its own.
inline const char *noShortForm(unsigned Slot) {
  return Slot == 0 ? "this instruction cannot be the first of a pair"
                   : "this instruction cannot be the second of a pair";
}

/// Kinds of fixups in the second slot, after those of whole words.
inline constexpr unsigned FirstPairFixupKind = FirstTargetFixupKind + 256;
inline MCFixupKind pairFixupOf(MCFixupKind Kind) {
  return MCFixupKind(Kind - FirstTargetFixupKind + FirstPairFixupKind);
}
/// Returns nullptr for other fixups.
inline const matrix::elf::RelocationInfo *relocationOfPair(MCFixupKind Kind) {
  return Kind < FirstPairFixupKind
             ? nullptr
             : matrix::elf::lookupRelocation(Kind - FirstPairFixupKind);
}

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MCTARGETDESC_MATRIXPAIR_H
