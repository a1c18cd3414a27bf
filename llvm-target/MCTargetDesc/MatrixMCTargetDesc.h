//===- MatrixMCTargetDesc.h - registers, fixups, variants -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations that code generator, assembler and disassembler share: generated
// enumerations of registers and features, fixups, ranges of immediates, and
// factories of the MC classes. Opcodes are in MatrixOpcodes.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXMCTARGETDESC_H
#define MATRIX_MCTARGETDESC_MATRIXMCTARGETDESC_H

#include "MCTargetDesc/MatrixELF.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include <memory>
#include <string>

namespace matrix::desc {
struct VariantInfo;
}

namespace llvm {
class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCInst;
class MCInstrInfo;
class MCObjectTargetWriter;
class MCOperand;
class MCRegisterInfo;
class MCStreamer;
class MCTargetOptions;
class MCTargetStreamer;
class Target;
class Triple;
class formatted_raw_ostream;

namespace Matrix {

//===----------------------------------------------------------------------===//
// Fixups and specifiers correspond to the relocations of MatrixELF.h.
//===----------------------------------------------------------------------===//

inline MCFixupKind fixupOf(matrix::elf::Relocation R) {
  return MCFixupKind(FirstTargetFixupKind + R);
}
/// Returns nullptr for generic fixups.
inline const matrix::elf::RelocationInfo *relocationOf(MCFixupKind Kind) {
  return Kind < FirstTargetFixupKind
             ? nullptr
             : matrix::elf::lookupRelocation(Kind - FirstTargetFixupKind);
}
/// Returns the specifier of `%abs_g0(symbol)` by name, or R_MATRIX_NONE.
matrix::elf::Relocation specifierNamed(StringRef Name);
std::string specifierName(uint32_t Specifier);

/// Returns true if the value = (field << Shift) + Bias is representable.
template <unsigned Width, bool Signed, unsigned Shift, int Bias>
bool isMatrixImm(int64_t Value) {
  Value -= Bias;
  if (Value & ((int64_t(1) << Shift) - 1))
    return false;
  Value >>= Shift;
  return Signed ? isInt<Width>(Value) : isUInt<Width>(Value);
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// Returns the variant of -mcpu=CPU; "" and "generic" select the default. An
/// unknown name terminates the program with an error that names `Where`.
const matrix::desc::VariantInfo &variantOf(StringRef CPU,
                                           const Twine &Where = "-mcpu");
/// Returns true if the variant implements the tile register.
bool hasTileRegister(const matrix::desc::VariantInfo &Variant, MCRegister R);
/// Emits the section .note.matrix.
void emitNote(MCStreamer &Out, const MCSubtargetInfo &STI);

} // namespace Matrix

namespace Matrix_MC {
/// Generated: returns true if a variant with these features has the
/// instruction.
bool isOpcodeAvailable(unsigned Opcode, const FeatureBitset &Features);
} // namespace Matrix_MC

MCCodeEmitter *createMatrixMCCodeEmitter(const MCInstrInfo &, MCContext &);
MCAsmBackend *createMatrixAsmBackend(const Target &, const MCSubtargetInfo &,
                                     const MCRegisterInfo &,
                                     const MCTargetOptions &);
std::unique_ptr<MCObjectTargetWriter>
createMatrixELFObjectWriter(uint8_t OSABI);
MCTargetStreamer *createMatrixELFTargetStreamer(MCStreamer &,
                                                const MCSubtargetInfo &);

} // namespace llvm

#define GET_REGINFO_ENUM
#include "MatrixGenRegisterInfo.inc"
#define GET_SUBTARGETINFO_ENUM
#include "MatrixGenSubtargetInfo.inc"

#endif // MATRIX_MCTARGETDESC_MATRIXMCTARGETDESC_H
