//===- Writer.cpp - the executable ----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the executable in this order:
//
//   | ELF header | program headers | segments | debug sections | note |
//   | symbols | names | section names | section headers |
//
// Offsets are computed before any byte is written: sections of the linker are
// appended to those of the layout, placed, and copied into one buffer.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "MCTargetDesc/MatrixELF.h"
#include "llvm/MC/StringTableBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

namespace {

class Writer {
public:
  Writer(const SymbolTable &Symbols, Layout &Program, const ProgramNote &Note,
         bool WithSymbols)
      : Symbols(Symbols), Program(Program), Note(Note),
        WithSymbols(WithSymbols) {}
  std::vector<char> write(StringRef Entry);

private:
  OutputSection &append(StringRef Name, uint32_t Type,
                        std::vector<uint8_t> Contents);
  void placeSegments();
  void placeRest();
  void makeNote();
  void makeSymbols();
  void addSymbol(const Symbol &S);
  void makeSectionNames();
  void copySections();
  void writeHeader(StringRef Entry);
  void writeProgramHeaders();
  void writeSectionHeaders();
  uint64_t programHeaderCount() const {
    return Program.Segments.size() + 1 + Program.ThreadLocal.has_value();
  }

  const SymbolTable &Symbols;
  Layout &Program;
  const ProgramNote &Note;
  bool WithSymbols;
  std::vector<ELFT::Sym> SymbolEntries;
  StringTableBuilder Names{StringTableBuilder::ELF},
      SectionNames{StringTableBuilder::ELF};
  OutputSection *NoteOut = nullptr, *SymbolsOut = nullptr, *NamesOut = nullptr;
  uint32_t FirstGlobal = 0;
  uint64_t End = 0; // current size of the file
  std::vector<char> Image;
};

} // namespace

std::vector<char> matrix::linker::writeExecutable(const SymbolTable &Symbols,
                                                  Layout &Program,
                                                  const ProgramNote &Note,
                                                  StringRef Entry,
                                                  bool WithSymbols) {
  return Writer(Symbols, Program, Note, WithSymbols).write(Entry);
}

std::vector<char> Writer::write(StringRef Entry) {
  uint32_t Index = 1;
  for (auto &Out : Program.Sections)
    Out->Index = Index++;
  makeNote();
  if (WithSymbols)
    makeSymbols();
  makeSectionNames();
  placeSegments();
  placeRest();
  copySections();
  writeHeader(Entry);
  writeProgramHeaders();
  writeSectionHeaders();
  return std::move(Image);
}

//===----------------------------------------------------------------------===//
// Sections created by the linker
//===----------------------------------------------------------------------===//

OutputSection &Writer::append(StringRef Name, uint32_t Type,
                              std::vector<uint8_t> Contents) {
  auto Out = std::make_unique<OutputSection>();
  Out->Name = Name.str();
  Out->Type = Type;
  Out->Alignment = 8;
  Out->Size = Contents.size();
  Out->Contents = std::move(Contents);
  Out->Index = Program.Sections.size() + 1;
  Program.Sections.push_back(std::move(Out));
  return *Program.Sections.back();
}

void Writer::makeNote() {
  NoteOut = &append(elf::NoteSection, ELF::SHT_NOTE, encodeNote(Note.Json));
  NoteOut->Alignment = 4; // alignment assumed by readers
}

/// Local symbols, grouped after the FILE symbol of their object, precede
/// global symbols.
void Writer::makeSymbols() {
  SymbolEntries.emplace_back();
  memset(&SymbolEntries[0], 0, sizeof(ELFT::Sym));
  for (const auto &File : Symbols.Objects)
    for (const auto &S : File->Locals)
      addSymbol(*S);
  FirstGlobal = SymbolEntries.size();
  for (const auto &[Name, S] : Symbols.globals())
    addSymbol(*S);
  Names.finalizeInOrder();
  SymbolsOut = &append(".symtab", ELF::SHT_SYMTAB, toBytes(SymbolEntries));
  std::vector<uint8_t> Text(Names.getSize());
  Names.write(Text.data());
  NamesOut = &append(".strtab", ELF::SHT_STRTAB, std::move(Text));
  NamesOut->Alignment = 1;
}

/// The value of a thread-local symbol is its offset in the image, as ELF
/// defines. Temporary symbols (.L) are left out.
void Writer::addSymbol(const Symbol &S) {
  bool Placed = S.Kind == Symbol::Absolute ||
                (S.Kind == Symbol::Defined && S.Section && S.Section->Out);
  bool Wanted = !S.Name.empty() && S.Type != ELF::STT_SECTION &&
                !S.Name.starts_with(".L");
  if (!Wanted || (!Placed && S.Type != ELF::STT_FILE))
    return;
  ELFT::Sym Entry;
  Entry.st_name = Names.add(S.Name);
  Entry.setBindingAndType(S.Binding, S.Type);
  Entry.st_other = S.Visibility;
  Entry.st_shndx = S.Kind == Symbol::Defined ? S.Section->Out->Index
                                             : uint32_t(ELF::SHN_ABS);
  Entry.st_value =
      S.address() - (S.isThreadLocal() ? Program.threadLocalAddress() : 0);
  Entry.st_size = S.Size;
  SymbolEntries.push_back(Entry);
}

void Writer::makeSectionNames() {
  for (const auto &Out : Program.Sections)
    SectionNames.add(Out->Name);
  SectionNames.add(".shstrtab");
  SectionNames.finalizeInOrder();
  std::vector<uint8_t> Text(SectionNames.getSize());
  SectionNames.write(Text.data());
  append(".shstrtab", ELF::SHT_STRTAB, std::move(Text)).Alignment = 1;
}

//===----------------------------------------------------------------------===//
// File offsets
//===----------------------------------------------------------------------===//

/// Offsets are congruent to addresses modulo the segment's alignment.
void Writer::placeSegments() {
  End = sizeof(ELFT::Ehdr) + programHeaderCount() * sizeof(ELFT::Phdr);
  for (Segment &S : Program.Segments) {
    if (S.FileSize)
      End = alignTo(End, S.Alignment);
    S.FileOffset = End;
    for (auto &Out : Program.Sections)
      if (Out->Flags & ELF::SHF_ALLOC && Out->Address >= S.Address &&
          Out->Address + Out->Size <= S.Address + S.MemorySize)
        Out->FileOffset =
            S.FileOffset +
            (Out->hasContents() ? Out->Address - S.Address : S.FileSize);
    if (Program.ThreadLocal && S.Address <= Program.ThreadLocal->Address)
      Program.ThreadLocal->FileOffset =
          S.FileOffset + Program.ThreadLocal->Address - S.Address;
    End += S.FileSize;
  }
}

void Writer::placeRest() {
  for (auto &Out : Program.Sections) {
    if (Out->Flags & ELF::SHF_ALLOC)
      continue;
    Out->FileOffset = End = alignTo(End, Out->Alignment);
    End += Out->Contents.size();
  }
}

void Writer::copySections() {
  End = alignTo(End, 8);
  Image.resize(End + (Program.Sections.size() + 1) * sizeof(ELFT::Shdr));
  for (const auto &Out : Program.Sections)
    copy(Out->Contents, Image.begin() + Out->FileOffset);
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

void matrix::linker::fillHeader(ELFT::Ehdr &Header, uint16_t Type,
                                uint64_t SectionHeaders, size_t Sections) {
  memcpy(Header.e_ident, ELF::ElfMagic, 4);
  Header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  Header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  Header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  Header.e_type = Type;
  Header.e_machine = elf::EM_MATRIX;
  Header.e_version = ELF::EV_CURRENT;
  Header.e_flags = elf::ABIVersion;
  Header.e_shoff = SectionHeaders;
  Header.e_ehsize = sizeof(ELFT::Ehdr);
  Header.e_shentsize = sizeof(ELFT::Shdr);
  Header.e_shnum = Sections + 1;
  Header.e_shstrndx = Sections;
}

void Writer::writeHeader(StringRef Entry) {
  auto &Header = *reinterpret_cast<ELFT::Ehdr *>(Image.data());
  fillHeader(Header, ELF::ET_EXEC, End, Program.Sections.size());
  Header.e_entry = Symbols.find(Entry)->address();
  Header.e_phoff = sizeof(ELFT::Ehdr);
  Header.e_flags = elf::ABIVersion | elf::FloatsInRegisters;
  Header.e_phentsize = sizeof(ELFT::Phdr);
  Header.e_phnum = programHeaderCount();
}

void Writer::writeProgramHeaders() {
  auto *Header =
      reinterpret_cast<ELFT::Phdr *>(Image.data() + sizeof(ELFT::Ehdr));
  auto Write = [&](uint32_t Type, const Segment &S) {
    Header->p_type = Type;
    Header->p_flags = S.Flags;
    Header->p_offset = S.FileOffset;
    Header->p_vaddr = S.Address;
    Header->p_paddr = S.Address;
    Header->p_filesz = S.FileSize;
    Header->p_memsz = S.MemorySize;
    Header->p_align = S.Alignment;
    ++Header;
  };
  for (const Segment &S : Program.Segments)
    Write(ELF::PT_LOAD, S);
  if (Program.ThreadLocal)
    Write(ELF::PT_TLS, *Program.ThreadLocal);
  Header->p_type = ELF::PT_NOTE;
  Header->p_flags = ELF::PF_R;
  Header->p_offset = NoteOut->FileOffset;
  Header->p_filesz = NoteOut->Size;
  Header->p_align = 4;
}

void Writer::writeSectionHeaders() {
  auto *Header = reinterpret_cast<ELFT::Shdr *>(Image.data() + End);
  for (const auto &Out : Program.Sections) {
    ++Header;
    Header->sh_name = SectionNames.getOffset(Out->Name);
    Header->sh_type = Out->Type;
    Header->sh_flags = Out->Flags;
    Header->sh_addr = Out->Address;
    Header->sh_offset = Out->FileOffset;
    Header->sh_size = Out->Size;
    Header->sh_addralign = Out->Alignment;
    if (Out.get() == SymbolsOut) {
      Header->sh_link = NamesOut->Index;
      Header->sh_info = FirstGlobal;
      Header->sh_entsize = sizeof(ELFT::Sym);
    }
  }
}
