//===- SourceLines.h - source locations of instructions ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of LLVM's DWARF context and of the symbol table that tolerate missing
// debug information. A null context has no lines and no frames. A line is
// reported only if the line table covers the address.
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

/// File, line and column of an instruction. Returns false if the line tables
/// have none.
bool findLine(llvm::DWARFContext *dwarf, uint64_t pc,
              llvm::DILineInfoSpecifier::FileLineInfoKind files,
              llvm::DILineInfo &info);

/// The function of an instruction and the functions it is inlined into,
/// innermost first.
llvm::DIInliningInfo findFrames(llvm::DWARFContext *dwarf, uint64_t pc);

/// Symbols in the order of the symbol table.
std::vector<llvm::object::SymbolRef>
symbolsOf(const llvm::object::ObjectFile &object);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SOURCELINES_H
