//===- DialectOps.h - operations of the dialect -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that the dialect registers for the instructions, as C++
// classes and documentation present them: one for each base mnemonic of tile
// instructions and one for each mnemonic of row instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_DIALECT_DIALECTOPS_H
#define MATRIX_TBLGEN_DIALECT_DIALECTOPS_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// An SSA operand, or an immediate, which is an integer attribute.
struct DialectOperand {
  enum Kind { Tile, Integer, Float, MemRef, Immediate } Type;
  std::string Name; // of the description
  int64_t Min = 0, Max = 0;
  /// Returns the name in CamelCase; `name` of a parameter, `Name` within that
  /// of a member. Names used by all operation classes, and keywords of C++, get
  /// the suffix "Operand".
  std::string identifier(bool capitalized) const;
};

/// An operation of the dialect with the instructions that it stands for.
struct DialectOp {
  std::string Name; // without the prefix of the dialect
  std::vector<const Instruction *> Instructions;
  enum { NoResult, TileResult, ScalarResult } Result = NoResult;
  /// In the order of the inputs. Empty if `isGeneric`.
  std::vector<DialectOperand> Operands;
  /// Loads and stores of tiles: indices follow the other operands.
  bool HasIndices = false;
  bool IsRow = false; // operands are memrefs in row memories
  unsigned Specializations = 1;

  /// Returns whether specializations have different operands.
  bool isGeneric() const { return Specializations > 1; }
  /// Returns the name of the C++ class: "some.name" is SomeNameOp.
  std::string className() const;
};

/// Returns all operations, those on tiles first. Terminates the program if two
/// operations, or two operands of one, have the same name in C++.
std::vector<DialectOp> dialectOpsOf(const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_DIALECT_DIALECTOPS_H
