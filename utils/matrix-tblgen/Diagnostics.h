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
#include <functional>
#include <string>

namespace matrix::tblgen {

/// Where the record itself sets the field; else where the record is.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field);
/// Where `part`, an unnamed record in a field, is written, if that is inside
/// the record: equal ones are one record, written where the first of them is.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field,
                   const llvm::Record *part);

/// An error and a note with what to do about it. The same mistake at the same
/// place, or in a further variant, is reported once; false then.
bool report(llvm::ArrayRef<llvm::SMLoc> where, const llvm::Twine &what,
            const llvm::Twine &advice);
void report(const llvm::Record *where, const llvm::Twine &what,
            const llvm::Twine &advice);
/// The same with both in one text: "what; what to do".
void report(const llvm::Record *where, const llvm::Twine &text);

/// Two records that contradict each other: the newer one is the mistake, since
/// a description of one's own stands behind the one that it extends.
const llvm::Record *newerOf(const llvm::Record *a, const llvm::Record *b);
/// A note at a record that an error is about.
void pointAt(const llvm::Record *other, const llvm::Twine &what);

/// Ends the program if an error has been reported.
void stopAfterErrors();

/// From here on, errors of TableGen itself come with advice too, and those of
/// PrintFatalError that say "what; what to do" as an error and a note.
void adviseOnSyntax();
/// The path to include for a name.
using IncludeLookup = std::function<std::string(llvm::StringRef name)>;
/// While a lookup is set, errors of TableGen come with the missing include as
/// advice.
void adviseIncludes(IncludeLookup lookup);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DIAGNOSTICS_H
