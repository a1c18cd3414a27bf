//===- PseudoElement.cpp - elements as pseudo-code ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive rendering of one element of an expression as text, by node kind.
// Operands that are infix expressions are put into parentheses. Nested
// reductions take the next letters k, l, ... as indices. The texts of
// subexpressions of element i, j are recorded in `named`, from which long
// assignments are split (Pseudo.cpp).
//
//===----------------------------------------------------------------------===//

#include "Manual/Pseudo/PseudoElement.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace matrix::tblgen {

std::string formatName(const Record *format) {
  return format->getValueAsString("Suffix").str();
}

std::string ElementText::fail(const Expr &e, const Twine &what) {
  report(inst.Def,
         Twine(e.Record ? e.Record->getName() : kindName(e.Kind)) + " " + what +
             "; td/Common/Operators.td lists where operators are allowed");
  return "";
}

//===----------------------------------------------------------------------===//
// Text and parentheses
//===----------------------------------------------------------------------===//

static bool isInfix(const Expr &e) {
  switch (e.Kind) {
  case ExprKind::Elementwise:
    return !e.Record->getValueAsString("Text").empty();
  case ExprKind::Reduce:
  case ExprKind::ArgReduce:
  case ExprKind::Contract:
  case ExprKind::Insert:
  case ExprKind::Mask:
  case ExprKind::Switch:
  case ExprKind::Pad:
    return true;
  case ExprKind::Iota:
    return !e[0].is(ExprKind::Number) || e[0].Value != 0;
  default:
    break;
  }
  const Expr *from = selectedFrom(e);
  return from && isInfix(*from);
}

std::string ElementText::atom(const Expr &e, const std::string &i,
                              const std::string &j) {
  std::string s = element(e, i, j);
  return isInfix(e) ? "(" + s + ")" : s;
}

std::string ElementText::element(const Expr &e, const std::string &i,
                                 const std::string &j) {
  std::string s = visit(e, i, j);
  bool leaf = e.is(ExprKind::Operand) || e.is(ExprKind::Number) ||
              e.is(ExprKind::State) || e.is(ExprKind::Splat);
  if (i == "i" && j == "j" && !leaf)
    named.push_back(s);
  return s;
}

std::string ElementText::visitOperand(const Expr &e, const std::string &i,
                                      const std::string &j) {
  const Operand &o = inst.Operands[e.Index];
  if (o.Class == OperandClass::Rows)
    return place(o.Def, o.Name, i, j);
  return o.Name + (e.Type.Scalar ? "" : "[" + i + "][" + j + "]");
}

std::string ElementText::visitNumber(const Expr &e, const std::string &,
                                     const std::string &) {
  return scalar(e);
}

std::string ElementText::visitCast(const Expr &e, const std::string &i,
                                   const std::string &j) {
  return formatName(e.Type.Format) + "(" + element(e[0], i, j) + ")";
}

std::string ElementText::visitBitcast(const Expr &e, const std::string &i,
                                      const std::string &j) {
  return formatName(e.Type.Format) + "_bits(" + element(e[0], i, j) + ")";
}

std::string ElementText::visitElement(const Expr &e, const std::string &,
                                      const std::string &) {
  std::string number = scalar(e[1]),
              columns = extentText(e[0].Type.Size.Columns, inst);
  return atom(e[0],
              number + " / (" + columns + ") mod " +
                  extentText(e[0].Type.Size.Rows, inst),
              number + " mod (" + columns + ")");
}

std::string ElementText::visitInsert(const Expr &e, const std::string &i,
                                     const std::string &j) {
  return element(e[1], i, j) + " in column block " + scalar(e[0]) +
         ", elsewhere " + element(e[2], i, j);
}

std::string ElementText::visitIota(const Expr &e, const std::string &i,
                                   const std::string &j) {
  std::string number = e.Text == "i" ? i : j;
  return isInfix(e) ? number + " + " + scalar(e[0]) : number;
}

std::string ElementText::visitLoad(const Expr &e, const std::string &i,
                                   const std::string &j) {
  return memory(e, 0, e.Type.Format, i, j);
}

std::string ElementText::visitSwitch(const Expr &e, const std::string &i,
                                     const std::string &j) {
  return choice(e, i, j);
}

std::string ElementText::visitPad(const Expr &e, const std::string &i,
                                  const std::string &j) {
  const Shape &s = e[0].Type.Size;
  return element(e[0], i, j) + " (0 unless " + i + " < " +
         extentText(s.Rows, inst) + ", " + j + " < " +
         extentText(s.Columns, inst) + ")";
}

std::string ElementText::visitUndefined(const Expr &, const std::string &,
                                        const std::string &) {
  return "undefined: trap";
}

std::string ElementText::visitOther(const Expr &e, const std::string &,
                                    const std::string &) {
  return fail(e, "has no rendering as an element in the manual");
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static std::string numberText(double value) {
  std::string s;
  raw_string_ostream os(s);
  os << format("%.9g", value);
  return s;
}

std::string ElementText::scalar(const Expr &e) {
  if (e.is(ExprKind::Operand))
    return inst.Operands[e.Index].Name;
  if (e.is(ExprKind::RowBytes))
    return "RB";
  if (e.is(ExprKind::State))
    return e.Record->getValueAsString("Name").str();
  if (e.is(ExprKind::Switch))
    return choice(e, "", "");
  if (e.is(ExprKind::Field))
    return field(e[0], e.Text);
  if (!e.is(ExprKind::Number))
    return fail(e, "has no rendering as a scalar in the manual");
  return numberText(e.Value);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

std::string ElementText::visitElementwise(const Expr &e, const std::string &i,
                                          const std::string &j) {
  StringRef pattern = e.Record->getValueAsString("Text");
  std::vector<std::string> args;
  for (const Expr &a : e.Args)
    args.push_back(pattern.empty() ? element(a, i, j) : atom(a, i, j));
  if (!pattern.empty())
    return substitute(pattern, args);
  return e.Record->getName().lower() + "(" + join(args, ", ") + ")";
}

std::string ElementText::visitReduce(const Expr &e, const std::string &i,
                                     const std::string &j) {
  bool alongRow = e.Text[0] == 'i';
  const Shape &in = e[0].Type.Size;
  std::string k(1, char('k' + depth++));
  StringRef reductionName = e.Record->getValueAsString("ReductionName");
  std::string s = (reductionName.empty() ? e.Record->getName().lower()
                                         : reductionName.str()) +
                  " over " + k + " < " +
                  extentText(alongRow ? in.Columns : in.Rows, inst) + " of " +
                  (alongRow ? atom(e[0], i, k) : atom(e[0], k, j));
  --depth;
  return s;
}

/// The first k of a maximal element.
std::string ElementText::visitArgReduce(const Expr &e, const std::string &i,
                                        const std::string &j) {
  bool alongRow = e.Text[0] == 'i';
  const Shape &in = e[0].Type.Size;
  std::string k(1, char('k' + depth++));
  std::string other = k + "'";
  std::string x = alongRow ? atom(e[0], i, k) : atom(e[0], k, j),
              y = alongRow ? atom(e[0], i, other) : atom(e[0], other, j);
  std::string s = "first " + k + " < " +
                  extentText(alongRow ? in.Columns : in.Rows, inst) +
                  " with no " + other + " where " +
                  substitute(e.Record->getValueAsString("Text"), {x, y});
  --depth;
  return s;
}

std::string ElementText::factor(const Expr &e, const Record *format,
                                const std::string &i, const std::string &j) {
  if (e.Type.Format == format)
    return atom(e, i, j);
  return formatName(format) + "(" + element(e, i, j) + ")";
}

/// Text is "ik,jk->ij": the indices of a, b and the result.
std::string ElementText::visitContract(const Expr &e, const std::string &i,
                                       const std::string &j) {
  StringRef letters = e.Text;
  std::map<char, std::string> index = {{letters[7], i}, {letters[8], j}};
  std::string loops;
  unsigned before = depth;
  for (unsigned at : {0u, 1u, 3u, 4u}) {
    if (index.count(letters[at]))
      continue;
    const Shape &s = e[at < 2 ? 1 : 2].Type.Size;
    std::string k(1, char('k' + depth++));
    index[letters[at]] = k;
    loops += (loops.empty() ? "" : ", ") + k + " < " +
             extentText(at % 3 ? s.Columns : s.Rows, inst);
  }
  std::string s =
      "sum over " + loops + " of " +
      factor(e[1], e.Type.Format, index[letters[0]], index[letters[1]]) +
      " * " + factor(e[2], e.Type.Format, index[letters[3]], index[letters[4]]);
  depth = before;
  bool zero = e[0].is(ExprKind::Number) && e[0].Value == 0;
  return zero ? s : atom(e[0], i, j) + " + " + s;
}

std::string ElementText::visitSplat(const Expr &e, const std::string &,
                                    const std::string &) {
  if (!e[0].is(ExprKind::Operand) ||
      inst.Operands[e[0].Index].Class == OperandClass::Float32)
    return scalar(e[0]);
  return "low" + std::to_string(bitsOf(e.Type.Format)) + "(" + scalar(e[0]) +
         ")";
}

std::string ElementText::visitMask(const Expr &e, const std::string &i,
                                   const std::string &j) {
  std::vector<std::string> bounds;
  if (!e[0].is(ExprKind::None))
    bounds.push_back(i + " < " + scalar(e[0]));
  if (!e[1].is(ExprKind::None))
    bounds.push_back(j + " < " + scalar(e[1]));
  return bounds.empty() ? "true" : join(bounds, " and ");
}

std::string ElementText::condition(const Expr &choice, int64_t value) {
  const Expr &selector = choice[0];
  if (selector.is(ExprKind::Is))
    return scalar(selector[0]) + (value ? " = " : " is not ") +
           numberText(selector.Value);
  return scalar(selector) + " = " + std::to_string(value);
}

std::string ElementText::choice(const Expr &e, const std::string &i,
                                const std::string &j) {
  std::string s;
  for (unsigned k = 1; k < e.Args.size(); ++k)
    s += (k > 1 ? "; " : "") +
         (i.empty() ? scalar(e[k]) : element(e[k], i, j)) + " if " +
         condition(e, k - 1);
  return s;
}

} // namespace matrix::tblgen
