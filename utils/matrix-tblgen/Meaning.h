//===- Meaning.h - typed expression trees of instructions -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning dag of a record, parsed into a tree whose nodes know their
// element format and their symbolic extents. All generators start here.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MEANING_H
#define MATRIX_TBLGEN_MEANING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace matrix::tblgen {

struct Geometry;
struct Instruction;

/// How many rows or columns: R, RB*8/Bits, a number, or what operand `Operand`
/// or a field of it or of `State` counts (at most `Fixed`).
struct Extent {
  enum Kind {
    Unknown,
    RowsOfTile,
    ColumnsOfTile,
    FixedCount,
    Counted
  } K = Unknown;
  int64_t Bits = 0; // ColumnsOfTile: width of the format that gives the columns
  int64_t Fixed = 0; // FixedCount; Counted: the largest value
  int Operand = -1;  // Counted: index into Instruction::Operands
  const llvm::Record *State = nullptr; // Counted: PointerState
  const llvm::Record *Field = nullptr; // Counted: BitField of either

  static Extent rows() { return {RowsOfTile}; }
  static Extent columns(int64_t bits) { return {ColumnsOfTile, bits}; }
  static Extent fixed(int64_t n) { return {FixedCount, 0, n}; }
  static Extent counted(int operand, int64_t max) {
    return {Counted, 0, max, operand};
  }

  bool known() const { return K != Unknown; }
  /// The number in a geometry (null: only for fixed and counted extents); the
  /// largest one if counted.
  int64_t evaluate(const Geometry *g) const;
  /// As C++ over R, RB (bytes) and n<operand>.
  std::string cpp() const;
};

struct Shape {
  Extent Rows, Columns;
};

/// Equal in every geometry of the description.
bool sameExtent(const Extent &a, const Extent &b,
                llvm::ArrayRef<Geometry> geometries);
bool sameShape(const Shape &a, const Shape &b,
               llvm::ArrayRef<Geometry> geometries);

enum class ExprKind {
#define MATRIX_EXPR_KIND(Name) Name,
#include "ExprKinds.def"
};

struct ExprType {
  const llvm::Record *Format = nullptr; // null: no elements (scalars, effects)
  Shape Size;
  bool Scalar = false; // a general or floating register, an immediate
};

struct Expr {
  ExprKind Kind = ExprKind::None;
  const llvm::Record *Record = nullptr;
  std::string Text;
  double Value = 0;
  int64_t Value2 = 0;
  int Index = -1; // Operand
  ExprType Type;
  std::vector<Expr> Args;

  bool is(ExprKind k) const { return Kind == k; }
  const Expr &operator[](unsigned i) const { return Args[i]; }
};

llvm::StringRef kindName(ExprKind k);
bool isFloat(const llvm::Record *format);
int64_t bitsOf(const llvm::Record *format);

/// Parses and types a meaning. Nothing after a mistake, which is reported at
/// the record.
std::optional<Expr> parseMeaning(const llvm::DagInit *dag,
                                 const Instruction &inst,
                                 llvm::ArrayRef<Geometry> geometries,
                                 const llvm::RecordKeeper &records);

/// Body of a Composed operator over one argument: Operand index 0 is $x.
std::optional<Expr> parseComposedBody(const llvm::Record *op,
                                      const llvm::Record *format);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MEANING_H
