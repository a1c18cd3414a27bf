//===- Writer.h - executable and link map -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_WRITER_H
#define MATRIX_LINKER_WRITER_H

#include "Layout.h"
#include "Note.h"

namespace matrix {
namespace linker {

/// Writes the ELF file: headers, segments, debug sections, note, symbol table.
std::vector<char> writeExecutable(const SymbolTable &Symbols, Layout &Program,
                                  const ProgramNote &Note,
                                  llvm::StringRef Entry,
                                  bool WithSymbols = true);

/// Returns the link map as text: addresses, sizes, sections and symbols.
std::string writeMap(const SymbolTable &Symbols, const Layout &Program);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_WRITER_H
