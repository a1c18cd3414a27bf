//===- MlirOperations.h - what MLIR defines ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// A file of MLIR that is in no include folder.
  std::optional<std::string> missingFile() const { return missing; }

  struct Mistake {
    std::string what, advice;
  };
  /// What is wrong with "arith.addf", or "arith.cmpf olt" with a predicate, as
  /// the operation of an operator.
  std::optional<Mistake> mistakeIn(llvm::StringRef text, int64_t operands,
                                   bool onFloats) const;

private:
  struct Operation {
    int64_t operands = 0;
    bool floats = false, integers = false; // takes these only
    llvm::StringSet<> predicates;
  };
  void read(const llvm::Record *op);

  llvm::StringMap<Operation> operations;
  std::optional<std::string> missing;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MLIROPERATIONS_H
