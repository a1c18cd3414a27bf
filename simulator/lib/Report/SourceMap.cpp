//===- SourceMap.cpp - places of all instructions -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;
using namespace matrix::sim;

static void ignore(Error error) { consumeError(std::move(error)); }

//===----------------------------------------------------------------------===//
// Operations by place
//===----------------------------------------------------------------------===//

static std::string key(StringRef file, unsigned line, unsigned column) {
  return (sys::path::filename(file) + ":" + Twine(line) + ":" + Twine(column))
      .str();
}

namespace {
/// Which operation of the source stands in a line. Where several do, the
/// column decides, or the first one.
class Operations {
public:
  explicit Operations(const ProgramWork &work) : work(work) {
    for (size_t i = 0; i < work.operations.size(); ++i) {
      const OperationWork &o = work.operations[i];
      if (!o.line)
        continue;
      byPlace.try_emplace(key(o.file, o.line, o.column), int(i));
      byPlace.try_emplace(key(o.file, o.line, 0), int(i));
    }
  }
  int find(StringRef file, unsigned line, unsigned column) const {
    for (unsigned c : {column, 0u})
      if (auto it = byPlace.find(key(file, line, c)); it != byPlace.end())
        return it->second;
    return -1;
  }
  const ProgramWork &work;

private:
  StringMap<int> byPlace;
};
} // namespace

static Label makeLabel(const DILineInfo &info, const Operations &operations) {
  Label label;
  label.path = info.FileName;
  label.line = info.Line;
  label.operation = operations.find(info.FileName, info.Line, info.Column);
  std::string place =
      (sys::path::filename(info.FileName) + ":" + Twine(info.Line)).str();
  label.name =
      label.operation < 0
          ? place
          : operations.work.operations[label.operation].op + " (" + place + ")";
  return label;
}

//===----------------------------------------------------------------------===//
// The line table
//===----------------------------------------------------------------------===//

/// Line tables alone, as in sourceLine().
static bool lookup(DWARFContext &context, uint64_t pc, DILineInfo &info) {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  for (const auto &unit : context.compile_units()) {
    const DWARFDebugLine::LineTable *table =
        context.getLineTableForUnit(unit.get());
    const char *folder = unit->getCompilationDir();
    if (table &&
        table->getFileLineInfoForAddress(
            {pc, object::SectionedAddress::UndefSection},
            /*Approximate=*/false, folder, Kind::AbsoluteFilePath, info))
      return info.Line && info.FileName != DILineInfo::BadString;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Code without lines
//===----------------------------------------------------------------------===//

template <typename T> static T valueOr(Expected<T> x, T otherwise) {
  if (x)
    return *x;
  ignore(x.takeError());
  return otherwise;
}

/// Functions by address.
static std::map<uint64_t, StringRef> functionsOf(const object::ObjectFile &o) {
  using object::SymbolRef;
  std::map<uint64_t, StringRef> all;
  for (const SymbolRef &symbol : o.symbols()) {
    StringRef name = valueOr(symbol.getName(), StringRef());
    if (!name.empty() && valueOr(symbol.getType(), SymbolRef::ST_Other) ==
                             SymbolRef::ST_Function)
      all.try_emplace(valueOr(symbol.getAddress(), uint64_t(0)), name);
  }
  return all;
}

static Label labelOfFunction(uint64_t pc,
                             const std::map<uint64_t, StringRef> &all) {
  Label label;
  label.name = "no source line";
  if (auto it = all.upper_bound(pc); it != all.begin())
    label.name = (std::prev(it)->second + ", " + label.name).str();
  return label;
}

SourceMap::SourceMap(const object::ObjectFile &object, const ProgramWork &work,
                     uint64_t base, size_t numInstructions)
    : labels{{"no source line", "", 0, -1}}, byInstruction(numInstructions) {
  auto context = DWARFContext::create(
      object, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
      ignore, ignore);
  Operations operations(work);
  auto functions = functionsOf(object);
  for (size_t i = 0; i < numInstructions; ++i) {
    DILineInfo info;
    uint64_t pc = base + 4 * i;
    byInstruction[i] =
        intern(lookup(*context, pc, info) ? makeLabel(info, operations)
                                          : labelOfFunction(pc, functions));
  }
}

unsigned SourceMap::intern(Label label) {
  for (unsigned i = unsigned(labels.size()); i-- > 0;)
    if (labels[i].line == label.line && labels[i].path == label.path &&
        labels[i].operation == label.operation &&
        (label.line || labels[i].name == label.name))
      return i;
  labels.push_back(std::move(label));
  return unsigned(labels.size() - 1);
}
