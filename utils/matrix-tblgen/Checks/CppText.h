//===- CppText.h - C++ expressions of a description -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks C++ texts in records before they become part of generated code, so
// that an error is reported at the record instead of in a generated file. The
// description itself lists the functions that texts may call
// (SimulatorFunctions).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_CPPTEXT_H
#define MATRIX_TBLGEN_CPPTEXT_H

#include "Checks/DescriptionChecks.h"

namespace matrix::tblgen {

/// Checks the C++ in a field of a record: parentheses, operands $0 to
/// $<arity - 1> and their masks %0 to %<arity - 1> (any operands if `arity` is
/// negative), and identifiers. An identifier is a compiler builtin, one of
/// `words`, or a function that a SimulatorFunctions record lists for one of the
/// `namespaces`; calls have as many arguments as the record states.
void checkCpp(Checks &c, const llvm::Record *where, llvm::StringRef field,
              int64_t arity, llvm::ArrayRef<llvm::StringRef> namespaces,
              llvm::ArrayRef<llvm::StringRef> words);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_CPPTEXT_H
