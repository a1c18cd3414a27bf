//===- Linker.h - static linker for Matrix objects --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links relocatable ELF64 objects and archives into one static executable. The
// passes run in this order; each has a file:
//
//   InputFile   read an object: sections, symbols, relocations, its note
//   SymbolTable resolve names over objects and archives
//   MarkLive    with --gc-sections, discard sections that are not used
//   Note        check that variants and modes agree, build the program's note
//   Layout      merge sections, assign addresses, check memory sizes
//   Thunks      insert range-extension thunks
//   Relocate    apply relocations
//   Writer      headers, symbol table, file
//
// With -r one object is written instead: InputFile, SymbolTable, Note, then
//
//   Relocatable        merge sections by name, keep groups
//   RelocatableWriter  symbols and relocations of the merged sections, file
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_LINKER_H
#define MATRIX_LINKER_LINKER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <set>
#include <string>
#include <vector>

namespace matrix {
namespace linker {

enum class Strip { Nothing, Debug, All };

struct LinkOptions {
  /// Objects and archives, in search order.
  std::vector<llvm::MemoryBufferRef> Inputs;
  /// Numbers of the inputs of which all members are linked.
  std::set<size_t> WholeArchives;
  /// Symbols whose definitions are linked, if there are any, though nothing
  /// refers to them.
  std::vector<std::string> Undefined;
  /// The same; a symbol without a definition is an error.
  std::vector<std::string> Required;
  /// References to `s` become `__wrap_s`, those to `__real_s` become `s`.
  std::vector<std::string> Wrapped;
  /// Symbols and their values: a number or another symbol.
  std::vector<std::pair<std::string, std::string>> Definitions;
  bool DiscardUnused = false; // sections
  bool Relocatable = false;   // write one object
  Strip Stripped = Strip::Nothing;
  std::string Entry = "_start";
  /// Target variant; empty: that of the first object with a note.
  std::string Variant;
  /// Folder with a subfolder per variant that contains start-up objects and the
  /// runtime library; empty: link neither.
  std::string RuntimeDir;
  /// Stack size of each core in bytes; 0: that of the kernel, else of the
  /// variant.
  uint64_t StackSize = 0;
};

struct LinkResult {
  std::vector<char> Image; // the ELF file
  std::string Map;         // the text of a map file
  /// Sections that --gc-sections discarded, as `file:(section)`.
  std::vector<std::string> Discarded;
};

/// Links. The error joins all errors of the failing pass.
llvm::Expected<LinkResult> link(const LinkOptions &Options);

/// Returns the folder of start-up objects and runtime library relative to the
/// tools.
std::string runtimeDirOf(llvm::StringRef Executable);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_LINKER_H
