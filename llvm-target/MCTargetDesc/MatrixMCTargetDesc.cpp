//===- MatrixMCTargetDesc.cpp - machine code layer of the target ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the MC components of the target, and maps CPU names to variants and
// specifier names to relocations. The name of a specifier is that of its
// relocation in lower case without the prefix, so that no second table of names
// exists.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixInstPrinter.h"
#include "MCTargetDesc/MatrixMCAsmInfo.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "MCTargetDesc/MatrixPair.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "TargetInfo/MatrixTargetInfo.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

#define GET_INSTRINFO_MC_DESC
#define GET_AVAILABLE_OPCODE_CHECKER
#include "MatrixGenInstrInfo.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "MatrixGenSubtargetInfo.inc"

#define GET_REGINFO_MC_DESC
#include "MatrixGenRegisterInfo.inc"

//===----------------------------------------------------------------------===//
// Variants and specifiers
//===----------------------------------------------------------------------===//

const matrix::desc::VariantInfo &Matrix::variantOf(StringRef CPU,
                                                   const Twine &Where) {
  if (const auto *Variant = matrix::desc::lookupVariant(std::string_view(CPU)))
    return *Variant;
  SmallVector<StringRef> Known;
  for (const auto &Variant : matrix::desc::variants)
    Known.push_back(Variant.cpu);
  reportFatalUsageError(Where + ": unknown variant '" + CPU +
                        "'; known are: " + join(Known, ", "));
}

// Other registers precede the first tile register and wrap to large numbers,
// or follow the last one.
bool Matrix::hasTileRegister(const matrix::desc::VariantInfo &Variant,
                             MCRegister R) {
  return R - Matrix::tileRegister(0) < unsigned(Variant.tileRegisters);
}

std::string Matrix::specifierName(uint32_t Specifier) {
  StringRef Name = matrix::elf::lookupRelocation(Specifier)->Name;
  Name.consume_front("R_MATRIX_");
  return Name.lower();
}

matrix::elf::Relocation Matrix::specifierNamed(StringRef Name) {
  using namespace matrix::elf;
  for (Relocation R : {R_MATRIX_ABS_G0, R_MATRIX_ABS_G0_NC, R_MATRIX_ABS_G1,
                       R_MATRIX_ABS_G1_NC, R_MATRIX_ABS_G2, R_MATRIX_ABS_G2_NC,
                       R_MATRIX_ABS_G3, R_MATRIX_TPREL_G0, R_MATRIX_TPREL_G0_NC,
                       R_MATRIX_TPREL_G1, R_MATRIX_TPREL_64})
    if (specifierName(R) == Name)
      return R;
  return R_MATRIX_NONE;
}

//===----------------------------------------------------------------------===//
// Factories
//===----------------------------------------------------------------------===//

static MCInstrInfo *createInstrInfo() {
  auto *Info = new MCInstrInfo();
  InitMatrixMCInstrInfo(Info);
  return Info;
}

static MCRegisterInfo *createRegisterInfo(const Triple &) {
  auto *Info = new MCRegisterInfo();
  InitMatrixMCRegisterInfo(Info, Matrix::ReturnAddress);
  return Info;
}

static MCSubtargetInfo *createSubtargetInfo(const Triple &TT, StringRef CPU,
                                            StringRef Features) {
  if (CPU != "help")
    CPU = Matrix::variantOf(CPU).cpu;
  return createMatrixMCSubtargetInfoImpl(TT, CPU, CPU, Features);
}

static MCAsmInfo *createAsmInfo(const MCRegisterInfo &Registers, const Triple &,
                                const MCTargetOptions &) {
  auto *Info = new MatrixMCAsmInfo();
  unsigned SP = Registers.getDwarfRegNum(Matrix::StackPointer, true);
  Info->addInitialFrameState(MCCFIInstruction::cfiDefCfa(nullptr, SP, 0));
  return Info;
}

static MCInstPrinter *createInstPrinter(const Triple &, unsigned Syntax,
                                        const MCAsmInfo &AsmInfo,
                                        const MCInstrInfo &Instructions,
                                        const MCRegisterInfo &Registers) {
  return Syntax ? nullptr
                : new MatrixInstPrinter(AsmInfo, Instructions, Registers);
}

namespace {
/// PC-relative operands hold the offset from the instruction. Of a pair, the
/// second instruction transfers control.
class MatrixMCInstrAnalysis : public MCInstrAnalysis {
  using Base = MCInstrAnalysis;

  static const MCInst &last(const MCInst &Inst) {
    return Matrix::isPair(Inst) ? Matrix::ofPair(Inst, 1) : Inst;
  }

public:
  using MCInstrAnalysis::MCInstrAnalysis;

  bool isBranch(const MCInst &Inst) const override {
    return Base::isBranch(last(Inst));
  }
  bool isConditionalBranch(const MCInst &Inst) const override {
    return Base::isConditionalBranch(last(Inst));
  }
  bool isUnconditionalBranch(const MCInst &Inst) const override {
    return Base::isUnconditionalBranch(last(Inst));
  }
  bool isCall(const MCInst &Inst) const override {
    return Base::isCall(last(Inst));
  }
  bool isTerminator(const MCInst &Inst) const override {
    return Base::isTerminator(last(Inst));
  }
  bool evaluateBranch(const MCInst &Pair, uint64_t Address, uint64_t,
                      uint64_t &Target) const override {
    const MCInst &Inst = last(Pair);
    const MCInstrDesc &Desc = Info->get(Inst.getOpcode());
    for (auto [Operand, OpInfo] : zip(Inst, Desc.operands()))
      if (OpInfo.OperandType == MCOI::OPERAND_PCREL && Operand.isImm()) {
        Target = Address + Operand.getImm();
        return true;
      }
    return false;
  }
};
} // namespace

extern "C" void LLVMInitializeMatrixTargetMC() {
  Target &T = getTheMatrixTarget();
  TargetRegistry::RegisterMCAsmInfo(T, createAsmInfo);
  TargetRegistry::RegisterMCInstrInfo(T, createInstrInfo);
  TargetRegistry::RegisterMCRegInfo(T, createRegisterInfo);
  TargetRegistry::RegisterMCSubtargetInfo(T, createSubtargetInfo);
  TargetRegistry::RegisterMCInstPrinter(T, createInstPrinter);
  TargetRegistry::RegisterMCCodeEmitter(T, createMatrixMCCodeEmitter);
  TargetRegistry::RegisterMCAsmBackend(T, createMatrixAsmBackend);
  TargetRegistry::RegisterObjectTargetStreamer(T,
                                               createMatrixELFTargetStreamer);
  TargetRegistry::RegisterMCInstrAnalysis(
      T, [](const MCInstrInfo *Info) -> MCInstrAnalysis * {
        return new MatrixMCInstrAnalysis(Info);
      });
}
