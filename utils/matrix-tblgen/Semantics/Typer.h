//===- Typer.h - formats and shapes of semantics ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The typer of semantics: assigns formats and symbolic extents to the nodes of
// a tree and reports contradictions. There are no implicit conversions:
// operands of an operator have one format and one shape, and Cast, At and Part
// change them explicitly. Cast to the format of its operand is removed from the
// tree.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_TYPER_H
#define MATRIX_TBLGEN_TYPER_H

#include "Semantics/Semantics.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace matrix::tblgen {

/// Bidirectional typing: formats and shapes are synthesized from operands;
/// expressions without their own (numbers, splats, broadcasts) inherit the
/// expected ones.
class Typer {
public:
  /// inst: null for the body of a Composed operator.
  Typer(const llvm::Record *def, const OperandList *inst,
        llvm::ArrayRef<Geometry> geometries)
      : def(def), inst(inst), geometries(geometries) {}

  /// Typing stops at the first error.
  void type(Expr &e, const Shape &want, const llvm::Record *format);

  /// Reports the first error.
  void fail(const Expr &e, const llvm::Twine &what);
  bool hasFailed() const { return failed; }
  bool same(const Shape &a, const Shape &b) {
    return sameShape(a, b, geometries);
  }

private:
  // Elements, one by one or along a row or column: Typer.cpp
  void number(Expr &e, const Shape &want, const llvm::Record *format);
  void checkRange(const Expr &e, const llvm::Record *format);
  void integer(const Expr &e, const llvm::Record *format);
  std::optional<bool> isFloatNumber(const Expr &e) const;
  void bounds(const Expr &e);
  void splat(Expr &e, const Shape &want);
  void noSteps(const Expr &e);
  void elementwise(Expr &e, const Shape &want, const llvm::Record *format);
  void checkDefined(Expr &e, const llvm::Record *format, bool select);
  void cast(Expr &e, const Shape &want);
  void bitcast(Expr &e, const Shape &want);
  void at(Expr &e, const Shape &want, const llvm::Record *format);
  void reduce(Expr &e, const Shape &want, const llvm::Record *format);

  // Tiles as a whole and their parts: TyperTiles.cpp
  void typeTile(Expr &e, const Shape &want, const llvm::Record *format);
  void access(Expr &e, unsigned first);
  void contract(Expr &e);
  void part(Expr &e);
  void insert(Expr &e);
  void leading(Expr &e);
  void checkBlock(Expr &e, int64_t blocks);
  void checkEncoded(const Expr &e, const Expr &q);
  void element(Expr &e);
  void row(Expr &e);
  void missingRow(const Expr &e, int64_t number, const Geometry &g);

  // State and rows of memories: TyperRows.cpp
  void typeState(Expr &e, const Shape &want, const llvm::Record *format);
  void set(Expr &e);
  void setState(Expr &e);
  void switchOn(Expr &e, const Shape &want, const llvm::Record *format);
  void pad(Expr &e);
  void crop(Expr &e, const Shape &want, const llvm::Record *format);

  const llvm::Record *def;
  const OperandList *inst;
  llvm::ArrayRef<Geometry> geometries;
  bool failed = false;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_TYPER_H
