//===- DescriptionChecks.h - checks of a description ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of -check-description, by subject. Model::create rejects semantics and
// encodings that cannot be read. A check reports all errors it finds with their
// remedies and does not stop; each is independent of the results of the others
// except for the set of records with errors (ReportedErrors.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_DESCRIPTIONCHECKS_H
#define MATRIX_TBLGEN_DESCRIPTIONCHECKS_H

#include "Model/Model.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"

namespace matrix::tblgen {

/// The model, and functions that report errors in it.
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
  /// Reports at the field, if the record sets it.
  void error(const llvm::Record *where, llvm::StringRef field,
             const llvm::Twine &what, const llvm::Twine &advice) {
    error(locate(where, field), what, advice);
  }
  /// Reports at an unnamed record within the field.
  void error(const llvm::Record *where, llvm::StringRef field,
             const llvm::Record *part, const llvm::Twine &what,
             const llvm::Twine &advice) {
    error(locate(where, field, part), what, advice);
  }
};

void checkFormats(Checks &c);
void checkMachine(Checks &c);      // geometries, spaces, DMA, control registers
void checkOperators(Checks &c);    // C++ and MLIR of operators and nodes, hooks
void checkPredicates(Checks &c);   // features, flags, predicates
void checkAssembly(Checks &c);     // mnemonics, assembly strings
void checkDerivedNames(Checks &c); // aliases, builtins, names in C
void checkRecordNames(Checks &c);  // names of records in C++
void checkFlags(Checks &c);        // fields of LLVM's class Instruction
void checkEncodings(Checks &c);    // opcodes, fields, overlaps
void checkPairs(Checks &c);        // short forms
void checkSemantics(Checks &c);    // statements, effects, signs
void checkDuplicates(Checks &c);   // warns of equal semantics
void checkScalar(Checks &c);       // semantics of scalar instructions
void checkRows(Checks &c);         // tiles in memories, state
void checkSummaries(Checks &c);    // texts of the manual
void checkScalarRoles(Checks &c);  // roles of the code generator
void checkVariants(Checks &c);     // name, features, parameters; for each:
void checkVariantMemories(Checks &c, const Variant &v);     // addresses, stack
void checkVariantInstructions(Checks &c, const Variant &v); // roles, timing
/// Runs each generator and discards its output.
void checkGenerators(Checks &c);
/// Checks that files outside td/ are self-contained.
void checkFiles(Checks &c);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DESCRIPTIONCHECKS_H
