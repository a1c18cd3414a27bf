//===- tools/stock/matrix-objdump.cpp - disassembler of files -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs llvm-objdump for the variant in the note of the file; a different --mcpu
// is an error. Encodings of the variant space mean different instructions in
// different variants, so that a default would disassemble wrongly. Files
// without a note are disassembled as --mcpu says. llvm-objdump aborts at
// damaged relocations, which are therefore read before.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixELF.h"
#include "StockTool.h"
#include "matrix/Description/Variants.h"
#include "matrix/Support/JsonText.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::object;
using namespace matrix;

/// Returns the variant in the note of the file, or "" without a note.
static std::string variantOf(const ELF64LEObjectFile &File) {
  const ELF64LEFile &Elf = File.getELFFile();
  auto Sections = Elf.sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return "";
  }
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_NOTE)
      continue;
    Error Err = Error::success();
    for (const auto &Note : Elf.notes(Section, Err)) {
      if (Note.getName() != elf::NoteOwner || Note.getType() != elf::NoteType)
        continue;
      Expected<json::Value> Text = parseJsonText(Note.getDescAsStringRef(4));
      if (!Text)
        consumeError(Text.takeError());
      else if (auto *Object = Text->getAsObject())
        if (auto Variant = Object->getString("variant"))
          return Variant->str();
    }
    consumeError(std::move(Err));
  }
  return "";
}

/// Reads the symbol that llvm-objdump prints for a relocation.
template <typename ELFT>
static Error checkSymbol(const ELFFile<ELFT> &Elf,
                         const typename ELFT::Shdr &Section,
                         const typename ELFT::Rel &Relocation) {
  auto Symbols = Elf.getSection(Section.sh_link);
  if (!Symbols)
    return Symbols.takeError();
  auto Symbol = Elf.getRelocationSymbol(Relocation, *Symbols);
  if (!Symbol || !*Symbol)
    return Symbol.takeError();
  auto Names = Elf.getStringTableForSymtab(**Symbols);
  if (!Names)
    return Names.takeError();
  return (*Symbol)->getName(*Names).takeError();
}

template <typename ELFT, typename Relocations>
static Error checkRelocations(const ELFFile<ELFT> &Elf,
                              const typename ELFT::Shdr &Section,
                              Expected<Relocations> All) {
  if (!All)
    return All.takeError();
  if (auto Target = Elf.getSection(Section.sh_info); !Target)
    return Target.takeError();
  // Without relocations as well.
  if (auto Symbols = Elf.getSection(Section.sh_link); !Symbols)
    return Symbols.takeError();
  for (const auto &Relocation : *All)
    if (Error E = checkSymbol(Elf, Section, Relocation))
      return E;
  return Error::success();
}

template <typename ELFT>
static Error checkRelocations(const ELFFile<ELFT> &Elf) {
  auto Sections = Elf.sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return Error::success(); // llvm-objdump reports it
  }
  for (const typename ELFT::Shdr &Section : *Sections) {
    if (Section.sh_type == ELF::SHT_SYMTAB)
      if (Error E = Elf.symbols(&Section).takeError())
        return E;
    if (Section.sh_type == ELF::SHT_RELA)
      if (Error E = checkRelocations(Elf, Section, Elf.relas(Section)))
        return E;
    if (Section.sh_type == ELF::SHT_REL)
      if (Error E = checkRelocations(Elf, Section, Elf.rels(Section)))
        return E;
  }
  return Error::success();
}

/// Checks files of all targets: llvm-objdump terminates at these mistakes, and
/// the damage may be that of the field that names the target.
static Error checkRelocations(const Binary &File) {
  if (auto *Object = dyn_cast<ELF64LEObjectFile>(&File))
    return checkRelocations(Object->getELFFile());
  if (auto *Object = dyn_cast<ELF64BEObjectFile>(&File))
    return checkRelocations(Object->getELFFile());
  if (auto *Object = dyn_cast<ELF32LEObjectFile>(&File))
    return checkRelocations(Object->getELFFile());
  if (auto *Object = dyn_cast<ELF32BEObjectFile>(&File))
    return checkRelocations(Object->getELFFile());
  return Error::success();
}

static bool hasCompactRelocations(const ELF64LEFile &Elf) {
  auto Sections = Elf.sections();
  if (!Sections)
    consumeError(Sections.takeError());
  return Sections && any_of(*Sections, [](const auto &Section) {
           return Section.sh_type == ELF::SHT_CREL;
         });
}

/// Returns the variant of a file, or "" if it has no note or is none of this
/// target; an error if it is damaged.
static Expected<std::string> variantOf(StringRef Path) {
  Expected<OwningBinary<Binary>> File = createBinary(Path);
  if (!File) {
    consumeError(File.takeError());
    return ""; // llvm-objdump reports it
  }
  auto *Object = dyn_cast<ELF64LEObjectFile>(File->getBinary());
  bool Ours =
      Object && Object->getELFFile().getHeader().e_machine == elf::EM_MATRIX;
  if (Ours && hasCompactRelocations(Object->getELFFile()))
    return createStringError("'" + Path +
                             "': compact relocations (SHT_CREL) are not "
                             "supported; assemble without --crel");
  if (Error E = checkRelocations(*File->getBinary()))
    return createStringError("'" + Path +
                             "': damaged object: " + toString(std::move(E)));
  if (!Ours)
    return "";
  std::string Variant = variantOf(*Object);
  if (!Variant.empty() && !desc::lookupVariant(Variant))
    return createStringError("'" + Path + "' is for the unknown variant '" +
                             Variant + "'; --mcpu=help lists all");
  return Variant;
}

/// Copies standard input to memory, because its note is read before
/// llvm-objdump reads it again.
static void rewindableInput() {
  auto Input = MemoryBuffer::getSTDIN();
  int Copy = memfd_create("stdin", 0);
  if (!Input || Copy < 0)
    return;
  raw_fd_ostream(Copy, /*shouldClose=*/false) << (*Input)->getBuffer();
  lseek(Copy, 0, SEEK_SET);
  dup2(Copy, STDIN_FILENO);
}

int main(int argc, char **argv) {
  StockTool Tool(argc, argv, reinterpret_cast<void *>(&main));
  if (Tool.listsVariants())
    return 0;
  if (is_contained(Tool.arguments(), "-"))
    rewindableInput();
  std::string Asked = Tool.valueOf("mcpu"), Found;
  for (const std::string &Argument : Tool.arguments()) {
    Expected<std::string> Read = variantOf(Argument);
    if (Argument == "-")
      lseek(STDIN_FILENO, 0, SEEK_SET);
    if (!Read)
      return Tool.fileError(toString(Read.takeError()));
    const std::string &Variant = *Read;
    if (Variant.empty())
      continue;
    if (!Asked.empty() && Asked != Variant)
      return Tool.usageError("'" + Argument + "' is for variant '" + Variant +
                             "', but --mcpu is '" + Asked + "'; leave it out");
    if (!Found.empty() && Found != Variant)
      return Tool.usageError("'" + Argument + "' is for variant '" + Variant +
                             "', files before it for '" + Found +
                             "'; disassemble them one by one");
    Found = Variant;
  }
  if (Asked.empty() && !Found.empty())
    Tool.prepend("--mcpu=" + Found);
  return Tool.run("llvm-objdump", /*Preload=*/true);
}
