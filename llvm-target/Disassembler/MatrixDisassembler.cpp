//===- Disassembler/MatrixDisassembler.cpp - decode instructions ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes 32-bit words with the tables of llvm-tblgen, one for each set of
// predicates. The decoders of operands apply the shift and bias of immediates.
// A pair word is decoded as the two words that it stands for.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "MCTargetDesc/MatrixPair.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "TargetInfo/MatrixTargetInfo.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "matrix/Support/Pairs.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDecoder.h"
#include "llvm/MC/MCDecoderOps.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"

#define DEBUG_TYPE "matrix-disassembler"

using namespace llvm;
using namespace llvm::MCD;
using DecodeStatus = MCDisassembler::DecodeStatus;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static DecodeStatus addRegister(MCInst &Inst, MCRegister Reg) {
  Inst.addOperand(MCOperand::createReg(Reg));
  return MCDisassembler::Success;
}
static DecodeStatus DecodeGPRRegisterClass(MCInst &Inst, uint64_t N, uint64_t,
                                           const MCDisassembler *) {
  return addRegister(Inst, Matrix::generalRegister(N));
}
static DecodeStatus DecodeFPR32RegisterClass(MCInst &Inst, uint64_t N, uint64_t,
                                             const MCDisassembler *) {
  return addRegister(Inst, Matrix::floatRegister(N));
}
static DecodeStatus DecodeFPR64RegisterClass(MCInst &Inst, uint64_t N, uint64_t,
                                             const MCDisassembler *) {
  return addRegister(Inst, Matrix::floatRegister(N));
}
static DecodeStatus DecodeTRRegisterClass(MCInst &Inst, uint64_t N, uint64_t,
                                          const MCDisassembler *D) {
  const auto &Variant = Matrix::variantOf(D->getSubtargetInfo().getCPU());
  if (!Matrix::hasTileRegister(Variant, Matrix::tileRegister(N)))
    return MCDisassembler::Fail;
  return addRegister(Inst, Matrix::tileRegister(N));
}

template <unsigned Width, bool Signed, unsigned Shift, int Bias>
static DecodeStatus decodeImm(MCInst &Inst, uint64_t Field, uint64_t,
                              const MCDisassembler *) {
  int64_t Value = Signed ? SignExtend64<Width>(Field) : int64_t(Field);
  Inst.addOperand(MCOperand::createImm(Value * (1 << Shift) + Bias));
  return MCDisassembler::Success;
}

template <unsigned Width>
static DecodeStatus decodePcRelative(MCInst &Inst, uint64_t Field,
                                     uint64_t Address,
                                     const MCDisassembler *D) {
  int64_t Distance = SignExtend64<Width>(Field)
                     << matrix::desc::immediate::CallTarget.shift;
  if (!D->tryAddingSymbolicOperand(Inst, Address + Distance, Address,
                                   /*IsBranch=*/true, 0, 0, 4))
    Inst.addOperand(MCOperand::createImm(Distance));
  return MCDisassembler::Success;
}

#include "MatrixGenDisassemblerTables.inc"

/// One table for each list of predicates. Instructions that the subtarget lacks
/// are not decoded, and available ones do not overlap, so the order of the
/// tables is irrelevant.
static const uint8_t *const DecoderTables[] = {
#define MATRIX_DECODER_TABLE(Name) DecoderTable##Name##32,
#include "MatrixGenDecoderTables.inc"
#undef MATRIX_DECODER_TABLE
};

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
template <> [[maybe_unused]] constexpr uint32_t InsnBitWidth<uint32_t> = 32;

class MatrixDisassembler : public MCDisassembler {
public:
  using MCDisassembler::MCDisassembler;

  DecodeStatus getInstruction(MCInst &Inst, uint64_t &Size,
                              ArrayRef<uint8_t> Bytes, uint64_t Address,
                              raw_ostream &) const override {
    if (Bytes.size() < 4) {
      Size = 0;
      return Fail;
    }
    Size = 4;
    uint32_t Word = support::endian::read32le(Bytes.data());
    return STI.hasFeature(Matrix::FeaturePairs) && matrix::isPair(Word)
               ? decodePair(Inst, Word, Address)
               : decode(Inst, Word, Address);
  }

private:
  DecodeStatus decode(MCInst &Inst, uint32_t Word, uint64_t Address) const {
    for (const uint8_t *Table : DecoderTables) {
      Inst.clear();
      DecodeStatus Status =
          decodeInstruction(Table, Inst, Word, Address, this, STI);
      if (Status != Fail)
        return Status;
    }
    return Fail;
  }

  DecodeStatus decodePair(MCInst &Inst, uint32_t Pair, uint64_t Address) const {
    MCInst Both[2];
    for (unsigned Slot : {0, 1}) {
      std::optional<uint32_t> Word = matrix::expanded(Pair, Slot);
      if (!Word || decode(Both[Slot], *Word, Address) != Success)
        return Fail;
    }
    Inst = Matrix::pairOf(getContext(), Both[0], Both[1]);
    return Success;
  }
};
} // namespace

extern "C" void LLVMInitializeMatrixDisassembler() {
  TargetRegistry::RegisterMCDisassembler(
      getTheMatrixTarget(),
      [](const Target &, const MCSubtargetInfo &STI, MCContext &Ctx)
          -> MCDisassembler * { return new MatrixDisassembler(STI, Ctx); });
}
