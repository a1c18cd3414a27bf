//===- Semantics.cpp - typed semantics ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines parser and typer: converts the dag of a record to an expression
// tree, types it, and checks the type against the result of the instruction.
// Format and shape of the result are also the expected type at the root, from
// which numbers and broadcasts take theirs.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Semantics.h"
#include "Semantics/SemanticsParser.h"
#include "Semantics/Typer.h"

using namespace llvm;

namespace matrix::tblgen {

bool isFloat(const Record *format) { return format->getValueAsBit("Float"); }
int64_t bitsOf(const Record *format) { return format->getValueAsInt("Bits"); }

StringRef kindName(ExprKind k) {
  static const char *const names[] = {
#define MATRIX_EXPR_KIND(Name) #Name,
#include "Semantics/ExprKinds.def"
  };
  return names[static_cast<unsigned>(k)];
}

/// Checks a scalar result of a tile instruction.
static bool fits(const Expr &e, const Operand &result) {
  if (!e.is(ExprKind::Element) || e.Type.Format->getValueAsBit("Any"))
    return false;
  bool isF32 = isFloat(e.Type.Format) && bitsOf(e.Type.Format) == 32;
  return result.Class == OperandClass::Float32 ? isF32
                                               : !isFloat(e.Type.Format);
}

static std::string needed(const Expr &e, const Operand &result) {
  return ("the semantics have format " +
          (e.Type.Format ? e.Type.Format->getName() : StringRef("none")) +
          ", $" + result.Name + " has " + result.Format->getName() +
          "; convert it with (Cast " + result.Format->getName() + ", x)")
      .str();
}

static void checkResult(Typer &typer, const Expr &e, const OperandList &inst,
                        const Shape &want) {
  const Operand &result = inst.Operands[0];
  if (inst.givesScalar() && !fits(e, result))
    typer.fail(e, "$" + result.Name +
                      " is a scalar register; give it an Element, of integers "
                      "in a general register, of f32 in a floating-point one");
  if (result.Class != OperandClass::Tile)
    return;
  if (e.Type.Format != result.Format)
    typer.fail(e, needed(e, result));
  else if (!typer.same(e.Type.Size, want))
    typer.fail(e, "the semantics have another shape than $" + result.Name +
                      "; a register tile has R rows and RB bytes in each");
}

std::optional<Expr> parseSemantics(const DagInit *dag, const OperandList &inst,
                                   ArrayRef<Geometry> geometries) {
  auto e = parseExpression(dag, inst.Def, &inst, nullptr);
  if (!e)
    return std::nullopt;
  Typer typer(inst.Def, &inst, geometries);
  Shape want;
  const Record *format = nullptr;
  if (inst.numOutputs() == 1 && inst.Operands[0].Class == OperandClass::Tile) {
    format = inst.Operands[0].Format;
    want = {Extent::rows(), Extent::columns(bitsOf(format))};
  }
  typer.type(*e, want, format);
  if (inst.numOutputs() == 1 && !typer.hasFailed())
    checkResult(typer, *e, inst, want);
  return typer.hasFailed() ? std::nullopt : e;
}

std::optional<Expr> parseComposedBody(const Record *op, const Record *format) {
  auto e = parseExpression(op->getValueAsDag("Body"), op, nullptr, format);
  if (!e)
    return std::nullopt;
  Typer typer(op, nullptr, {});
  typer.type(*e, {}, format);
  return typer.hasFailed() ? std::nullopt : e;
}

} // namespace matrix::tblgen
