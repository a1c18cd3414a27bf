//===- SourceLines.h - where an instruction comes from ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SOURCELINES_H
#define MATRIX_SIMULATOR_SOURCELINES_H

#include "llvm/DebugInfo/DIContext.h"
#include "llvm/Object/ObjectFile.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class DWARFContext;
}

namespace matrix {
namespace sim {

// A program's file may be damaged in any place: what can't be read, is not
// there.

std::unique_ptr<llvm::DWARFContext>
readDwarf(const llvm::object::ObjectFile &object);

/// File, line and column of an instruction; false if the line tables don't say.
bool findLine(llvm::DWARFContext &dwarf, uint64_t pc,
              llvm::DILineInfoSpecifier::FileLineInfoKind files,
              llvm::DILineInfo &info);

/// Of the symbol table, in its order.
std::vector<llvm::object::SymbolRef>
symbolsOf(const llvm::object::ObjectFile &object);

/// "file:line:col", or empty if the program's DWARF doesn't say.
std::string sourceLine(const llvm::object::ObjectFile &object, uint64_t pc);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SOURCELINES_H
