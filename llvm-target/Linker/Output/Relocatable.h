//===- Relocatable.h - merging of objects into one (-r) ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocatable output. Sections of equal name, type and flags are merged, except
// members of COMDAT groups, which remain sections of their group: a later link
// discards them if another object has the group. Symbols, also undefined and
// common ones, and relocations are kept. A section is at address 0.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_RELOCATABLE_H
#define MATRIX_LINKER_RELOCATABLE_H

#include "Linker/Layout/Layout.h"

namespace matrix {
namespace linker {

struct SectionGroup {
  llvm::StringRef Signature;
  std::vector<OutputSection *> Members;
};

struct RelocatableObject : Layout {
  std::vector<SectionGroup> Groups;
};

RelocatableObject mergeObjects(SymbolTable &Symbols, bool WithoutDebug);

/// Writes the object file. Note: its JSON; empty: none.
llvm::Expected<std::vector<char>> writeRelocatable(const SymbolTable &Symbols,
                                                   RelocatableObject &Object,
                                                   llvm::StringRef Note);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_RELOCATABLE_H
