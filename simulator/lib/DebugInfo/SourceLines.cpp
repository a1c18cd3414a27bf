//===- SourceLines.cpp - source locations of instructions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the line tables of all compile units, one after another, for one
// that covers the address. Symbols.h has an index for repeated queries by
// address.
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

using namespace llvm;
using namespace matrix::sim;

DIInliningInfo matrix::sim::findFrames(DWARFContext *dwarf, uint64_t pc) {
  if (!dwarf)
    return {};
  return dwarf->getInliningInfoForAddress(
      {pc, object::SectionedAddress::UndefSection},
      {DILineInfoSpecifier::FileLineInfoKind::RawValue, DINameKind::ShortName});
}

bool matrix::sim::findLine(DWARFContext *dwarf, uint64_t pc,
                           DILineInfoSpecifier::FileLineInfoKind files,
                           DILineInfo &info) {
  if (!dwarf)
    return false;
  for (const auto &unit : dwarf->compile_units()) {
    const DWARFDebugLine::LineTable *table =
        dwarf->getLineTableForUnit(unit.get());
    if (table &&
        table->getFileLineInfoForAddress(
            {pc, object::SectionedAddress::UndefSection},
            /*Approximate=*/false, unit->getCompilationDir(), files, info))
      return info.Line && !info.FileName.empty() &&
             info.FileName != DILineInfo::BadString;
  }
  return false;
}

std::vector<object::SymbolRef>
matrix::sim::symbolsOf(const object::ObjectFile &object) {
  std::vector<object::SymbolRef> all;
  // Iteration over a damaged symbol table may not terminate.
  size_t maximum = object.getData().size() / sizeof(ELF::Elf64_Sym);
  for (const object::SymbolRef &symbol : object.symbols()) {
    if (all.size() == maximum)
      break;
    all.push_back(symbol);
  }
  return all;
}
