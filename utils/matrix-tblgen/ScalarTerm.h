//===- ScalarTerm.h - values and undefined bits as C++ ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SCALARTERM_H
#define MATRIX_TBLGEN_SCALARTERM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace matrix::tblgen {

/// What a node computes, and which bits of it are undefined: C++ over $0, ..
/// (values of operands) and %0, .. (masks of their undefined bits).
struct NodeText {
  std::string value, undef;
};
using NodeTable = std::map<const llvm::Record *, NodeText>;

/// The NodeSem records.
NodeTable nodesOf(const llvm::RecordKeeper &records);

/// C++ of a value and of the mask of its undefined bits.
struct Term {
  std::string value, undef = "0";
  std::string name = "the operand";
  std::optional<bool> isFloat; // or an integer; unknown for numbers
  Term(std::string value, std::string undef = "0")
      : value(std::move(value)), undef(std::move(undef)) {}
  bool isDefined() const { return undef == "0"; }
};

/// The node over its operands.
Term withNode(const NodeText &node, llvm::ArrayRef<Term> args);

/// The union of the operands' masks; empty if all are defined.
std::string unionOf(llvm::ArrayRef<Term> args);

/// setcc over two values and a condition code: SETLT, SETULT; floats: SETOLT,
/// and SETULT for "or unordered". None if the condition is not known.
std::optional<Term> comparisonOf(llvm::ArrayRef<Term> args);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALARTERM_H
