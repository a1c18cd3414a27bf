//===- InputFile.cpp - relocatable objects --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads ELF64 objects into sections, symbols, relocations and COMDAT groups,
// and validates all offsets and indices, so that later passes need no checks.
// LLVM's ELF reader checks the headers; ObjectReader checks what refers from
// one part to another, and rejects features that the linker does not support.
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "MCTargetDesc/MatrixELF.h"
#include "Note.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

/// Upper bound on alignment, which pads the output file.
static constexpr uint64_t MaxAlignment = uint64_t(1) << 24;

Error matrix::linker::makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

std::string Symbol::quotedName() const {
  if (!Name.empty())
    return "'" + Name.str() + "'";
  return Section ? "section " + Section->Name.str() : "an unnamed symbol";
}

Error ObjectFile::error(const Twine &Message) const {
  return makeError(Name + ": error: " + Message);
}

std::string ObjectFile::describe(const InputSection &Section,
                                 uint64_t Offset) const {
  std::string Place = (Section.Name + "+0x" + utohexstr(Offset, true)).str();
  for (const Symbol *S : Symbols)
    if (S && S->Section == &Section && S->Type == ELF::STT_FUNC &&
        Offset >= S->Value && Offset < S->Value + S->Size)
      return Place + " (in function '" + S->Name.str() + "')";
  return Place;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace matrix::linker {

class ObjectReader {
public:
  ObjectReader(ObjectFile &File) : File(File) {}
  Error read();

private:
  Error readHeader();
  Error readSections();
  Error readSection(uint32_t Index);
  Error readSymbols();
  Error readRelocations(const ELFT::Shdr &Header);
  Error readGroup(const ELFT::Shdr &Header);
  Error readNote(const InputSection &Section);

  /// Wraps an error of LLVM's ELF reader with the name of this file.
  Error damaged(Error E) {
    return File.error("damaged object: " + toString(std::move(E)));
  }

  ObjectFile &File;
  std::optional<object::ELFFile<ELFT>> Elf;
  ArrayRef<ELFT::Shdr> Headers;
};

} // namespace matrix::linker

Expected<std::unique_ptr<ObjectFile>> ObjectFile::create(MemoryBufferRef Buffer,
                                                         std::string Name) {
  auto File = std::make_unique<ObjectFile>();
  File->Name = std::move(Name);
  File->Buffer = Buffer;
  if (Error E = ObjectReader(*File).read())
    return std::move(E);
  return std::move(File);
}

Error ObjectReader::read() {
  if (Error E = readHeader())
    return E;
  if (Error E = readSections())
    return E;
  if (Error E = readSymbols())
    return E;
  for (const ELFT::Shdr &Header : Headers) {
    if (Header.sh_type == ELF::SHT_RELA)
      if (Error E = readRelocations(Header))
        return E;
    if (Header.sh_type == ELF::SHT_REL)
      return File.error(
          "relocations without addends; assemble it for this target again");
    if (Header.sh_type == ELF::SHT_GROUP)
      if (Error E = readGroup(Header))
        return E;
  }
  return Error::success();
}

Error ObjectReader::readHeader() {
  StringRef Data = File.Buffer.getBuffer();
  if (!Data.starts_with(StringRef(ELF::ElfMagic, 4)))
    return File.error(
        "not an object file; give ELF objects and archives of them");
  if (Data.size() < sizeof(ELFT::Ehdr))
    return File.error("truncated: the ELF header ends after " +
                      Twine(Data.size()) + " bytes");
  if (Data[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      Data[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return File.error("not a 64-bit little-endian ELF file");
  auto Created = object::ELFFile<ELFT>::create(Data);
  if (!Created)
    return damaged(Created.takeError());
  Elf.emplace(*Created);
  const ELFT::Ehdr &Header = Elf->getHeader();
  if (Header.e_machine != elf::EM_MATRIX)
    return File.error(
        "made for ELF machine 0x" + utohexstr(Header.e_machine, true) +
        ", not for matrix (0x" + utohexstr(elf::EM_MATRIX, true) + ")");
  if (Header.e_type != ELF::ET_REL)
    return File.error(
        "not a relocatable object; link objects and archives, not programs");
  File.Abi = Header.e_flags;
  return Error::success();
}

Error ObjectReader::readSections() {
  auto Read = Elf->sections();
  if (!Read)
    return damaged(Read.takeError());
  Headers = *Read;
  File.Sections.resize(Headers.size());
  for (uint32_t I = 1; I < Headers.size(); ++I)
    if (Error E = readSection(I))
      return E;
  for (auto [Header, Section] : zip_equal(Headers, File.Sections))
    if (Section && (Section->Flags & ELF::SHF_LINK_ORDER) &&
        Header.sh_link < Headers.size())
      Section->LinkedTo = File.Sections[Header.sh_link].get();
  return Error::success();
}

/// Sections that hold bytes of the program, of any type, or debug information.
static bool isContent(const ELFT::Shdr &Header) {
  switch (Header.sh_type) {
  case ELF::SHT_NULL:
    return false;
  case ELF::SHT_PROGBITS:
  case ELF::SHT_NOBITS:
  case ELF::SHT_NOTE:
    return true;
  default:
    return Header.sh_flags & ELF::SHF_ALLOC;
  }
}

Error ObjectReader::readSection(uint32_t Index) {
  const ELFT::Shdr &Header = Headers[Index];
  if (!isContent(Header))
    return Error::success();
  auto Name = Elf->getSectionName(Header);
  if (!Name)
    return damaged(Name.takeError());
  auto Section = std::make_unique<InputSection>();
  Section->File = &File;
  Section->Name = *Name;
  Section->Type = Header.sh_type;
  Section->Flags = Header.sh_flags;
  Section->Alignment = std::max<uint64_t>(1, Header.sh_addralign);
  Section->Size = Header.sh_size;
  if (!isPowerOf2_64(Section->Alignment))
    return File.error("section " + *Name + " has alignment " +
                      Twine(Section->Alignment) +
                      ", which is not a power of two");
  if (Section->Alignment > MaxAlignment)
    return File.error("section " + *Name + " has alignment " +
                      Twine(Section->Alignment) + "; at most " +
                      Twine(MaxAlignment) + " is possible");
  if (Section->Flags & ELF::SHF_COMPRESSED)
    return File.error("section " + *Name +
                      " is compressed; compile without -gz");
  if (Header.sh_type != ELF::SHT_NOBITS) {
    auto Contents = Elf->getSectionContents(Header);
    if (!Contents)
      return damaged(Contents.takeError());
    Section->Contents = *Contents;
  }
  if (Error E = readNote(*Section))
    return E;
  File.Sections[Index] = std::move(Section);
  return Error::success();
}

Error ObjectReader::readNote(const InputSection &Section) {
  if (Section.Name == elf::NoteSection) {
    auto Note = parseNote(Section.Contents);
    if (!Note)
      return File.error(elf::NoteSection + Twine(": ") +
                        toString(Note.takeError()));
    File.Note = std::move(*Note);
  }
  if (Section.Name == KernelSection)
    File.Kernel = toStringRef(Section.Contents).rtrim('\0').str();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Symbols, relocations, groups
//===----------------------------------------------------------------------===//

Error ObjectReader::readSymbols() {
  for (const ELFT::Shdr &Header : Headers) {
    if (Header.sh_type == ELF::SHT_SYMTAB_SHNDX)
      return File.error("more than 65279 sections");
    if (Header.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto Entries = Elf->symbols(&Header);
    if (!Entries)
      return damaged(Entries.takeError());
    auto Strings = Elf->getStringTableForSymtab(Header);
    if (!Strings)
      return damaged(Strings.takeError());
    for (const ELFT::Sym &Entry : *Entries) {
      auto Name = Entry.getName(*Strings);
      if (!Name)
        return damaged(Name.takeError());
      if (Entry.st_shndx >= Headers.size() && Entry.st_shndx != ELF::SHN_ABS &&
          Entry.st_shndx != ELF::SHN_COMMON)
        return File.error("symbol '" + *Name + "' names section " +
                          Twine(Entry.st_shndx) + " of " +
                          Twine(Headers.size()));
      File.RawSymbols.push_back({*Name, &Entry});
    }
  }
  return Error::success();
}

/// Relocations of sections that are not read are skipped.
Error ObjectReader::readRelocations(const ELFT::Shdr &Header) {
  auto Entries = Elf->relas(Header);
  if (!Entries)
    return damaged(Entries.takeError());
  if (Header.sh_info >= File.Sections.size())
    return File.error("relocations for section " + Twine(Header.sh_info) +
                      ", which does not exist");
  InputSection *Target = File.Sections[Header.sh_info].get();
  if (!Target)
    return Error::success();
  for (const ELFT::Rela &R : *Entries) {
    const elf::RelocationInfo *Info = elf::lookupRelocation(R.getType(false));
    if (!Info)
      return File.error(File.describe(*Target, R.r_offset) +
                        ": unknown relocation type " + Twine(R.getType(false)));
    if (R.getSymbol(false) >= File.RawSymbols.size())
      return File.error(File.describe(*Target, R.r_offset) +
                        ": relocation against symbol " +
                        Twine(R.getSymbol(false)) + ", which does not exist");
    if (R.r_offset > Target->Contents.size() ||
        Target->Contents.size() - R.r_offset < elf::bytesOf(Info->Where))
      return File.error("relocation beyond the end of section " + Target->Name +
                        " at 0x" + utohexstr(R.r_offset, true));
  }
  Target->Relocations = *Entries;
  return Error::success();
}

Error ObjectReader::readGroup(const ELFT::Shdr &Header) {
  auto Words = Elf->getSectionContentsAsArray<ELFT::Word>(Header);
  if (!Words)
    return damaged(Words.takeError());
  if (Words->empty() || Header.sh_info >= File.RawSymbols.size())
    return File.error("damaged section group");
  if (!(Words->front() & ELF::GRP_COMDAT))
    return Error::success();
  std::vector<uint32_t> Members;
  for (uint32_t Index : Words->drop_front()) {
    if (Index >= File.Sections.size())
      return File.error("damaged section group");
    Members.push_back(Index);
  }
  File.Groups.emplace_back(File.RawSymbols[Header.sh_info].Name,
                           std::move(Members));
  return Error::success();
}
