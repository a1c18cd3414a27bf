//===- Nesting.h - nesting depth of MLIR text ----------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nesting depth of source text bounds the recursion of MLIR's parser and
// passes. Tools check it before they parse, so that a deep text is an error
// with its location instead of a stack overflow.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_NESTING_H
#define MATRIX_SUPPORT_NESTING_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {

/// Returns an error with its location (`file:line:column: error: ...`) if
/// brackets are nested too deep for the recursive parser and passes. Bytecode
/// is accepted: its reader does not recurse.
llvm::Error checkNesting(const llvm::MemoryBuffer &Source);

} // namespace matrix

#endif // MATRIX_SUPPORT_NESTING_H
