//===- SimElement.h - elements of semantics as C++ --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the element at row i, column j of an expression to one C++
// expression. Subexpressions with loops of their own have been evaluated into
// arrays before (SimTile.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMELEMENT_H
#define MATRIX_TBLGEN_SIMELEMENT_H

#include "Semantics/ElementVisitor.h"
#include "Simulator/SimFormats.h"

namespace matrix::tblgen {

/// Returns the array extent for the maximum number of elements.
std::string maxElements(const Extent &e);

/// An expression that has been evaluated into an array.
struct Materialized {
  std::string Name;
  bool Stored; // storage type, else compute type
  enum { Elements, PerRow, PerColumn } Index = Elements;
};

/// Translates elements of one function. The indices i and j are C++
/// expressions, which are put into parentheses where they are operands.
class ElementEmitter {
public:
  ElementEmitter(const Instruction &inst) : inst(inst) {}

  /// Returns the element in the compute type of the format.
  std::string value(const Expr &e, const std::string &i, const std::string &j);
  /// Returns the element in the storage type; data movement preserves all bits.
  std::string bits(const Expr &e, const std::string &i, const std::string &j);
  /// Returns a scalar operand, state or number.
  std::string scalar(const Expr &e);
  /// Returns the local variable of a scalar operand, or the pointer to a tile.
  static std::string local(const Operand &o) { return "v_" + o.Name; }
  /// Returns a name such as rs2_SpadTile; its prefixes v_, p_ and b_ denote
  /// pointer, row pitch and column block pitch in elements.
  static std::string viewName(const Expr &view);
  static bool isBlocked(const llvm::Record *tile);

  void materialize(const Expr &e, Materialized m) { arrays[&e] = std::move(m); }
  const Materialized *find(const Expr &e) const;
  void clear() { arrays.clear(); }

  /// Returns the location of an element of an operand, a view or a state.
  std::string place(const Expr &e, const std::string &i, const std::string &j);

private:
  class Bits;
  class Values;

  std::string fail(const Expr &e, const llvm::Twine &what);
  bool moves(const Expr &e) const;
  std::string stored(const Expr &e, const std::string &i, const std::string &j);
  static std::string place(const llvm::Record *tile, llvm::StringRef name,
                           const std::string &i, const std::string &j);
  static std::string inside(const Expr &pad, const std::string &i,
                            const std::string &j);
  std::string array(const Materialized &m, const Expr &e, const std::string &i,
                    const std::string &j);
  std::string inBlock(const Expr &part, const std::string &j);
  std::string number(const Expr &e);
  std::string splat(const Expr &e);
  std::string elementwise(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string cast(const Expr &e, const std::string &i, const std::string &j);
  std::string mask(const Expr &e, const std::string &i, const std::string &j);

  const Instruction &inst;
  std::map<const Expr *, Materialized> arrays;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMELEMENT_H
