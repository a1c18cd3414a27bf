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

namespace matrix::tblgen {

/// The model, and how mistakes in it are reported.
struct Checks {
  const Model &m;

  void error(llvm::ArrayRef<llvm::SMLoc> where, const llvm::Twine &what,
             const llvm::Twine &advice) {
    report(where, what, advice);
  }
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
void checkMachine(Checks &c);    // geometries, spaces, DMA, control registers
void checkOperators(Checks &c);  // C++ and MLIR of operators and nodes, hooks
void checkPredicates(Checks &c); // features, flags, predicates
void checkEncodings(Checks &c);  // names, operands, fields, overlaps
void checkMeanings(Checks &c);   // places of operators, effects, signs
void checkDuplicates(Checks &c); // warns of equal meanings
void checkScalar(Checks &c);     // meanings of scalar instructions
void checkRows(Checks &c);       // tiles in memories, state
void checkVariants(Checks &c);   // name, features, figures, work, and for each:
void checkVariantMemories(Checks &c, const Variant &v);     // addresses, stack
void checkVariantInstructions(Checks &c, const Variant &v); // roles, timing
/// What only a generator finds: each runs, and its output is thrown away.
void checkGenerators(Checks &c);
/// Files outside td/ include what they use.
void checkFiles(Checks &c);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_CHECKS_H
