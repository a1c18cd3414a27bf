//===- SimElement.h - elements of a meaning as C++ --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of an expression, at row i and column j, is one C++ expression.
// What needs loops of its own (reductions, contractions, loads, inserted column
// blocks) has been put into an array before: see SimTile.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMELEMENT_H
#define MATRIX_TBLGEN_SIMELEMENT_H

#include "SimFormats.h"

namespace matrix::tblgen {

/// Extent of an array that holds so many elements.
std::string mostElements(const Extent &e);

/// An expression whose elements stand in an array.
struct Materialised {
  std::string Name;
  bool Stored; // storage type, else compute type
  enum { Elements, PerRow, PerColumn } Index = Elements;
};

class ElementEmitter {
public:
  ElementEmitter(const Instruction &inst) : inst(inst) {}

  /// In the compute type of the format.
  std::string value(const Expr &e, const std::string &i, const std::string &j);
  /// In its storage type; what only moves elements keeps their bits.
  std::string bits(const Expr &e, const std::string &i, const std::string &j);
  /// A scalar operand, state or number.
  std::string scalar(const Expr &e);
  /// Name of the local that holds a scalar operand or points to a tile.
  static std::string local(const Operand &o) { return "v_" + o.Name; }
  /// As rs2_SpadTile: v_, p_ and b_ of it are pointer, pitch of rows and pitch
  /// of column blocks in elements.
  static std::string viewName(const Expr &view);
  static bool isBlocked(const llvm::Record *tile);

  void materialise(const Expr &e, Materialised m) { arrays[&e] = std::move(m); }
  const Materialised *find(const Expr &e) const;
  void clear() { arrays.clear(); }

  /// Where an element of an operand, a view or a state stands.
  std::string place(const Expr &e, const std::string &i, const std::string &j);

private:
  std::string fail(const Expr &e, const llvm::Twine &what);
  bool moves(const Expr &e) const;
  std::string stored(const Expr &e, const std::string &i, const std::string &j);
  static std::string place(const llvm::Record *tile, llvm::StringRef name,
                           const std::string &i, const std::string &j);
  static std::string inside(const Expr &pad, const std::string &i,
                            const std::string &j);
  std::string array(const Materialised &m, const Expr &e, const std::string &i,
                    const std::string &j);
  std::string number(const Expr &e);
  std::string elementwise(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string cast(const Expr &e, const std::string &i, const std::string &j);
  std::string mask(const Expr &e, const std::string &i, const std::string &j);

  const Instruction &inst;
  std::map<const Expr *, Materialised> arrays;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMELEMENT_H
