//===- Writer.h - executable and link map -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serialization of a program: the ELF executable with its segments, debug
// sections and note, and the link map. The input is a layout whose relocations
// have been applied. Relocatable output shares the functions for headers and
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_WRITER_H
#define MATRIX_LINKER_WRITER_H

#include "Linker/Input/Note.h"
#include "Linker/Layout/Layout.h"

namespace matrix {
namespace linker {

/// Writes the ELF file: headers, segments, debug sections, note, symbol table.
std::vector<char> writeExecutable(const SymbolTable &Symbols, Layout &Program,
                                  const ProgramNote &Note,
                                  llvm::StringRef Entry,
                                  bool WithSymbols = true);

/// Fills in the header of a file whose section headers are at the given offset;
/// that of the section names is the last one.
void fillHeader(ELFT::Ehdr &Header, uint16_t Type, uint64_t SectionHeaders,
                size_t Sections);

template <typename T>
std::vector<uint8_t> toBytes(const std::vector<T> &Items) {
  const auto *Data = reinterpret_cast<const uint8_t *>(Items.data());
  return std::vector<uint8_t>(Data, Data + Items.size() * sizeof(T));
}

/// Returns the link map as text: addresses, sizes, sections and symbols.
std::string writeMap(const SymbolTable &Symbols, const Layout &Program);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_WRITER_H
