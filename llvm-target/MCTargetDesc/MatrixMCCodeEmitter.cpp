//===- MCTargetDesc/MatrixMCCodeEmitter.cpp - encode instructions ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes MCInst as 32-bit words with the generated encoder; operands with
// relocatable expressions become fixups. A field of an immediate operand is
// (value - bias) >> shift, cut to its width; the assembler has checked its
// range. The relocation of a PC-relative operand follows from the width of its
// field and, for the wide one, from whether the instruction is a call.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "MCTargetDesc/MatrixPair.h"
#include "matrix/Description/Target.h"
#include "matrix/Support/Pairs.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;

namespace {

class MatrixMCCodeEmitter : public MCCodeEmitter {
public:
  MatrixMCCodeEmitter(const MCInstrInfo &Instructions, MCContext &Ctx)
      : Instructions(Instructions), Ctx(Ctx) {}

  void encodeInstruction(const MCInst &MI, SmallVectorImpl<char> &Bytes,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const override {
    uint32_t Word = Matrix::isPair(MI) ? encodePair(MI, Fixups, STI)
                                       : getBinaryCodeForInstr(MI, Fixups, STI);
    support::endian::write(Bytes, Word, endianness::little);
  }

private:
  const MCInstrInfo &Instructions;
  MCContext &Ctx;

  uint64_t getBinaryCodeForInstr(const MCInst &, SmallVectorImpl<MCFixup> &,
                                 const MCSubtargetInfo &) const; // generated

  uint32_t encodePair(const MCInst &Pair, SmallVectorImpl<MCFixup> &Fixups,
                      const MCSubtargetInfo &STI) const;

  uint64_t getMachineOpValue(const MCInst &MI, const MCOperand &Operand,
                             SmallVectorImpl<MCFixup> &,
                             const MCSubtargetInfo &) const {
    if (Operand.isReg())
      return Ctx.getRegisterInfo()->getEncodingValue(Operand.getReg());
    return constant(MI, Operand);
  }

  /// Returns the value of an operand that must be resolved by the assembler.
  int64_t constant(const MCInst &MI, const MCOperand &Operand) const {
    int64_t Value = 0;
    if (Operand.isImm())
      return Operand.getImm();
    if (!Operand.getExpr()->evaluateAsAbsolute(Value))
      Ctx.reportError(MI.getLoc(), "an operand must be a constant here");
    return Value;
  }

  template <unsigned Width, unsigned Shift, int Bias>
  uint64_t encodeImm(const MCInst &MI, unsigned OpNo,
                     SmallVectorImpl<MCFixup> &,
                     const MCSubtargetInfo &) const {
    int64_t Value = constant(MI, MI.getOperand(OpNo)) - Bias;
    return uint64_t(Value >> Shift) & maskTrailingOnes<uint64_t>(Width);
  }

  uint64_t encodeMoveImm(const MCInst &MI, unsigned OpNo,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &) const {
    const MCOperand &Operand = MI.getOperand(OpNo);
    auto *Expr = Operand.isExpr() ? dyn_cast<MCSpecifierExpr>(Operand.getExpr())
                                  : nullptr;
    if (!Expr)
      return constant(MI, Operand);
    auto Relocation = matrix::elf::Relocation(Expr->getSpecifier());
    Fixups.push_back(
        MCFixup::create(0, Expr->getSubExpr(), Matrix::fixupOf(Relocation)));
    return 0;
  }

  template <unsigned Width>
  uint64_t encodePcRelative(const MCInst &MI, unsigned OpNo,
                            SmallVectorImpl<MCFixup> &Fixups,
                            const MCSubtargetInfo &) const {
    using namespace matrix::desc::immediate;
    static_assert(Width == BranchTarget.width || Width == CallTarget.width,
                  "no relocation for this width");
    const MCOperand &Operand = MI.getOperand(OpNo);
    if (Operand.isImm())
      return uint64_t(Operand.getImm() >> CallTarget.shift) &
             maskTrailingOnes<uint64_t>(Width);
    auto Relocation = Width == BranchTarget.width ? matrix::elf::R_MATRIX_PC16W
                      : Instructions.get(MI.getOpcode()).isCall()
                          ? matrix::elf::R_MATRIX_JUMP21W
                          : matrix::elf::R_MATRIX_PC21W;
    Fixups.push_back(MCFixup::create(0, Operand.getExpr(),
                                     Matrix::fixupOf(Relocation),
                                     /*PCRel=*/true));
    return 0;
  }
};

#include "MatrixGenMCCodeEmitter.inc"

} // namespace

/// A branch is in the second slot, and its distance a fixup of the pair.
uint32_t MatrixMCCodeEmitter::encodePair(const MCInst &Pair,
                                         SmallVectorImpl<MCFixup> &Fixups,
                                         const MCSubtargetInfo &STI) const {
  uint32_t Words[2];
  for (unsigned Slot : {0, 1}) {
    const MCInst &MI = Matrix::ofPair(Pair, Slot);
    SmallVector<MCFixup, 1> Own;
    Words[Slot] = getBinaryCodeForInstr(MI, Own, STI);
    if (!Matrix::isShort(Words[Slot], Own, Slot)) {
      Ctx.reportError(MI.getLoc(), Matrix::noShortForm(Slot));
      return 0;
    }
    for (const MCFixup &F : Own)
      Fixups.push_back(MCFixup::create(F.getOffset(), F.getValue(),
                                       Matrix::pairFixupOf(F.getKind()),
                                       /*PCRel=*/true));
  }
  return *matrix::paired(Words[0], Words[1]);
}

MCCodeEmitter *llvm::createMatrixMCCodeEmitter(const MCInstrInfo &Instructions,
                                               MCContext &Ctx) {
  return new MatrixMCCodeEmitter(Instructions, Ctx);
}
