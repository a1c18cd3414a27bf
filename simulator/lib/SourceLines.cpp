//===- SourceLines.cpp - where an instruction comes from ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

using namespace llvm;
using namespace matrix::sim;

static void ignore(Error error) { consumeError(std::move(error)); }

std::unique_ptr<DWARFContext>
matrix::sim::readDwarf(const object::ObjectFile &object) {
  return DWARFContext::create(object,
                              DWARFContext::ProcessDebugRelocations::Ignore,
                              nullptr, "", ignore, ignore);
}

/// Line tables alone: what LLVM does to name the function crashes on damaged
/// files.
bool matrix::sim::findLine(DWARFContext &dwarf, uint64_t pc,
                           DILineInfoSpecifier::FileLineInfoKind files,
                           DILineInfo &info) {
  for (const auto &unit : dwarf.compile_units()) {
    const DWARFDebugLine::LineTable *table =
        dwarf.getLineTableForUnit(unit.get());
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
  // A damaged table has no end.
  size_t most = object.getData().size() / sizeof(ELF::Elf64_Sym);
  for (const object::SymbolRef &symbol : object.symbols()) {
    if (all.size() == most)
      break;
    all.push_back(symbol);
  }
  return all;
}

std::string matrix::sim::sourceLine(const object::ObjectFile &object,
                                    uint64_t pc) {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  DILineInfo info;
  if (!findLine(*readDwarf(object), pc, Kind::RawValue, info))
    return "";
  return info.FileName + ":" + std::to_string(info.Line) + ":" +
         std::to_string(info.Column);
}
