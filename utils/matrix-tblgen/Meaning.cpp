//===- Meaning.cpp - dags to typed expression trees -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "MeaningParser.h"
#include "Model.h"
#include "Typer.h"

using namespace llvm;

namespace matrix::tblgen {

/// The result of a tile instruction that is no tile.
static bool fits(const Expr &e, const Operand &result) {
  if (!e.is(ExprKind::Element) || e.Type.Format->getValueAsBit("Any"))
    return false;
  bool isF32 = isFloat(e.Type.Format) && bitsOf(e.Type.Format) == 32;
  return result.Class == OperandClass::Float32 ? isF32
                                               : !isFloat(e.Type.Format);
}

Expr parseMeaning(const DagInit *dag, const Instruction &inst,
                  ArrayRef<Geometry> geometries, const RecordKeeper &records) {
  Expr e = parseExpression(dag, inst.Def, &inst, nullptr);
  Typer typer(inst.Def, &inst, geometries, records);
  Shape want;
  const Record *format = nullptr;
  bool tileResult =
      inst.numOutputs() == 1 && inst.Operands[0].Class == OperandClass::Tile;
  if (tileResult) {
    format = inst.Operands[0].Format;
    want = {Extent::rows(), Extent::columns(bitsOf(format))};
  }
  typer.type(e, want, format);
  if (inst.givesScalar() && !fits(e, inst.Operands[0]))
    typer.fail(e, "$" + inst.Operands[0].Name +
                      " is a scalar register; give it an Element, of integers "
                      "in a general register, of f32 in a floating-point one");
  if (tileResult && e.Type.Format != format)
    typer.fail(
        e, "the meaning has format " +
               (e.Type.Format ? e.Type.Format->getName() : StringRef("none")) +
               ", $" + inst.Operands[0].Name + " has " + format->getName() +
               "; convert it with (Cast " + format->getName() + ", x)");
  if (tileResult && !typer.same(e.Type.Size, want))
    typer.fail(e, "the meaning has another shape than $" +
                      inst.Operands[0].Name +
                      "; a register tile has R rows and RB bytes in each");
  return e;
}

Expr parseComposedBody(const Record *op, const Record *format) {
  Expr e = parseExpression(op->getValueAsDag("Body"), op, nullptr, format);
  Typer(op, nullptr, {}, op->getRecords()).type(e, {}, format);
  return e;
}

} // namespace matrix::tblgen
