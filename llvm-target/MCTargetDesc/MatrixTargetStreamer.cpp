//===- MCTargetDesc/MatrixTargetStreamer.cpp - ELF flags and note ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets the flags of the ELF header and emits the note .note.matrix: ABI
// version, variant, features, and the hash of the description
// (docs/contracts.md). Linker and simulator read it to reject objects of other
// machines.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Description/Hash.h"
#include "matrix/Description/Variants.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCELFStreamer.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace matrix;

static std::string noteText(const MCSubtargetInfo &STI) {
  json::Array Features;
  for (const SubtargetFeatureKV &Feature : STI.getAllProcessorFeatures())
    if (STI.getFeatureBits().test(Feature.Value))
      Features.push_back(Feature.Key);
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  J.object([&] {
    J.attribute("abi", int64_t(elf::ABIVersion));
    J.attribute("variant", StringRef(Matrix::variantOf(STI.getCPU()).cpu));
    J.attribute("hash", StringRef(desc::descriptionHash));
    J.attribute("features", std::move(Features));
  });
  return Text;
}

/// | name size | text size | type | name, padded to 4 | text, padded to 4 |
void Matrix::emitNote(MCStreamer &Out, const MCSubtargetInfo &STI) {
  std::string Text = noteText(STI);
  StringRef Owner = elf::NoteOwner;
  Out.pushSection();
  Out.switchSection(
      Out.getContext().getELFSection(elf::NoteSection, ELF::SHT_NOTE, 0));
  Out.emitValueToAlignment(Align(4));
  Out.emitIntValue(Owner.size() + 1, 4);
  Out.emitIntValue(Text.size(), 4);
  Out.emitIntValue(elf::NoteType, 4);
  Out.emitBytes((Owner + Twine('\0')).str());
  Out.emitValueToAlignment(Align(4));
  Out.emitBytes(Text);
  Out.emitValueToAlignment(Align(4));
  Out.popSection();
}

namespace {
class MatrixELFTargetStreamer : public MCTargetStreamer {
  const MCSubtargetInfo &STI;

public:
  MatrixELFTargetStreamer(MCStreamer &S, const MCSubtargetInfo &STI)
      : MCTargetStreamer(S), STI(STI) {
    static_cast<MCELFStreamer &>(S).getWriter().setELFHeaderEFlags(
        elf::ABIVersion);
  }

  /// Emits the note for handwritten assembly; compiled code contains its own.
  void finish() override {
    for (const MCSection &Section :
         static_cast<MCELFStreamer &>(Streamer).getAssembler())
      if (Section.getName() == elf::NoteSection)
        return;
    Matrix::emitNote(Streamer, STI);
  }
};
} // namespace

MCTargetStreamer *
llvm::createMatrixELFTargetStreamer(MCStreamer &S, const MCSubtargetInfo &STI) {
  return new MatrixELFTargetStreamer(S, STI);
}
