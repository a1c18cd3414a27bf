//===- MCTargetDesc/MatrixAsmBackend.cpp - fixups -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps fixups to the relocations of MatrixELF.h, applies those that the
// assembler can resolve, and pads code. A fixup is resolved if its value is
// known within the section; otherwise it becomes a relocation. Calls out of
// range remain relocations even then, because the linker can insert a thunk.
// The kind of a fixup is the number of its relocation plus a constant, so that
// there is one table of both.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixPair.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "matrix/Support/Pairs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace matrix;

/// Returns null for relocations of the directive .reloc, which patch nothing.
/// Generic fixups patch little-endian data.
static const elf::RelocationInfo *infoOf(MCFixupKind Kind) {
  switch (Kind) {
  case FK_Data_1:
    return elf::lookupRelocation(elf::R_MATRIX_8);
  case FK_Data_2:
    return elf::lookupRelocation(elf::R_MATRIX_16);
  case FK_Data_4:
    return elf::lookupRelocation(elf::R_MATRIX_32);
  case FK_Data_8:
    return elf::lookupRelocation(elf::R_MATRIX_64);
  default:
    return Matrix::relocationOf(Kind);
  }
}

//===----------------------------------------------------------------------===//
// Relocations of the object file
//===----------------------------------------------------------------------===//

namespace {
class MatrixELFObjectWriter : public MCELFObjectTargetWriter {
public:
  explicit MatrixELFObjectWriter(uint8_t OSABI)
      : MCELFObjectTargetWriter(/*Is64Bit=*/true, OSABI, elf::EM_MATRIX,
                                /*HasRelocationAddend=*/true) {}

  unsigned getRelocType(const MCFixup &Fixup, const MCValue &Target,
                        bool IsPCRel) const override {
    unsigned Type = typeOf(Fixup, Target, IsPCRel);
    if (const MCSymbol *Symbol = Target.getAddSym())
      checkThreadLocal(Fixup, *Symbol, Type);
    return Type;
  }

private:
  unsigned typeOf(const MCFixup &Fixup, const MCValue &Target,
                  bool IsPCRel) const {
    MCFixupKind Kind = Fixup.getKind();
    if (mc::isRelocation(Kind)) // of a directive .reloc
      return Kind - FirstLiteralRelocationKind;
    if (Target.getSpecifier())
      return Target.getSpecifier(); // in data
    if (IsPCRel && Kind == FK_Data_4)
      return elf::R_MATRIX_PC32;
    if (IsPCRel && Kind == FK_Data_8)
      return elf::R_MATRIX_PC64;
    const elf::RelocationInfo *Info = infoOf(Kind);
    bool Known = Info && IsPCRel == (Info->What == elf::Value::PcRelative);
    if (!Known)
      reportError(Fixup.getLoc(), "the object format has no such relocation");
    return Known ? Info->Number : unsigned(elf::R_MATRIX_NONE);
  }

  /// Thread-local symbols are those that are defined in a section of thread-
  /// local variables, or undefined and used as such.
  void checkThreadLocal(const MCFixup &Fixup, const MCSymbol &Symbol,
                        unsigned Type) const {
    const elf::RelocationInfo *Info = elf::lookupRelocation(Type);
    bool Offset = Info && Info->What == elf::Value::ThreadRelative;
    if (Symbol.isUndefined() && Offset)
      const_cast<MCSymbolELF &>(static_cast<const MCSymbolELF &>(Symbol))
          .setType(ELF::STT_TLS);
    if (!Symbol.isInSection() || Type == elf::R_MATRIX_NONE)
      return;
    auto &Section = static_cast<const MCSectionELF &>(Symbol.getSection());
    bool Local = Section.getFlags() & ELF::SHF_TLS;
    if (Local && !Offset)
      reportError(Fixup.getLoc(), "symbol '" + Symbol.getName() +
                                      "' is thread-local; add the thread "
                                      "pointer to %tprel_g1 and %tprel_g0_nc");
    if (!Local && Offset)
      reportError(Fixup.getLoc(), "symbol '" + Symbol.getName() +
                                      "' is not thread-local; use %abs_g0, ... "
                                      "for its address");
  }
};
} // namespace

std::unique_ptr<MCObjectTargetWriter>
llvm::createMatrixELFObjectWriter(uint8_t OSABI) {
  return std::make_unique<MatrixELFObjectWriter>(OSABI);
}

//===----------------------------------------------------------------------===//
// Fixups that the assembler resolves itself
//===----------------------------------------------------------------------===//

namespace {
class MatrixAsmBackend : public MCAsmBackend {
  uint8_t OSABI;

public:
  explicit MatrixAsmBackend(uint8_t OSABI)
      : MCAsmBackend(endianness::little), OSABI(OSABI) {}

  std::unique_ptr<MCObjectTargetWriter>
  createObjectTargetWriter() const override {
    return createMatrixELFObjectWriter(OSABI);
  }

  /// The names that the directive .reloc takes.
  std::optional<MCFixupKind> getFixupKind(StringRef Name) const override {
    auto Number = StringSwitch<std::optional<unsigned>>(Name)
#define MATRIX_RELOCATION(Name, Number, Field, Value, Shift, Check, Bits)      \
  .Case(#Name, Number)
                      MATRIX_RELOCATIONS(MATRIX_RELOCATION)
#undef MATRIX_RELOCATION
                          .Case("BFD_RELOC_NONE", elf::R_MATRIX_NONE)
                          .Case("BFD_RELOC_8", elf::R_MATRIX_8)
                          .Case("BFD_RELOC_16", elf::R_MATRIX_16)
                          .Case("BFD_RELOC_32", elf::R_MATRIX_32)
                          .Case("BFD_RELOC_64", elf::R_MATRIX_64)
                          .Default(std::nullopt);
    if (!Number)
      return std::nullopt;
    return MCFixupKind(FirstLiteralRelocationKind + *Number);
  }

  MCFixupKindInfo getFixupKindInfo(MCFixupKind Kind) const override {
    if (mc::isRelocation(Kind))
      return {};
    if (Kind >= Matrix::FirstPairFixupKind)
      return {"pair", 0, 8 * desc::instructionBytes, 0};
    const elf::RelocationInfo *Info = Matrix::relocationOf(Kind);
    if (!Info)
      return MCAsmBackend::getFixupKindInfo(Kind);
    return {Info->Name, 0, uint8_t(elf::bitsOf(Info->Where)), 0};
  }

  void applyFixup(const MCFragment &Fragment, const MCFixup &Fixup,
                  const MCValue &Target, uint8_t *Data, uint64_t Value,
                  bool IsResolved) override {
    if (const elf::RelocationInfo *Info =
            Matrix::relocationOfPair(Fixup.getKind()))
      return applyInPair(*Info, Fixup, Data, Value, IsResolved);
    const elf::RelocationInfo *Info = infoOf(Fixup.getKind());
    // Calls out of range, also within a section, are left to linker thunks.
    if (Info && Info->Number == elf::R_MATRIX_JUMP21W &&
        Value % (1 << Info->Shift) == 0 && !elf::fits(*Info, Value))
      IsResolved = false;
    // maybeAddReloc changes Value if it adds a relocation.
    uint64_t InSection = Value;
    maybeAddReloc(Fragment, Fixup, Target, Value, IsResolved);
    if (!IsResolved && Info && isReadFromObjects(Fragment, *Info))
      elf::patch(*Info, Data, InSection);
    if (!IsResolved || !Info)
      return;
    if (!elf::fits(*Info, Value))
      getContext().reportError(Fixup.getLoc(), outOfReach(*Info, Value));
    elf::patch(*Info, Data, Value);
  }

  bool writeNopData(raw_ostream &OS, uint64_t Count,
                    const MCSubtargetInfo *STI) const override;

private:
  void applyInPair(const elf::RelocationInfo &Info, const MCFixup &Fixup,
                   uint8_t *Data, uint64_t Value, bool IsResolved);

  /// LLVM's tools do not support the relocations of this machine; readers of
  /// debug information then use the section contents. The assembler therefore
  /// also stores the addend there: sections of objects start at address 0.
  static bool isReadFromObjects(const MCFragment &Fragment,
                                const elf::RelocationInfo &Info) {
    auto *Section = static_cast<const MCSectionELF *>(Fragment.getParent());
    return Info.What == elf::Value::Absolute &&
           !(Section->getFlags() & ELF::SHF_ALLOC);
  }
  static std::string outOfReach(const elf::RelocationInfo &Info,
                                int64_t Value) {
    if (Info.What == elf::Value::PcRelative && Value % (1 << Info.Shift))
      return "the distance " + std::to_string(Value) +
             " is not a multiple of " + std::to_string(1 << Info.Shift);
    return "the value " + std::to_string(Value) + " does not fit in " +
           std::to_string(Info.Bits) + " bits";
  }
};
} // namespace

/// Resolves the distance of a branch in the second slot of a pair word.
void MatrixAsmBackend::applyInPair(const elf::RelocationInfo &Info,
                                   const MCFixup &Fixup, uint8_t *Data,
                                   uint64_t Value, bool IsResolved) {
  if (!IsResolved)
    return getContext().reportError(
        Fixup.getLoc(), "the target of a branch in a pair must be a local "
                        "label of the same section");
  uint32_t Pair = support::endian::read32le(Data);
  uint32_t Word = *expanded(Pair, 1);
  uint8_t Bytes[sizeof(Word)];
  support::endian::write32le(Bytes, Word);
  elf::patch(Info, Bytes, Value);
  Word = support::endian::read32le(Bytes);
  if (!elf::fits(Info, Value) || !shortened(Word, 1))
    return getContext().reportError(
        Fixup.getLoc(), "the distance " + std::to_string(int64_t(Value)) +
                            " does not fit in a pair; write two single "
                            "instructions");
  support::endian::write32le(Data, *paired(*expanded(Pair, 0), Word));
}

/// Pads code with no-op instructions, after zeros up to their alignment: what
/// precedes those is data.
bool MatrixAsmBackend::writeNopData(raw_ostream &OS, uint64_t Count,
                                    const MCSubtargetInfo *STI) const {
  if (!STI)
    return false;
  OS.write_zeros(Count % 4);
  MCInst Nop = MCInstBuilder(Matrix::role::AddImmediate)
                   .addReg(Matrix::Zero)
                   .addReg(Matrix::Zero)
                   .addImm(0);
  MCInstrInfo None; // fixup operands are already encoded
  std::unique_ptr<MCCodeEmitter> Emitter(
      createMatrixMCCodeEmitter(None, getContext()));
  SmallString<4> Bytes;
  SmallVector<MCFixup, 1> Fixups;
  Emitter->encodeInstruction(Nop, Bytes, Fixups, *STI);
  for (uint64_t I = 0; I < Count / 4; ++I)
    OS << Bytes;
  return true;
}

MCAsmBackend *llvm::createMatrixAsmBackend(const Target &,
                                           const MCSubtargetInfo &STI,
                                           const MCRegisterInfo &,
                                           const MCTargetOptions &) {
  auto OS = STI.getTargetTriple().getOS();
  return new MatrixAsmBackend(MCELFObjectTargetWriter::getOSABI(OS));
}
