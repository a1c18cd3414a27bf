//===- CheckSemantics.cpp - effects, signs, operands ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of typed semantics: positions of statements and values, declared side
// effects, operators without unsigned variants, unused operands. Instructions
// on rows are statements, those on register tiles have one value or store.
// Flags of side effects are compared in both directions, because LLVM orders
// instructions by them and a flag without an effect would restrict the order.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {
/// The semantics, or an expression of AlsoMatches.
struct Tree {
  const Instruction &inst;
  const Expr &root;
  StringRef field;
};
} // namespace

template <typename Predicate>
static bool contains(const Expr &e, Predicate holds) {
  return holds(e) ||
         any_of(e.Args, [&](const Expr &a) { return contains(a, holds); });
}

//===----------------------------------------------------------------------===//
// Statements and values
//===----------------------------------------------------------------------===//

static bool isStatement(ExprKind k) {
  return is_contained({ExprKind::Set, ExprKind::Point, ExprKind::Seq,
                       ExprKind::Store, ExprKind::Role},
                      k);
}

/// Returns a statement nested in `e`, which must be a value.
static const Expr *statementIn(const Expr &e) {
  for (const Expr &a : e.Args) {
    if (isStatement(a.Kind))
      return &a;
    if (const Expr *found = statementIn(a))
      return found;
  }
  return nullptr;
}

/// Checks `e` in the position of a statement of a row instruction.
static void checkStatement(Checks &c, const Tree &t, const Expr &e) {
  switch (e.Kind) {
  case ExprKind::Seq:
    for (const Expr &a : e.Args)
      checkStatement(c, t, a);
    return;
  case ExprKind::Switch:
    for (const Expr &a : ArrayRef(e.Args).drop_front())
      checkStatement(c, t, a);
    return;
  case ExprKind::Point:
  case ExprKind::Undefined:
    return;
  case ExprKind::Set:
    if (const Expr *inner = statementIn(e))
      c.error(t.inst.Def, t.field,
              kindName(inner->Kind) + " is not allowed inside a value",
              "execute one statement after the other with (Seq x, y)");
    return;
  default:
    c.error(t.inst.Def, t.field,
            "the semantics are a value, but those of an instruction on rows "
            "are a statement",
            "write (Set $ra, value)");
  }
}

/// Instructions on register tiles have a value, or a Store of a value.
static void checkValue(Checks &c, const Tree &t) {
  const auto &[i, e, field] = t;
  if (e.is(ExprKind::Role) || (e.is(ExprKind::Seq) && e.Args.empty()))
    return;
  if (isStatement(e.Kind) && !e.is(ExprKind::Store))
    return c.error(i.Def, field,
                   kindName(e.Kind) +
                       " is not valid as semantics of an instruction on "
                       "register tiles",
                   "give the value of its output, or a Store");
  if (const Expr *inner = statementIn(e))
    c.error(i.Def, field,
            kindName(inner->Kind) + " is not allowed inside a value",
            "split it into two instructions");
  if (!e.is(ExprKind::Store) && !i.numOutputs())
    c.error(i.Def, field,
            "the semantics give a value, but the instruction has no output",
            "name it in (outs ...)");
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static void checkFlag(Checks &c, const Instruction &i, StringRef flag,
                      StringRef verb, StringRef node, bool does, bool says) {
  if (does != says)
    c.error(i.Def, flag,
            does ? "the semantics " + verb + ", but " + flag + " is 0"
                 : flag + " is 1, but the semantics have no " + node,
            "let " + flag + " = " + Twine(int(does)));
}

static void checkEffects(Checks &c, const Instruction &i) {
  auto has = [&](ExprKind k) {
    return contains(i.Semantics, [=](const Expr &e) { return e.is(k); });
  };
  bool stores = has(ExprKind::Store);
  for (const Operand &o : i.Operands)
    if (o.PcRelative)
      c.error(i.Def,
              "operand $" + o.Name + " of a tile instruction is a code address",
              "use a TileOperand, XReg, SReg or Immediate");
  checkFlag(c, i, "mayLoad", "load", "Load", has(ExprKind::Load), i.MayLoad);
  checkFlag(c, i, "mayStore", "store", "Store", stores, i.MayStore);
  if (i.numOutputs() > 1)
    c.error(i.Def, Twine(i.numOutputs()) + " results",
            "a tile instruction gives one: split it into two instructions");
  if (stores && i.numOutputs())
    c.error(i.Def, "a store with a result",
            "semantics either store or give a tile: remove the output");
}

//===----------------------------------------------------------------------===//
// Operators and operands
//===----------------------------------------------------------------------===//

/// Returns the operation on unsigned numbers, "arith.maxui" of "arith.maxsi";
/// empty: the operation is not on signed ones.
static std::string unsignedForm(StringRef operation) {
  auto [name, predicate] = operation.split(' ');
  if (predicate.consume_front("s"))
    return (name + " u" + predicate).str();
  if (name == "math.absi")
    return name.str();
  return name.consume_back("si") ? (name + "ui").str() : "";
}

/// Simulator and MLIR would interpret unsigned elements as signed.
static void checkSign(Checks &c, const Tree &t, const Expr &e) {
  for (const Expr &a : e.Args)
    checkSign(c, t, a);
  bool computes = e.is(ExprKind::Elementwise) || e.is(ExprKind::Reduce) ||
                  e.is(ExprKind::ArgReduce);
  if (!computes || e.Args.empty() || !e[0].Type.Format ||
      !e[0].Type.Format->getValueAsBit("Unsigned"))
    return;
  std::string form = unsignedForm(e.Record->getValueAsString("MlirInt"));
  if (form.empty())
    return;
  const Record *other = nullptr;
  for (const Record *op : recordsInOrder(c.m.Records, "Elementwise"))
    if (op != e.Record && op->getValueAsString("MlirInt") == form)
      other = op;
  c.error(t.inst.Def, t.field,
          e.Record->getName() + " takes elements of " +
              e[0].Type.Format->getName() + " for signed numbers",
          other ? "use " + other->getName()
                : Twine("convert them first, with (Cast FmtI32, x)"));
}

/// The first extreme element is defined by a strict order.
static void checkOrder(Checks &c, const Tree &t, const Expr &e) {
  for (const Expr &a : e.Args)
    checkOrder(c, t, a);
  if (!e.is(ExprKind::ArgReduce) || !e[0].Type.Format)
    return;
  StringRef operation = e.Record->getValueAsString(
      isFloat(e[0].Type.Format) ? "MlirFloat" : "MlirInt");
  if (!operation.ends_with("lt") && !operation.ends_with("gt"))
    c.error(t.inst.Def, t.field,
            "ArgReduce: " + e.Record->getName() + " is not a strict order",
            "compare with less or greater, as Lt does");
}

/// Returns true if the operand, or a field of it, counts rows or columns of
/// another operand.
static bool counts(const Instruction &i, const Operand &o) {
  auto counted = [&](const Extent &x) {
    return x.K == Extent::Counted && x.Operand >= 0 &&
           i.Operands[x.Operand].Name == o.Name;
  };
  return any_of(i.Operands, [&](const Operand &p) {
    return p.Name != o.Name && (counted(p.RowCount) || counted(p.ColumnCount));
  });
}

static void checkUnused(Checks &c, const Tree &t) {
  const auto &[i, root, field] = t;
  if (root.is(ExprKind::Seq) && root.Args.empty())
    return; // without effects
  for (unsigned k = 0; k < i.Operands.size(); ++k) {
    const Operand &o = i.Operands[k];
    auto isIt = [&](const Expr &e) {
      return e.is(ExprKind::Operand) && e.Index == int(k);
    };
    if (o.Out || contains(root, isIt) || counts(i, o))
      continue;
    if (field == "Semantics")
      c.error(i.Def, field,
              "operand $" + o.Name + " is not used by the semantics",
              "use it, or remove it from the instruction");
    else
      c.error(i.Def, field,
              "operand $" + o.Name + " is not used by an expression of " +
                  field,
              "use it: no program would determine its value");
  }
}

static void checkTree(Checks &c, const Tree &t) {
  if (t.inst.Class == InstructionClass::Rows)
    checkStatement(c, t, t.root);
  if (t.inst.Class == InstructionClass::Tile)
    checkValue(c, t);
  checkSign(c, t, t.root);
  checkOrder(c, t, t.root);
  checkUnused(c, t);
}

void matrix::tblgen::checkSemantics(Checks &c) {
  for (const Instruction &i : c.m.Instructions) {
    if (!i.HasTree)
      continue;
    checkTree(c, {i, i.Semantics, "Semantics"});
    if (i.Class == InstructionClass::Tile)
      checkEffects(c, i);
    for (const Expr &also : i.Alternatives)
      checkTree(c, {i, also, "AlsoMatches"});
  }
}
