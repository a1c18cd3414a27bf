//===- RelocatableWriter.cpp - the object that -r makes -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers sections, then symbols, then relocations, which refer to both. Groups
// precede their members, as the gABI requires:
//
//   | ELF header | groups | sections, each with its relocations | note |
//   | symbols | names | section names | section headers |
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixELF.h"
#include "Relocatable.h"
#include "Writer.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/StringTableBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

namespace {

/// A section of the file. Its index is its position plus 1.
struct FileSection {
  std::string Name;
  ELFT::Shdr Header;
  std::vector<uint8_t> Contents;
};

class RelocatableWriter {
public:
  RelocatableWriter(const SymbolTable &Symbols, RelocatableObject &Object,
                    StringRef Note)
      : Symbols(Symbols), Object(Object), Note(Note) {}
  Expected<std::vector<char>> write();

private:
  void numberSections();
  void makeSymbols();
  void addSymbol(const Symbol &S);
  void append(StringRef Name, uint32_t Type, std::vector<uint8_t> Contents,
              const ELFT::Shdr &Template);
  void appendGroup(const SectionGroup &Group);
  Error appendSection(OutputSection &Out);
  Error relocate(const InputSection &Section, const ELFT::Rela &R,
                 OutputSection &Out, std::vector<ELFT::Rela> &Relocations);
  void appendTables();
  std::vector<char> makeImage();

  const SymbolTable &Symbols;
  RelocatableObject &Object;
  StringRef Note;
  std::vector<FileSection> Sections;
  std::vector<ELFT::Sym> Entries;
  StringTableBuilder Names{StringTableBuilder::ELF};
  DenseMap<const Symbol *, uint32_t> Indices;
  DenseMap<const OutputSection *, uint32_t> SectionSymbols, RelocationSections;
  StringMap<uint32_t> Signatures; // of groups whose symbol is local
  uint32_t SymbolsIndex = 0, FirstGlobal = 0;
};

} // namespace

Expected<std::vector<char>>
matrix::linker::writeRelocatable(const SymbolTable &Symbols,
                                 RelocatableObject &Object, StringRef Note) {
  return RelocatableWriter(Symbols, Object, Note).write();
}

Expected<std::vector<char>> RelocatableWriter::write() {
  numberSections();
  if (SymbolsIndex + 2 >= ELF::SHN_LORESERVE)
    return makeError("matrix-ld: error: the object has more than 65279 "
                     "sections; link fewer files with -r");
  makeSymbols();
  for (const SectionGroup &Group : Object.Groups)
    appendGroup(Group);
  Error Errors = Error::success();
  for (auto &Out : Object.Sections)
    Errors = joinErrors(std::move(Errors), appendSection(*Out));
  if (Errors)
    return std::move(Errors);
  appendTables();
  return makeImage();
}

static bool hasRelocations(const OutputSection &Out) {
  return any_of(Out.Inputs, [](const InputSection *Section) {
    return !Section->Relocations.empty();
  });
}

void RelocatableWriter::numberSections() {
  uint32_t Index = 1 + Object.Groups.size();
  for (auto &Out : Object.Sections) {
    Out->Index = Index++;
    if (hasRelocations(*Out))
      RelocationSections[Out.get()] = Index++;
  }
  SymbolsIndex = Index + !Note.empty();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static ELFT::Sym makeEntry() {
  ELFT::Sym Entry;
  memset(&Entry, 0, sizeof Entry);
  return Entry;
}

void RelocatableWriter::makeSymbols() {
  Entries.push_back(makeEntry());
  for (const auto &Out : Object.Sections) {
    SectionSymbols[Out.get()] = Entries.size();
    Entries.push_back(makeEntry());
    Entries.back().setBindingAndType(ELF::STB_LOCAL, ELF::STT_SECTION);
    Entries.back().st_shndx = Out->Index;
  }
  for (const auto &File : Symbols.Objects)
    for (const auto &S : File->Locals)
      if (S->Type != ELF::STT_SECTION)
        addSymbol(*S);
  for (const SectionGroup &Group : Object.Groups)
    if (const Symbol *S = Symbols.find(Group.Signature); !S || !S->File) {
      Signatures[Group.Signature] = Entries.size();
      Entries.push_back(makeEntry());
      Entries.back().st_name = Names.add(Group.Signature);
    }
  FirstGlobal = Entries.size();
  for (const auto &[Name, S] : Symbols.globals())
    addSymbol(*S);
  Names.finalizeInOrder();
}

void RelocatableWriter::addSymbol(const Symbol &S) {
  bool IsFile = S.Type == ELF::STT_FILE;
  bool IsReferenced = S.isDefined() || S.File;
  if (!IsFile && (S.isGone() || !IsReferenced))
    return;
  Indices[&S] = Entries.size();
  ELFT::Sym Entry = makeEntry();
  Entry.st_name = S.Name.empty() ? 0 : Names.add(S.Name);
  Entry.setBindingAndType(S.Binding, S.Type);
  Entry.st_other = S.Visibility;
  Entry.st_size = S.Size;
  if (IsFile || S.Kind == Symbol::Absolute)
    Entry.st_shndx = ELF::SHN_ABS;
  else if (S.Kind == Symbol::Common)
    Entry.st_shndx = ELF::SHN_COMMON;
  else if (S.isDefined())
    Entry.st_shndx = S.Section->Out->Index;
  if (S.isDefined())
    Entry.st_value = S.address();
  Entries.push_back(Entry);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

static ELFT::Shdr makeHeader(uint64_t Alignment, uint64_t EntrySize = 0) {
  ELFT::Shdr Header;
  memset(&Header, 0, sizeof Header);
  Header.sh_addralign = Alignment;
  Header.sh_entsize = EntrySize;
  return Header;
}

void RelocatableWriter::append(StringRef Name, uint32_t Type,
                               std::vector<uint8_t> Contents,
                               const ELFT::Shdr &Template) {
  Sections.push_back({Name.str(), Template, std::move(Contents)});
  ELFT::Shdr &Header = Sections.back().Header;
  Header.sh_type = Type;
  if (Type != ELF::SHT_NOBITS)
    Header.sh_size = Sections.back().Contents.size();
}

void RelocatableWriter::appendGroup(const SectionGroup &Group) {
  std::vector<ELFT::Word> Words = {ELFT::Word(ELF::GRP_COMDAT)};
  for (const OutputSection *Out : Group.Members) {
    Words.push_back(ELFT::Word(Out->Index));
    if (uint32_t Index = RelocationSections.lookup(Out))
      Words.push_back(ELFT::Word(Index));
  }
  ELFT::Shdr Header = makeHeader(4, 4);
  Header.sh_link = SymbolsIndex;
  auto Local = Signatures.find(Group.Signature);
  Header.sh_info = Local != Signatures.end()
                       ? Local->second
                       : Indices.lookup(Symbols.find(Group.Signature));
  append(".group", ELF::SHT_GROUP, toBytes(Words), Header);
}

Error RelocatableWriter::appendSection(OutputSection &Out) {
  std::vector<ELFT::Rela> Relocations;
  Error Errors = Error::success();
  for (const InputSection *Section : Out.Inputs)
    for (const ELFT::Rela &R : Section->Relocations)
      Errors = joinErrors(std::move(Errors),
                          relocate(*Section, R, Out, Relocations));
  ELFT::Shdr Header = makeHeader(Out.Alignment);
  Header.sh_flags = Out.Flags;
  Header.sh_size = Out.Size;
  append(Out.Name, Out.Type, Out.Contents, Header);
  if (!hasRelocations(Out))
    return Errors;
  Header = makeHeader(8, sizeof(ELFT::Rela));
  Header.sh_flags = ELF::SHF_INFO_LINK | (Out.Flags & ELF::SHF_GROUP);
  Header.sh_link = SymbolsIndex;
  Header.sh_info = Out.Index;
  append(".rela" + Out.Name, ELF::SHT_RELA, toBytes(Relocations), Header);
  return Errors;
}

/// Adds `R` for the merged section. Debug information does not refer to
/// discarded sections any more. Sections that are not loaded hold the values of
/// their relocations, as the assembler writes them.
Error RelocatableWriter::relocate(const InputSection &Section,
                                  const ELFT::Rela &R, OutputSection &Out,
                                  std::vector<ELFT::Rela> &Relocations) {
  const Symbol *Target = Section.File->Symbols[R.getSymbol(false)];
  const elf::RelocationInfo *Info = elf::lookupRelocation(R.getType(false));
  ELFT::Rela New = R;
  New.r_offset = Section.Offset + R.r_offset;
  if (Target && Target->isGone()) {
    if (Section.isAllocated())
      return Section.File->error(
          Section.File->describe(Section, R.r_offset) + ": refers to " +
          Target->quotedName() +
          " in a section that is not part of the object");
    New.setSymbolAndType(0, elf::R_MATRIX_NONE, false);
    New.r_addend = 0;
  } else if (Target) {
    bool IsSection = Target->Type == ELF::STT_SECTION;
    if (IsSection)
      New.r_addend = R.r_addend + Target->address();
    New.setSymbolAndType(IsSection ? SectionSymbols.lookup(Target->Section->Out)
                                   : Indices.lookup(Target),
                         R.getType(false), false);
    if (!Section.isAllocated() && Target->isDefined() && Out.hasContents() &&
        Info->What == elf::Value::Absolute)
      elf::patch(*Info, &Out.Contents[New.r_offset],
                 Target->address() + R.r_addend);
  }
  Relocations.push_back(New);
  return Error::success();
}

void RelocatableWriter::appendTables() {
  if (!Note.empty())
    append(elf::NoteSection, ELF::SHT_NOTE, encodeNote(Note), makeHeader(4));
  ELFT::Shdr Header = makeHeader(8, sizeof(ELFT::Sym));
  Header.sh_link = SymbolsIndex + 1;
  Header.sh_info = FirstGlobal;
  append(".symtab", ELF::SHT_SYMTAB, toBytes(Entries), Header);
  std::vector<uint8_t> Text(Names.getSize());
  Names.write(Text.data());
  append(".strtab", ELF::SHT_STRTAB, std::move(Text), makeHeader(1));
  append(".shstrtab", ELF::SHT_STRTAB, {}, makeHeader(1));
  StringTableBuilder SectionNames{StringTableBuilder::ELF};
  for (FileSection &Section : Sections)
    Section.Header.sh_name = SectionNames.add(Section.Name);
  SectionNames.finalizeInOrder();
  Sections.back().Contents.resize(SectionNames.getSize());
  SectionNames.write(Sections.back().Contents.data());
  Sections.back().Header.sh_size = SectionNames.getSize();
}

//===----------------------------------------------------------------------===//
// File
//===----------------------------------------------------------------------===//

std::vector<char> RelocatableWriter::makeImage() {
  uint64_t End = sizeof(ELFT::Ehdr);
  for (FileSection &Section : Sections) {
    End = alignTo(End, Section.Header.sh_addralign);
    Section.Header.sh_offset = End;
    End += Section.Contents.size();
  }
  End = alignTo(End, 8);
  std::vector<char> Image(End + (Sections.size() + 1) * sizeof(ELFT::Shdr));
  fillHeader(*reinterpret_cast<ELFT::Ehdr *>(Image.data()), ELF::ET_REL, End,
             Sections.size());
  auto *Next = reinterpret_cast<ELFT::Shdr *>(Image.data() + End);
  for (const FileSection &Section : Sections) {
    *++Next = Section.Header;
    copy(Section.Contents, Image.begin() + Section.Header.sh_offset);
  }
  return Image;
}
