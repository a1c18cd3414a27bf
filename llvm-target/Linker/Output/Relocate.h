//===- Relocate.h - relocations ---------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Last step before a program is written: computes the value of each relocation
// and stores it in the field of its type. Values that do not fit are errors
// with the symbol and its location.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_RELOCATE_H
#define MATRIX_LINKER_RELOCATE_H

#include "Linker/Layout/Layout.h"

namespace matrix {
namespace linker {

/// Applies the relocations of all placed sections. Offsets of thread-local
/// variables count from `ThreadLocalStart`.
llvm::Error relocate(const SymbolTable &Symbols, uint64_t ThreadLocalStart);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_RELOCATE_H
