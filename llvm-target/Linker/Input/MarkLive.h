//===- MarkLive.h - sections that a program uses ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gc-sections: discards the allocated sections that cannot be reached by
// relocations from the entry point, constructors and destructors, sections
// marked as retained, and sections whose name is a C identifier: programs refer
// to the latter by __start_ and __stop_ symbols, without a relocation to the
// section.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_MARKLIVE_H
#define MATRIX_LINKER_MARKLIVE_H

#include "SymbolTable.h"

namespace matrix {
namespace linker {

/// `Roots` are names of symbols. References to undefined symbols from discarded
/// sections do not count any more. Returns what it discarded, as
/// `file:(section)`.
std::vector<std::string>
discardUnusedSections(SymbolTable &Symbols, llvm::ArrayRef<std::string> Roots);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_MARKLIVE_H
