//===- MlirOperations.h - operations of MLIR --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of MLIR's dialects arith and math, for checks of the
// operations that operator records name. The constructor parses MLIR's ODS
// files in a TableGen run of its own, since the description refers to
// operations by their names only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MLIROPERATIONS_H
#define MATRIX_TBLGEN_MLIROPERATIONS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Record.h"
#include <optional>
#include <string>

namespace matrix::tblgen {

/// The operations of the dialects arith and math, read from MLIR's ODS files.
class MlirOperations {
public:
  MlirOperations();
  /// Returns an ODS file of MLIR that no include path contains.
  std::optional<std::string> missingFile() const { return missing; }

  /// An error and its remedy.
  struct Mistake {
    std::string what, advice;
  };
  /// Checks "arith.addf", or "arith.cmpf olt" with a predicate.
  std::optional<Mistake> mistakeIn(llvm::StringRef text, int64_t operands,
                                   bool onFloats) const;
  /// Whether MLIR has the operation, and its operands cannot be swapped.
  bool isOrdered(llvm::StringRef text) const;

private:
  struct Operation {
    int64_t operands = 0, results = 0;
    bool converts = false, commutes = false;
    bool floats = false, integers = false; // accepts only these
    llvm::StringSet<> predicates;
  };
  void read(const llvm::Record *op);
  static std::optional<Mistake>
  mistakeIn(const Operation &o, llvm::StringRef name, int64_t operands);

  llvm::StringMap<Operation> operations;
  std::optional<std::string> missing;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MLIROPERATIONS_H
