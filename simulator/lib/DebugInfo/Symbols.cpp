//===- Symbols.cpp - symbols and source lines of a program ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the symbol table and the line tables into maps ordered by address. An
// address belongs to the last row or symbol at or before it (upper_bound, then
// one step back); the row that ends a sequence has no line, so that code
// without debug information has none either. A line without code stands for the
// next line with code of the same file; each contiguous run of its rows has one
// start address.
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "ReadDwarf.h"
#include "SourceLines.h"
#include "Support/Hex.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;
using namespace matrix::sim;

Symbols::Symbols(const ObjectFile &object) : debug(object) {
  readSymbols(object);
  readLines();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Damaged entries are skipped.
void Symbols::readSymbols(const ObjectFile &object) {
  for (const SymbolRef &symbol : symbolsOf(object)) {
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    auto type = symbol.getType();
    auto flags = symbol.getFlags();
    bool defined = flags && !(*flags & SymbolRef::SF_Undefined);
    bool isPlace =
        type && *type != SymbolRef::ST_Debug && *type != SymbolRef::ST_File;
    if (name && address && defined && isPlace && !name->empty()) {
      byName.emplace(name->str(), *address);
      byAddress.emplace(*address, name->str());
    }
    consumeError(joinErrors(joinErrors(name.takeError(), address.takeError()),
                            joinErrors(type.takeError(), flags.takeError())));
  }
}

void Symbols::readLines() {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  if (!debug.dwarf)
    return;
  for (const auto &unit : debug.dwarf->compile_units()) {
    const DWARFDebugLine::LineTable *table =
        debug.dwarf->getLineTableForUnit(unit.get());
    if (!table)
      continue;
    for (const DWARFDebugLine::Row &row : table->Rows) {
      Row &here = rows[row.Address.Address];
      here.isEnd = row.EndSequence;
      here.isStatement = row.IsStmt;
      here.location = {};
      if (!row.EndSequence &&
          table->getFileNameByIndex(row.File, "", Kind::RawValue,
                                    here.location.file))
        here.location.line = row.Line;
    }
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool Symbols::address(const std::string &name, uint64_t &address) const {
  auto found = byName.find(name);
  if (found == byName.end())
    return false;
  address = found->second;
  return true;
}

std::string Symbols::name(uint64_t address) const {
  auto next = byAddress.upper_bound(address);
  if (next == byAddress.begin())
    return "";
  --next;
  uint64_t offset = address - next->first;
  return offset ? next->second + "+" + hex(offset) : next->second;
}

SourceLocation Symbols::location(uint64_t address) const {
  auto next = rows.upper_bound(address);
  return next == rows.begin() ? SourceLocation()
                              : std::prev(next)->second.location;
}

/// True if `file` is a suffix of `path` on component boundaries.
static bool isFile(StringRef path, StringRef file) {
  if (file.empty() || path == file)
    return true;
  return path.ends_with(file) &&
         sys::path::is_separator(path.drop_back(file.size()).back());
}

/// First the smallest line with code that is not before `line`, then the starts
/// of its runs.
std::vector<uint64_t> Symbols::addresses(StringRef file, unsigned &line) const {
  unsigned best = UINT_MAX;
  for (const auto &row : rows)
    if (row.second.location.line >= line &&
        isFile(row.second.location.file, file))
      best = std::min(best, row.second.location.line);
  std::vector<uint64_t> starts;
  bool inside = false;
  for (const auto &row : rows) {
    bool wanted = row.second.location.line == best &&
                  isFile(row.second.location.file, file);
    if (wanted && !inside)
      starts.push_back(row.first);
    inside = wanted;
  }
  if (!starts.empty())
    line = best;
  return starts;
}
