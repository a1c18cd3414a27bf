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

#include "Operands/Operands.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// Kinds of nodes, with the members of Expr that each uses (ExprKinds.def).
enum class ExprKind {
#define MATRIX_EXPR_KIND(Name) Name,
#include "Semantics/ExprKinds.def"
};

/// Format and symbolic extents of the elements of a node.
struct ExprType {
  const llvm::Record *Format = nullptr; // null: scalars, effects
  Shape Size;
  bool Scalar = false; // a register or immediate
};

/// A node with its operands, which it owns. ExprKinds.def states what Record,
/// Text, Value, Value2 and Index contain for each kind.
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
                                   const OperandList &inst,
                                   llvm::ArrayRef<Geometry> geometries);

/// Parses the body of a Composed operator with one argument: operand 0 is $x.
std::optional<Expr> parseComposedBody(const llvm::Record *op,
                                      const llvm::Record *format);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SEMANTICS_H
