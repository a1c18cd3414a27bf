//===- TyperScalars.cpp - scalars in semantics ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the scalars that operators on tiles take. They are values of all
// elements, or numbers of rows and columns.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Typer.h"
#include <cmath>

using namespace llvm;

namespace matrix::tblgen {

/// Returns whether a scalar is a float; nullopt: not a number.
std::optional<bool> Typer::isFloatNumber(const Expr &e) const {
  if (e.is(ExprKind::State) && e.Record->isSubClassOf("ScalarState"))
    return e.Record->getValueAsString("Cpp") == "float";
  if (e.is(ExprKind::Field) || e.is(ExprKind::Is))
    return false;
  if (e.is(ExprKind::Operand) && inst)
    switch (inst->Operands[e.Index].Class) {
    case OperandClass::Float32:
    case OperandClass::Float64: // has an error of its own
      return true;
    case OperandClass::General:
    case OperandClass::Immediate:
      return false;
    default:
      break;
    }
  return std::nullopt;
}

/// Numbers of rows and columns.
void Typer::bounds(const Expr &e) {
  for (const Expr &a : e.Args) {
    bool isInteger = a.is(ExprKind::Number) ? a.Value == std::floor(a.Value)
                                            : isFloatNumber(a) == false;
    if (!a.is(ExprKind::None) && !isInteger)
      return fail(e, "counts rows or columns by an integer; name a general "
                     "register, an Immediate, a field or a state of integers");
  }
}

void Typer::splat(Expr &e, const Shape &want) {
  bool isLiteral = e.Args[0].is(ExprKind::Number);
  std::optional<bool> isFloatRegister = isFloatNumber(e.Args[0]);
  if (!isLiteral && !isFloatRegister)
    return fail(e, "takes a scalar register or a number");
  if (!isLiteral && *isFloatRegister && !isFloat(e.Type.Format))
    return fail(e, "of a float needs a float format; convert it, as in (Cast "
                   "FmtI32, (Splat FmtF32, $s))");
  noSteps(e);
  type(e.Args[0], want, e.Type.Format);
  e.Type.Size = want;
}

/// Rejects constants in steps: the compiler cannot verify that a value is a
/// multiple.
void Typer::noSteps(const Expr &e) {
  if (!inst || !e[0].is(ExprKind::Operand))
    return;
  const Record *o = inst->Operands[e[0].Index].Def;
  if (o->isSubClassOf("Immediate") && o->getValueAsInt("Shift"))
    fail(e, "computes with an immediate in steps of " +
                Twine(1 << o->getValueAsInt("Shift")) +
                "; give it no shift, and multiply it in the semantics");
}

} // namespace matrix::tblgen
