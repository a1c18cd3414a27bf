//===- Semantics.h - typed semantics of instructions ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expression trees of semantics. Every node has its element format and its
// symbolic extents. All generators use these trees.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SEMANTICS_H
#define MATRIX_TBLGEN_SEMANTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace matrix::tblgen {

struct Geometry;
struct Instruction;

/// A number of rows or columns: R, RB*8/Bits, a constant, or a count in operand
/// `Operand`, or in a field of it or of `State` (at most `Fixed`).
struct Extent {
  enum Kind {
    Unknown,
    RowsOfTile,
    ColumnsOfTile,
    FixedCount,
    Counted
  } K = Unknown;
  int64_t Bits = 0;  // ColumnsOfTile: width of the format
  int64_t Fixed = 0; // FixedCount; Counted: the maximum
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
  /// Returns the value in a geometry (null: only for fixed and counted
  /// extents); the maximum if counted.
  int64_t evaluate(const Geometry *g) const;
  /// Returns C++ over R, RB (bytes) and n<operand>.
  std::string cpp() const;
};

struct Shape {
  Extent Rows, Columns;
};

/// Returns true if the extents are equal in all geometries.
bool sameExtent(const Extent &a, const Extent &b,
                llvm::ArrayRef<Geometry> geometries);
bool sameShape(const Shape &a, const Shape &b,
               llvm::ArrayRef<Geometry> geometries);

enum class ExprKind {
#define MATRIX_EXPR_KIND(Name) Name,
#include "Semantics/ExprKinds.def"
};

struct ExprType {
  const llvm::Record *Format = nullptr; // null: scalars, effects
  Shape Size;
  bool Scalar = false; // a register or immediate
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

/// Parses and types semantics. Errors are reported at the record; the result is
/// nullopt then.
std::optional<Expr> parseSemantics(const llvm::DagInit *dag,
                                   const Instruction &inst,
                                   llvm::ArrayRef<Geometry> geometries,
                                   const llvm::RecordKeeper &records);

/// Parses the body of a Composed operator with one argument: operand 0 is $x.
std::optional<Expr> parseComposedBody(const llvm::Record *op,
                                      const llvm::Record *format);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SEMANTICS_H
