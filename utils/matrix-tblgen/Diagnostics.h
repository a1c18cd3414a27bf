//===- Diagnostics.h - mistakes, where they are and what to do --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_DIAGNOSTICS_H
#define MATRIX_TBLGEN_DIAGNOSTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

namespace matrix::tblgen {

/// Where the record itself sets the field; else where the record is.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field);
/// Where `part`, an unnamed record in a field, is written, if that is inside
/// the record: equal ones are one record, written where the first of them is.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field,
                   const llvm::Record *part);

/// An error and a note with what to do about it.
void report(llvm::ArrayRef<llvm::SMLoc> where, const llvm::Twine &what,
            const llvm::Twine &advice);

/// The same for what nothing can go on after.
[[noreturn]] void fail(llvm::ArrayRef<llvm::SMLoc> where,
                       const llvm::Twine &what, const llvm::Twine &advice);
[[noreturn]] void fail(const llvm::Record *where, const llvm::Twine &what,
                       const llvm::Twine &advice);

/// From here on, errors of TableGen itself come with advice too, and those of
/// PrintFatalError that say "what; what to do" as an error and a note.
void adviseOnSyntax();

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DIAGNOSTICS_H
