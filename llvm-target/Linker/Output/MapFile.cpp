//===- MapFile.cpp - link map ---------------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the link map: output sections, the input sections in them, and their
// symbols, each with address and size, in the columns that other linkers use.
// Sections without an address are left out; symbols are sorted by address.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::linker;

static void writeRow(raw_ostream &OS, uint64_t Address, uint64_t Size,
                     unsigned Indent, const Twine &Text) {
  OS << format("%16llx %8llx ", (unsigned long long)Address,
               (unsigned long long)Size);
  OS.indent(Indent) << Text << '\n';
}

static void writeSymbols(raw_ostream &OS, const InputSection &Section) {
  std::vector<const Symbol *> Inside;
  for (const Symbol *S : Section.File->Symbols)
    if (S && S->Section == &Section && !S->Name.empty() &&
        !S->Name.starts_with(".L") && S->Type != ELF::STT_SECTION)
      Inside.push_back(S);
  sort(Inside, [](const Symbol *A, const Symbol *B) {
    return std::make_pair(A->Value, A->Name) <
           std::make_pair(B->Value, B->Name);
  });
  for (const Symbol *S : Inside)
    writeRow(OS, S->address(), S->Size, 16, S->Name);
}

std::string matrix::linker::writeMap(const SymbolTable &Symbols,
                                     const Layout &Program) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "         address     size section object symbol\n";
  for (const auto &Out : Program.Sections) {
    if (!(Out->Flags & ELF::SHF_ALLOC))
      continue;
    writeRow(OS, Out->Address, Out->Size, 0, Out->Name);
    for (const InputSection *Section : Out->Inputs) {
      writeRow(OS, Section->address(), Section->Size, 8,
               Section->File->name() + ":(" + Section->Name + ")");
      writeSymbols(OS, *Section);
    }
  }
  return Text;
}
