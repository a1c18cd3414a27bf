//===- Relocatable.cpp - merging of sections and groups (-r) --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges objects for -r: sections of equal name and type are concatenated,
// relocations and symbols are renumbered, and the groups of COMDATs are kept.
// RelocatableWriter.cpp writes the result as an ELF object.
//
//===----------------------------------------------------------------------===//

#include "Relocatable.h"
#include "MCTargetDesc/MatrixELF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

namespace {
class Merger {
public:
  Merger(SymbolTable &Symbols, bool WithoutDebug)
      : Symbols(Symbols), WithoutDebug(WithoutDebug) {}
  RelocatableObject merge();

private:
  /// Sections whose keys are equal are merged.
  using Key = std::tuple<StringRef, uint32_t, uint64_t>;

  void mergeFile(ObjectFile &File);
  void addGroups(const ObjectFile &File);
  bool isWanted(const InputSection &Section) const;
  OutputSection *create(const InputSection &Section);
  void append(OutputSection &Out, InputSection &Section);

  SymbolTable &Symbols;
  bool WithoutDebug;
  RelocatableObject Result;
  std::map<Key, OutputSection *> ByKey;
};
} // namespace

RelocatableObject matrix::linker::mergeObjects(SymbolTable &Symbols,
                                               bool WithoutDebug) {
  return Merger(Symbols, WithoutDebug).merge();
}

RelocatableObject Merger::merge() {
  for (auto &File : Symbols.Objects)
    mergeFile(*File);
  for (auto &Out : Result.Sections) {
    if (!Out->hasContents())
      continue;
    Out->Contents.resize(Out->Size);
    for (const InputSection *Section : Out->Inputs)
      copy(Section->Contents, Out->Contents.begin() + Section->Offset);
  }
  return std::move(Result);
}

bool Merger::isWanted(const InputSection &Section) const {
  return !Section.Discarded && Section.Name != elf::NoteSection &&
         !(WithoutDebug && Section.Name.starts_with(".debug_"));
}

/// A member of a group has an output section of its own.
void Merger::mergeFile(ObjectFile &File) {
  DenseSet<uint32_t> Grouped;
  for (const auto &[Signature, Members] : File.Groups)
    Grouped.insert(Members.begin(), Members.end());
  for (uint32_t I = 0; I < File.Sections.size(); ++I) {
    InputSection *Section = File.Sections[I].get();
    if (!Section || !isWanted(*Section))
      continue;
    OutputSection *Alone = nullptr;
    OutputSection *&Out =
        Grouped.count(I)
            ? Alone
            : ByKey[Key(Section->Name, Section->Type, Section->Flags)];
    if (!Out)
      Out = create(*Section);
    append(*Out, *Section);
  }
  addGroups(File);
}

OutputSection *Merger::create(const InputSection &Section) {
  Result.Sections.push_back(std::make_unique<OutputSection>());
  OutputSection &Out = *Result.Sections.back();
  Out.Name = Section.Name.str();
  Out.Type = Section.Type;
  Out.Flags =
      Section.Flags & (ELF::SHF_ALLOC | ELF::SHF_WRITE | ELF::SHF_EXECINSTR |
                       ELF::SHF_TLS | ELF::SHF_GNU_RETAIN | ELF::SHF_GROUP);
  return &Out;
}

void Merger::append(OutputSection &Out, InputSection &Section) {
  Out.Alignment = std::max(Out.Alignment, Section.Alignment);
  Section.Out = &Out;
  Section.Offset = alignTo(Out.Size, Section.Alignment);
  Out.Size = Section.Offset + Section.Size;
  Out.Inputs.push_back(&Section);
}

/// A discarded group has no section in the output.
void Merger::addGroups(const ObjectFile &File) {
  for (const auto &[Signature, Members] : File.Groups) {
    SectionGroup Group{Signature, {}};
    for (uint32_t Index : Members)
      if (const InputSection *Section = File.Sections[Index].get())
        if (Section->Out)
          Group.Members.push_back(Section->Out);
    if (!Group.Members.empty())
      Result.Groups.push_back(std::move(Group));
  }
}
