//===- Linker.h - static linker for Matrix objects --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links relocatable ELF64 objects and archives into one executable. The passes
// run in this order, one file each:
//
//   InputFile   read an object: sections, symbols, relocations, its note
//   SymbolTable resolve names over objects and archives
//   Note        agree on variant and mode, make the executable's note
//   Layout      merge sections, assign addresses, check the memories' sizes
//   Thunks      make calls beyond the reach of their instruction possible
//   Relocate    patch contents
//   Writer      headers, symbol table, file
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_LINKER_H
#define MATRIX_LINKER_LINKER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace matrix {
namespace linker {

struct LinkOptions {
  /// Objects and archives, in the order in which names are searched.
  std::vector<llvm::MemoryBufferRef> Inputs;
  std::string Entry = "_start";
  /// What the link is for; empty: what the first object with a note says.
  std::string Variant;
  /// Folder with one folder per variant of start-up objects and the runtime
  /// library; empty: link neither.
  std::string RuntimeDir;
  /// Bytes of a core's stack; 0: what the variant says.
  uint64_t StackSize = 0;
};

struct LinkResult {
  std::vector<char> Image; // the ELF file
  std::string Map;         // the text of a map file
};

/// All errors found by the failing pass, joined.
llvm::Expected<LinkResult> link(const LinkOptions &Options);

/// The folder beside the tools that holds start-up objects and runtime library.
std::string runtimeDirOf(llvm::StringRef Executable);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_LINKER_H
