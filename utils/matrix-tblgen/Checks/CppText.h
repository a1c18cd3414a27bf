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

/// What the C++ of a field may name.
struct CppDialect {
  std::vector<llvm::StringRef> namespaces;
  std::vector<llvm::StringRef> elements; // of the functions of namespace num
  std::vector<llvm::StringRef> types;    // of casts
};

/// Checks the expression in a field of a record: its syntax, operands $0 to
/// $<arity - 1> and their masks %0 to %<arity - 1> (any operands if `arity` is
/// negative), and identifiers. An identifier is a compiler builtin, a type of a
/// cast, or a function that a SimulatorFunctions record lists; calls have as
/// many arguments as the record states. The first error ends the check.
void checkCpp(Checks &c, const llvm::Record *where, llvm::StringRef field,
              int64_t arity, const CppDialect &dialect);

/// Checks the operands that the pseudo-code in a field names.
void checkPseudoCode(Checks &c, const llvm::Record *where,
                     llvm::StringRef field, int64_t arity);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_CPPTEXT_H
