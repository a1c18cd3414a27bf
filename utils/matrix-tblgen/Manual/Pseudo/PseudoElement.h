//===- PseudoElement.h - elements as pseudo-code ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renders one element of an expression as pseudo-code, by recursive descent
// over the kinds of nodes. The indices i and j are texts, so that a
// transposition or a reduction renders its operand with other index texts
// instead of a rewritten tree.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_PSEUDOELEMENT_H
#define MATRIX_TBLGEN_MANUAL_PSEUDOELEMENT_H

#include "Manual/Pseudo/Pseudo.h"
#include "Semantics/ElementVisitor.h"
#include "llvm/ADT/Twine.h"

namespace matrix::tblgen {

/// Prints the element at row i, column j of an expression.
class ElementText : ElementVisitor<ElementText> {
public:
  explicit ElementText(const Instruction &inst) : inst(inst) {}

  std::string element(const Expr &e, const std::string &i,
                      const std::string &j);
  /// Prints a scalar operand, state or number.
  std::string scalar(const Expr &e);
  /// Prints the location of an element of a tile in memory.
  std::string place(const llvm::Record *tileAt, const std::string &address,
                    const std::string &i, const std::string &j);
  /// Prints element i, j of the rows that a Load or Store accesses; `first`:
  /// index of the base address among the arguments.
  std::string memory(const Expr &access, unsigned first,
                     const llvm::Record *format, const std::string &i,
                     const std::string &j);
  /// Prints j within the column block of a Part or Insert.
  std::string inBlock(const Expr &part, const std::string &j);
  std::string condition(const Expr &choice, int64_t value);

  /// Subexpressions of element i, j that may be given names.
  Lines named;

  std::string fail(const Expr &e, const llvm::Twine &what);

private:
  friend ElementVisitor;
  /// Adds parentheses if the expression needs them as an operand.
  std::string atom(const Expr &e, const std::string &i, const std::string &j);

  // Called by ElementVisitor
  std::string visitOperand(const Expr &e, const std::string &i,
                           const std::string &j);
  std::string visitState(const Expr &e, const std::string &i,
                         const std::string &j);
  std::string visitNumber(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string visitElementwise(const Expr &e, const std::string &i,
                               const std::string &j);
  std::string visitCast(const Expr &e, const std::string &i,
                        const std::string &j);
  std::string visitBitcast(const Expr &e, const std::string &i,
                           const std::string &j);
  std::string visitReduce(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string visitArgReduce(const Expr &e, const std::string &i,
                             const std::string &j);
  std::string visitElement(const Expr &e, const std::string &i,
                           const std::string &j);
  std::string visitContract(const Expr &e, const std::string &i,
                            const std::string &j);
  std::string visitInsert(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string visitRow(const Expr &e, const std::string &i,
                       const std::string &j);
  std::string visitSplat(const Expr &e, const std::string &i,
                         const std::string &j);
  std::string visitIota(const Expr &e, const std::string &i,
                        const std::string &j);
  std::string visitMask(const Expr &e, const std::string &i,
                        const std::string &j);
  std::string visitLoad(const Expr &e, const std::string &i,
                        const std::string &j);
  std::string visitSwitch(const Expr &e, const std::string &i,
                          const std::string &j);
  std::string visitView(const Expr &e, const std::string &i,
                        const std::string &j);
  std::string visitPad(const Expr &e, const std::string &i,
                       const std::string &j);
  std::string visitUndefined(const Expr &e, const std::string &i,
                             const std::string &j);
  std::string visitOther(const Expr &e, const std::string &i,
                         const std::string &j);

  std::string factor(const Expr &e, const llvm::Record *format,
                     const std::string &i, const std::string &j);
  std::string choice(const Expr &e, const std::string &i, const std::string &j);
  std::string field(const Expr &source, llvm::StringRef name);

  const Instruction &inst;
  unsigned depth = 0; // of nested reductions
};

/// "f32".
std::string formatName(const llvm::Record *format);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_PSEUDOELEMENT_H
