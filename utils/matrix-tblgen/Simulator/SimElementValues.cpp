//===- SimElementValues.cpp - computed elements as C++ --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates elements that are computed, in the compute type of their format;
// SimElement.cpp translates those that are moved. Every operation is followed
// by a rounding to its format, so that a chain of operations in a narrow format
// has the result of separate instructions.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimElement.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

/// Elements that are computed, in the compute type.
class ElementEmitter::Values : public ElementVisitor<Values> {
public:
  explicit Values(ElementEmitter &emitter) : emitter(emitter) {}
  using ElementVisitor::visit;

  std::string element(const Expr &e, const std::string &i,
                      const std::string &j) {
    return emitter.value(e, i, j);
  }
  std::string inBlock(const Expr &part, const std::string &j) {
    return emitter.inBlock(part, j);
  }
  std::string visitNumber(const Expr &e, const std::string &,
                          const std::string &) {
    return emitter.number(e);
  }
  std::string visitElementwise(const Expr &e, const std::string &i,
                               const std::string &j) {
    return emitter.elementwise(e, i, j);
  }
  std::string visitCast(const Expr &e, const std::string &i,
                        const std::string &j) {
    return emitter.cast(e, i, j);
  }
  std::string visitBitcast(const Expr &e, const std::string &i,
                           const std::string &j) {
    const Record *f = e.Type.Format;
    return load(f, formatv("num::bitCast<{0}>({1})", storageType(f),
                           emitter.bits(e[0], i, j)));
  }
  std::string visitPad(const Expr &e, const std::string &i,
                       const std::string &j) {
    return formatv("({0} ? {1} : {2}(0))", inside(e, i, j), element(e[0], i, j),
                   computeType(e.Type.Format));
  }
  std::string visitSplat(const Expr &e, const std::string &,
                         const std::string &) {
    return emitter.splat(e);
  }
  std::string visitIota(const Expr &e, const std::string &i,
                        const std::string &j) {
    return formatv("int32_t(uint64_t({0}) + uint64_t({1}))",
                   e.Text == "i" ? i : j, emitter.scalar(e[0]));
  }
  std::string visitMask(const Expr &e, const std::string &i,
                        const std::string &j) {
    return emitter.mask(e, i, j);
  }
  std::string visitOther(const Expr &e, const std::string &,
                         const std::string &) {
    return emitter.fail(e, "is not allowed inside an element");
  }

private:
  ElementEmitter &emitter;
};

std::string ElementEmitter::value(const Expr &e, const std::string &i,
                                  const std::string &j) {
  const Record *f = e.Type.Format;
  if (const Materialized *m = find(e))
    return m->Stored ? load(f, array(*m, e, i, j)) : array(*m, e, i, j);
  return moves(e) ? load(f, bits(e, i, j)) : Values(*this).visit(e, i, j);
}

std::string ElementEmitter::splat(const Expr &e) {
  const Record *f = e.Type.Format;
  if (e[0].is(ExprKind::Number))
    return number(e[0]);
  if (isFloat(f) && e[0].is(ExprKind::Operand) &&
      inst.Operands[e[0].Index].Class == OperandClass::General)
    return fail(e, "of a general register needs an integer format");
  return roundTo(f, formatv("{0}({1})", computeType(f), scalar(e[0])));
}

std::string ElementEmitter::elementwise(const Expr &e, const std::string &i,
                                        const std::string &j) {
  std::vector<std::string> args;
  for (const Expr &a : e.Args)
    args.push_back(value(a, i, j));
  bool comparison = e.Record->isSubClassOf("Comparison");
  const Record *f = comparison ? e[0].Type.Format : e.Type.Format;
  StringRef cpp =
      e.Record->getValueAsString(isFloat(f) ? "CppFloat" : "CppInt");
  std::string text = substitute(cpp, args);
  return comparison ? text : roundTo(f, text);
}

/// Floats round to nearest even, integers saturate, i1 is all ones if true.
std::string ElementEmitter::cast(const Expr &e, const std::string &i,
                                 const std::string &j) {
  const Record *to = e.Type.Format, *from = e[0].Type.Format;
  if (isSmallFloat(to))
    return load(to, bits(e, i, j));
  std::string x = value(e[0], i, j);
  if (isTruth(from) && !isFloat(to))
    return "(-int32_t(" + x + "))";
  if (isFloat(to))
    return isFloat(from) ? x : "float(" + x + ")";
  if (isFloat(from))
    return formatv("num::saturate<{0}>(num::toInt({1}))", storageType(to), x);
  bool widens = bitsOf(to) > bitsOf(from);
  return widens ? x : formatv("num::saturate<{0}>({1})", storageType(to), x);
}

std::string ElementEmitter::mask(const Expr &e, const std::string &i,
                                 const std::string &j) {
  std::string text;
  for (unsigned k : {0, 1})
    if (!e[k].is(ExprKind::None))
      text += formatv("{0}int64_t({1}) < {2}", text.empty() ? "" : " && ",
                      k ? j : i, scalar(e[k]));
  return text.empty() ? "true" : "(" + text + ")";
}

} // namespace matrix::tblgen
