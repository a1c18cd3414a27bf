//===- MarkLive.cpp - sections that a program uses ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mark phase of --gc-sections: a worklist of sections whose relocations mark
// further sections. Roots are the entry point, symbols required by the linker
// or by options, and sections that programs use without a relocation.
//
//===----------------------------------------------------------------------===//

#include "MarkLive.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::linker;

namespace {
class Marker {
public:
  explicit Marker(const SymbolTable &Table) {
    for (const auto &File : Table.Objects)
      for (const auto &Section : File->Sections)
        if (Section && Section->LinkedTo)
          Descriptions[Section->LinkedTo].push_back(&*Section);
  }
  void mark(const Symbol *S) {
    if (!S)
      return;
    Symbols.insert(S);
    if (S->Kind == Symbol::Defined && S->Section)
      mark(*S->Section);
  }
  void mark(InputSection &Section) {
    if (!Section.Discarded && Sections.insert(&Section).second)
      Pending.push_back(&Section);
  }
  /// Follows the relocations of all sections marked, which also keep the
  /// sections that describe them.
  void propagate() {
    while (!Pending.empty()) {
      const InputSection *Section = Pending.pop_back_val();
      for (const ELFT::Rela &R : Section->Relocations)
        mark(Section->File->Symbols[R.getSymbol(false)]);
      for (InputSection *Description : Descriptions.lookup(Section))
        mark(*Description);
    }
  }

  DenseSet<const InputSection *> Sections;
  DenseSet<const Symbol *> Symbols;

private:
  SmallVector<const InputSection *> Pending;
  DenseMap<const InputSection *, SmallVector<InputSection *>> Descriptions;
};
} // namespace

static bool isCIdentifier(StringRef Name) {
  return !Name.empty() && !isDigit(Name[0]) &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

/// Used without a relocation.
static bool isRoot(const InputSection &Section) {
  return Section.Type == ELF::SHT_INIT_ARRAY ||
         Section.Type == ELF::SHT_FINI_ARRAY || Section.Type == ELF::SHT_NOTE ||
         Section.Name.starts_with(".init_array") ||
         Section.Name.starts_with(".fini_array") ||
         Section.isBeforeConstructors() ||
         (Section.Flags & ELF::SHF_GNU_RETAIN) ||
         (isCIdentifier(Section.Name) && !Section.LinkedTo);
}

std::vector<std::string>
matrix::linker::discardUnusedSections(SymbolTable &Symbols,
                                      ArrayRef<std::string> Roots) {
  std::vector<std::string> Discarded;
  Marker Live(Symbols);
  for (const std::string &Name : Roots)
    Live.mark(Symbols.find(Name));
  for (const auto &File : Symbols.Objects)
    for (const auto &Section : File->Sections)
      if (Section && Section->isAllocated() && isRoot(*Section))
        Live.mark(*Section);
  Live.propagate();
  for (const auto &File : Symbols.Objects)
    for (const auto &Section : File->Sections)
      if (Section && Section->isAllocated() && !Section->Discarded &&
          !Live.Sections.count(&*Section)) {
        Section->Discarded = true;
        Discarded.push_back((File->name() + ":(" + Section->Name + ")").str());
      }
  // References by discarded sections alone require no definition.
  for (auto &[Name, S] : Symbols.globals())
    if (!S->isDefined() && !Live.Symbols.count(&*S))
      S->Binding = ELF::STB_WEAK; // not an error
  return Discarded;
}
