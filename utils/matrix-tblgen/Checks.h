//===- Checks.h - mistakes in a description ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -check-description looks for, by subject. Meanings and encodings that
// can't be read at all are refused earlier, by Model::create.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_CHECKS_H
#define MATRIX_TBLGEN_CHECKS_H

#include "Diagnostics.h"
#include "Model.h"
#include "llvm/ADT/Twine.h"
#include <set>

namespace matrix::tblgen {

/// The model, and how mistakes in it are told.
struct Checks {
  const Model &m;
  bool failed = false;
  std::set<std::pair<const char *, std::string>> told = {}; // by place

  /// The same mistake in a further variant is not told again.
  void error(llvm::ArrayRef<llvm::SMLoc> where, const llvm::Twine &what,
             const llvm::Twine &advice);
  void error(const llvm::Record *where, const llvm::Twine &what,
             const llvm::Twine &advice) {
    error(where->getLoc(), what, advice);
  }
  /// At the field, where the record sets it.
  void error(const llvm::Record *where, llvm::StringRef field,
             const llvm::Twine &what, const llvm::Twine &advice) {
    error(locate(where, field), what, advice);
  }
  /// At an unnamed record in the field.
  void error(const llvm::Record *where, llvm::StringRef field,
             const llvm::Record *part, const llvm::Twine &what,
             const llvm::Twine &advice) {
    error(locate(where, field, part), what, advice);
  }
};

void checkFormats(Checks &c);
void checkMachine(Checks &c);   // geometries, spaces, DMA, control registers
void checkEncodings(Checks &c); // names, operands, fields, overlaps
void checkMeanings(Checks &c);  // effects, signs, unused operands
void checkRows(Checks &c);      // tiles in memories, state
void checkVariants(Checks &c);  // memories, figures, work, roles, timing

/// Meanings of scalar instructions: ends the program at the first mistake.
void checkScalar(const llvm::RecordKeeper &records);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_CHECKS_H
