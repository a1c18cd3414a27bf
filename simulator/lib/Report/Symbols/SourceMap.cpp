//===- SourceMap.cpp - labels of instructions -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the operation or line of each instruction by the line table, and by the
// symbol table for code without lines. The work annotation has the source
// location of each operation, which is the location of its instructions in the
// line table; file names are compared without folders, because compiler and
// annotation may spell paths differently.
//
//===----------------------------------------------------------------------===//

#include "SourceMap.h"
#include "DebugInfo/ReadDwarf.h"
#include "DebugInfo/SourceLines.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Support/Path.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Operations by source location
//===----------------------------------------------------------------------===//

static std::string key(StringRef file, unsigned line, unsigned column) {
  return (sys::path::filename(file) + ":" + Twine(line) + ":" + Twine(column))
      .str();
}

namespace {
/// Finds the operation of a source line. If a line has several, the column
/// decides, or the first one is used; without a line, the function that
/// contains the code decides.
class Operations {
public:
  explicit Operations(const ProgramWork &work) : work(work) {
    for (size_t i = 0; i < work.operations.size(); ++i) {
      const OperationWork &o = work.operations[i];
      if (!o.function.empty())
        byFunction.try_emplace(o.function, int(i));
      if (!o.line)
        continue;
      byLocation.try_emplace(key(o.file, o.line, o.column), int(i));
      byLocation.try_emplace(key(o.file, o.line, 0), int(i));
    }
  }
  int find(StringRef file, unsigned line, unsigned column,
           StringRef function) const {
    for (unsigned c : {column, 0u})
      if (auto it = byLocation.find(key(file, line, c)); it != byLocation.end())
        return it->second;
    return find(function);
  }
  int find(StringRef function) const {
    auto it = byFunction.find(function);
    return it == byFunction.end() ? -1 : it->second;
  }
  const ProgramWork &work;

private:
  StringMap<int> byLocation, byFunction;
};
} // namespace

/// Names a label "op (place)", or by the place alone.
static void name(Label &label, const std::string &location,
                 const Operations &operations) {
  label.name = label.operation < 0
                   ? location
                   : operations.work.operations[label.operation].op + " (" +
                         location + ")";
}

static Label makeLabel(const DILineInfo &info, StringRef function,
                       const Operations &operations) {
  Label label;
  label.path = info.FileName;
  label.line = info.Line;
  label.operation =
      operations.find(info.FileName, info.Line, info.Column, function);
  name(label,
       (sys::path::filename(info.FileName) + ":" + Twine(info.Line)).str(),
       operations);
  return label;
}

//===----------------------------------------------------------------------===//
// Code without lines
//===----------------------------------------------------------------------===//

template <typename T> static T valueOr(Expected<T> x, T otherwise) {
  if (x)
    return *x;
  consumeError(x.takeError());
  return otherwise;
}

/// Function names by address.
static std::map<uint64_t, StringRef> functionsOf(const object::ObjectFile &o) {
  using object::SymbolRef;
  std::map<uint64_t, StringRef> all;
  for (const SymbolRef &symbol : symbolsOf(o)) {
    StringRef name = valueOr(symbol.getName(), StringRef());
    if (!name.empty() && valueOr(symbol.getType(), SymbolRef::ST_Other) ==
                             SymbolRef::ST_Function)
      all.try_emplace(valueOr(symbol.getAddress(), uint64_t(0)), name);
  }
  return all;
}

static StringRef functionAt(uint64_t pc,
                            const std::map<uint64_t, StringRef> &all) {
  auto it = all.upper_bound(pc);
  return it == all.begin() ? StringRef() : std::prev(it)->second;
}

static Label labelOfFunction(StringRef function, const Operations &operations) {
  Label label;
  label.operation = operations.find(function);
  name(label,
       function.empty() ? "no source line"
                        : (function + ", no source line").str(),
       operations);
  return label;
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

namespace {
/// Assigns numbers to labels; a line has one label for all columns.
class LabelNumbers {
public:
  explicit LabelNumbers(std::vector<Label> &labels) : labels(labels) {
    for (unsigned i = 0; i < labels.size(); ++i)
      numbers[keyOf(labels[i])] = i;
  }
  unsigned of(Label label) {
    auto [entry, isNew] = numbers.try_emplace(keyOf(label), labels.size());
    if (isNew)
      labels.push_back(std::move(label));
    return entry->second;
  }

private:
  using Key = std::tuple<unsigned, int, std::string>;
  static Key keyOf(const Label &label) {
    return {label.line, label.operation, label.line ? label.path : label.name};
  }
  std::vector<Label> &labels;
  std::map<Key, unsigned> numbers;
};
} // namespace

SourceMap::SourceMap(const object::ObjectFile &object, const ProgramWork &work,
                     const Code &code)
    : labels{{"no source line", "", 0, -1}}, byInstruction(code.size()) {
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  DebugInformation debug(object);
  Operations operations(work);
  auto functions = functionsOf(object);
  LabelNumbers numbers(labels);
  for (size_t i = 0; i < code.size(); ++i) {
    DILineInfo info;
    uint64_t pc = code.addressOf(i);
    bool hasLine =
        findLine(debug.dwarf.get(), pc, Kind::AbsoluteFilePath, info);
    StringRef function = functionAt(pc, functions);
    byInstruction[i] =
        numbers.of(hasLine ? makeLabel(info, function, operations)
                           : labelOfFunction(function, operations));
  }
}
