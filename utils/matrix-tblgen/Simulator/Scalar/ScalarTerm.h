//===- ScalarTerm.h - values and undefined bits in C++ ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ terms of scalar semantics: a value together with the mask of its
// undefined bits. Both are texts over the context of the generated function;
// "0" as mask means that all bits are defined, and generates no code for the
// propagation.
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

/// Transfers of control (class ControlTransfer of td/Schema/Scalar.td).
enum class Transfer { None, ConditionalJump, JumpAndLink, SoftwareTrap };

/// The result of a node and its undefined bits: C++ over $0, ... (values of
/// operands) and %0, ... (masks of their undefined bits). A transfer of control
/// has none.
struct NodeText {
  std::string value, undef;
  Transfer transfer = Transfer::None;
};
using NodeTable = std::map<const llvm::Record *, NodeText>;

/// Reads the NodeSemantics records.
NodeTable nodesOf(const llvm::RecordKeeper &records);

/// C++ of a value and of the mask of its undefined bits.
struct Term {
  std::string value, undef = "0";
  std::string name = "the operand";
  std::optional<bool> isFloat; // float or integer; unknown for numbers
  bool isRelative = false;     // jump target: an offset from the instruction
  Term(std::string value, std::string undef = "0")
      : value(std::move(value)), undef(std::move(undef)) {}
  bool isDefined() const { return undef == "0"; }
};

/// Applies the node to its operands.
Term withNode(const NodeText &node, llvm::ArrayRef<Term> args);

/// Returns the union of the operands' masks; empty if all are defined.
std::string unionOf(llvm::ArrayRef<Term> args);

/// Translates setcc with two values and a condition code: SETLT, SETULT; for
/// floats SETOLT, and SETULT for "or unordered". Returns nullopt for unknown
/// conditions.
std::optional<Term> comparisonOf(llvm::ArrayRef<Term> args);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SCALARTERM_H
