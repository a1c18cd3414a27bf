//===- ElementVisitor.h - elements of expression trees ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatch by node kind for translations of the element at row i, column j of
// an expression to text. Operators that only select elements (At, Part,
// Leading, Crop) are resolved to the element they select.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ELEMENTVISITOR_H
#define MATRIX_TBLGEN_ELEMENTVISITOR_H

#include "Semantics/Semantics.h"

namespace matrix::tblgen {

/// Returns the operand of an operator that only selects elements; null for
/// other operators.
inline const Expr *selectedFrom(const Expr &e) {
  switch (e.Kind) {
  case ExprKind::At:
  case ExprKind::Leading:
  case ExprKind::Crop:
    return &e[0];
  case ExprKind::Part:
    return &e[1];
  default:
    return nullptr;
  }
}

/// `Derived` defines
///
///   std::string element(const Expr &e, const std::string &i,
///                       const std::string &j)    element i, j of e
///   std::string inBlock(const Expr &part, const std::string &j)
///                                                column j of a Part, in its
///                                                operand
///   std::string visitKind(e, i, j)               for kinds it translates
///   std::string visitOther(e, i, j)              for all others
template <class Derived> class ElementVisitor {
protected:
  std::string visit(const Expr &e, const std::string &i, const std::string &j) {
    switch (e.Kind) {
    case ExprKind::At:
      return derived().element(e[0], index(e.Text[0], i, j),
                               index(e.Text[1], i, j));
    case ExprKind::Leading:
    case ExprKind::Crop:
      return derived().element(e[0], i, j);
    case ExprKind::Part:
      return derived().element(e[1], i, derived().inBlock(e, j));
    default:
      return dispatch(e, i, j);
    }
  }
#define MATRIX_EXPR_KIND(Name)                                                 \
  std::string visit##Name(const Expr &e, const std::string &i,                 \
                          const std::string &j) {                              \
    return derived().visitOther(e, i, j);                                      \
  }
#include "Semantics/ExprKinds.def"

private:
  Derived &derived() { return static_cast<Derived &>(*this); }

  std::string dispatch(const Expr &e, const std::string &i,
                       const std::string &j) {
    switch (e.Kind) {
#define MATRIX_EXPR_KIND(Name)                                                 \
  case ExprKind::Name:                                                         \
    return derived().visit##Name(e, i, j);
#include "Semantics/ExprKinds.def"
    }
    llvm_unreachable("unknown kind");
  }

  /// At: 'i' and 'j' are the indices of the element, digits are themselves.
  static std::string index(char c, const std::string &i, const std::string &j) {
    return c == 'i' ? i : c == 'j' ? j : std::string(1, c);
  }
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ELEMENTVISITOR_H
