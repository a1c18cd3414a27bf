//===- SimElement.cpp - elements of semantics as C++ ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive translation of an expression to the C++ of one element. `bits`
// yields the storage type and preserves the bits of moved elements; `value`
// (SimElementValues.cpp) computes in the compute type of a format. A tree of
// nodes that only select elements is translated by `bits`, since a conversion
// to the compute type and back could change the bits of NaN.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimElement.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

std::string maxElements(const Extent &e) {
  return e.K == Extent::Counted ? std::to_string(e.Fixed) : e.cpp();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

std::string ElementEmitter::fail(const Expr &e, const Twine &what) {
  report(inst.Def,
         kindName(e.Kind) + " " + what +
             "; td/Common/Operators.td lists where operators are allowed");
  return "";
}

static std::string floatText(double value) {
  return formatv("num::bitCast<float>({0:x}u)",
                 llvm::bit_cast<uint32_t>(float(value)));
}

/// Float states compare with the number that their format has.
static std::string comparand(const Expr &is) {
  bool isFloat = is[0].is(ExprKind::State) &&
                 is[0].Record->getValueAsString("Cpp") == "float";
  return isFloat ? floatText(is.Value) : std::to_string(int64_t(is.Value));
}

std::string ElementEmitter::scalar(const Expr &e) {
  switch (e.Kind) {
  case ExprKind::Operand:
    return local(inst.Operands[e.Index]);
  case ExprKind::State:
    return ("core.rows." + e.Record->getName()).str();
  case ExprKind::Number:
    return formatv("int64_t({0})", int64_t(e.Value));
  case ExprKind::RowBytes:
    return "RB";
  case ExprKind::Field:
    return formatv(
        "int64_t(uint64_t({0}) >> {1} & {2:x}ull)", scalar(e[0]),
        e.Record->getValueAsInt("Low"),
        maskTrailingOnes<uint64_t>(e.Record->getValueAsInt("Width")));
  case ExprKind::Is:
    return formatv("({0} == {1})", scalar(e[0]), comparand(e));
  default:
    return fail(e, "is not allowed as a scalar");
  }
}

std::string ElementEmitter::number(const Expr &e) {
  const Record *f = e.Type.Format;
  if (!isFloat(f))
    return formatv("{0}({1})", computeType(f), int64_t(e.Value));
  return roundTo(f, floatText(e.Value));
}

//===----------------------------------------------------------------------===//
// Stored elements
//===----------------------------------------------------------------------===//

const Materialized *ElementEmitter::find(const Expr &e) const {
  auto it = arrays.find(&e);
  return it == arrays.end() ? nullptr : &it->second;
}

std::string ElementEmitter::array(const Materialized &m, const Expr &e,
                                  const std::string &i, const std::string &j) {
  if (m.Index == Materialized::PerRow)
    return m.Name + "[" + i + "]";
  if (m.Index == Materialized::PerColumn)
    return m.Name + "[" + j + "]";
  return formatv("{0}[({1}) * {2} + ({3})]", m.Name, i,
                 maxElements(e.Type.Size.Columns), j);
}

/// Returns true if the expression only selects stored elements.
bool ElementEmitter::moves(const Expr &e) const {
  if (const Materialized *m = find(e))
    return m->Stored;
  switch (e.Kind) {
  case ExprKind::Operand:
  case ExprKind::State:
  case ExprKind::Row:
  case ExprKind::View:
    return true;
  case ExprKind::Bitcast:
  case ExprKind::Pad:
    return moves(e[0]);
  case ExprKind::Elementwise:
    return e.Record->getName() == "Select" && moves(e[1]) && moves(e[2]);
  default:
    break;
  }
  const Expr *from = selectedFrom(e);
  return from && moves(*from);
}

std::string ElementEmitter::viewName(const Expr &view) {
  return (view[0].is(ExprKind::State) ? view[0].Record->getName().str()
                                      : view[0].Text) +
         "_" + view.Record->getName().str();
}

/// Returns an element of a tile in memory. In row spaces, columns beyond one
/// row continue in further rows.
std::string ElementEmitter::place(const Record *tile, StringRef name,
                                  const std::string &i, const std::string &j) {
  const Record *format = tile->getValueAsDef("Fmt"),
               *space = tile->getValueAsDef("In");
  if (!isBlocked(tile))
    return formatv("v_{0}[({1}) * p_{0} + ({2})]", name, i, j);
  return formatv("v_{0}[({1}) * p_{0} + ({2}) / {3} * b_{0} + ({2}) % {3}]",
                 name, i, j,
                 space->getValueAsInt("RowSize") * 8 / bitsOf(format));
}

bool ElementEmitter::isBlocked(const Record *tile) {
  return tile->getValueAsOptionalDef("BlockStride") ||
         tile->getValueAsInt("BlockRows");
}

std::string ElementEmitter::inside(const Expr &pad, const std::string &i,
                                   const std::string &j) {
  const Shape &s = pad[0].Type.Size;
  return formatv("({0}) < {1} && ({2}) < {3}", i, s.Rows.cpp(), j,
                 s.Columns.cpp());
}

/// Returns an element of an operand, a state or an array in its storage type.
std::string ElementEmitter::stored(const Expr &e, const std::string &i,
                                   const std::string &j) {
  const Materialized *m = find(e);
  return m ? array(*m, e, i, j) : place(e, i, j);
}

std::string ElementEmitter::place(const Expr &e, const std::string &i,
                                  const std::string &j) {
  std::string columns = e.Type.Size.Columns.cpp();
  if (e.is(ExprKind::State)) {
    std::string name = e.Record->getName().str();
    return formatv("core.rows.{0}[({1}) * {2} + ({3})]", name, i, columns, j);
  }
  if (e.is(ExprKind::View))
    return place(e.Record, viewName(e), i, j);
  const Operand &o = inst.Operands[e.Index];
  if (o.Class == OperandClass::Rows)
    return place(o.Def, o.Name, i, j);
  return formatv("{0}[({1}) * {2} + ({3})]", local(o), i, columns, j);
}

std::string ElementEmitter::inBlock(const Expr &part, const std::string &j) {
  return scalar(part[0]) + " * " + part.Type.Size.Columns.cpp() + " + (" + j +
         ")";
}

/// Elements that are moved, in the storage type.
class ElementEmitter::Bits : public ElementVisitor<Bits> {
public:
  explicit Bits(ElementEmitter &emitter) : emitter(emitter) {}
  using ElementVisitor::visit;

  std::string element(const Expr &e, const std::string &i,
                      const std::string &j) {
    return emitter.bits(e, i, j);
  }
  std::string inBlock(const Expr &part, const std::string &j) {
    return emitter.inBlock(part, j);
  }
  std::string visitPad(const Expr &e, const std::string &i,
                       const std::string &j) {
    return formatv("({0} ? {1} : {2}(0))", inside(e, i, j), element(e[0], i, j),
                   storageType(e.Type.Format));
  }
  std::string visitView(const Expr &e, const std::string &i,
                        const std::string &j) {
    std::string place = emitter.stored(e, i, j);
    if (e.Record->getValueAsString("NullField").empty())
      return place;
    return formatv("(v_{0} ? {1} : {2}(0))", viewName(e), place,
                   storageType(e.Type.Format));
  }
  std::string visitBitcast(const Expr &e, const std::string &i,
                           const std::string &j) {
    return formatv("num::bitCast<{0}>({1})", storageType(e.Type.Format),
                   element(e[0], i, j));
  }
  std::string visitElementwise(const Expr &select, const std::string &i,
                               const std::string &j) {
    return "(" + emitter.value(select[0], i, j) + " ? " +
           element(select[1], i, j) + " : " + element(select[2], i, j) + ")";
  }
  std::string visitRow(const Expr &e, const std::string &,
                       const std::string &j) {
    return formatv(
        "reinterpret_cast<const {0} *>({1})[({2} * {3} + {4}) * {5} + ({6})]",
        storageType(e.Type.Format), local(emitter.inst.Operands[e[0].Index]),
        int64_t(e.Value), emitter.scalar(e[1]), e.Value2,
        e.Type.Size.Columns.cpp(), j);
  }
  std::string visitOther(const Expr &e, const std::string &i,
                         const std::string &j) {
    return emitter.stored(e, i, j);
  }

private:
  ElementEmitter &emitter;
};

std::string ElementEmitter::bits(const Expr &e, const std::string &i,
                                 const std::string &j) {
  const Record *f = e.Type.Format;
  if (e.is(ExprKind::Splat) && !e[0].is(ExprKind::Number) &&
      storageType(f) != "float" && e[0].is(ExprKind::Operand) &&
      inst.Operands[e[0].Index].Class == OperandClass::General)
    return storageType(f) + "(" + scalar(e[0]) + ")";
  if (e.is(ExprKind::Cast) && isSmallFloat(f) && !isFloat(e[0].Type.Format))
    return storageType(f) + "(" + smallFloat(f) + "::encodeInt(" +
           value(e[0], i, j) + "))";
  if (e.is(ExprKind::Cast) && isSmallFloat(f))
    return store(f, value(e[0], i, j));
  if (!moves(e))
    return store(f, value(e, i, j));
  return find(e) ? stored(e, i, j) : Bits(*this).visit(e, i, j);
}

} // namespace matrix::tblgen
