//===- Diagnostics.h - errors with location and remedy ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors about records: message, location of the field, and a note with the
// remedy. A run reports all errors, each once.
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

/// Returns the location at which the record itself sets the field, else that of
/// the record.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field);
/// Returns the location of `part`, an unnamed record in a field, if it is
/// within the record: equal unnamed records are uniqued, with the location of
/// the first.
llvm::SMLoc locate(const llvm::Record *r, llvm::StringRef field,
                   const llvm::Record *part);

/// Reports an error and a note with the remedy. The same error at the same
/// location, or for another variant, is reported once; returns false then.
bool report(llvm::ArrayRef<llvm::SMLoc> where, const llvm::Twine &what,
            const llvm::Twine &advice);
void report(const llvm::Record *where, const llvm::Twine &what,
            const llvm::Twine &advice);
/// The same with both in one text: "error; remedy".
void report(const llvm::Record *where, const llvm::Twine &text);

/// Returns the number with its unit: "1 bank", "2 banks".
std::string quantity(int64_t number, llvm::StringRef unit);

/// Returns the record that was defined later: of two conflicting records it is
/// the erroneous one, because extensions follow the description they extend.
const llvm::Record *newerOf(const llvm::Record *a, const llvm::Record *b);
/// Adds a note at a record that an error refers to.
void pointAt(const llvm::Record *other, const llvm::Twine &what);

/// Terminates the program if an error has been reported.
void stopAfterErrors();

/// Adds remedies to errors of TableGen itself from here on, and splits errors
/// of PrintFatalError of the form "error; remedy" into error and note.
void adviseOnSyntax();
/// Returns the path to include for a name.
using IncludeLookup = std::function<std::string(llvm::StringRef name)>;
/// While a lookup is set, TableGen's errors are extended by the missing
/// include.
void adviseIncludes(IncludeLookup lookup);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DIAGNOSTICS_H
