//===- CheckOperators.cpp - C++ and MLIR of operators ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators and nodes contain C++ expressions for the simulator (CppText.h) and
// names of MLIR operations for the compiler. The operations are checked against
// MLIR's ODS files, which are parsed for this purpose: their name, the number
// of operands, the kind of elements and the predicate of a comparison. An
// operation without a C++ expression is an error, since the simulator could not
// execute it.
//
//===----------------------------------------------------------------------===//

#include "Checks/CppText.h"
#include "Checks/DescriptionChecks.h"
#include "Dialect/MlirOperations.h"
#include "Semantics/ScalarNodes.h"
#include "Support/ReportedErrors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// Operators of semantics
//===----------------------------------------------------------------------===//

static void checkOperation(Checks &c, const MlirOperations &mlir,
                           const Record *op, StringRef field) {
  StringRef text = op->getValueAsString(field);
  if (text.empty())
    return;
  if (auto mistake = mlir.mistakeIn(text, op->getValueAsInt("Arity"),
                                    field == "MlirFloat"))
    return c.error(op, field, op->getName() + ": " + mistake->what,
                   mistake->advice);
  bool compares = op->isSubClassOf("Comparison");
  if (compares != text.contains(' '))
    return c.error(op, field,
                   op->getName() +
                       (compares ? " compares, but operation "
                                 : " does not compare, but ") +
                       text + (compares ? " does not" : " does"),
                   compares ? "write it as \"arith.cmpf olt\""
                            : "derive the operator from Comparison");
  if (op->getValueAsBit("Commutative") && mlir.isOrdered(text))
    c.error(op, "Commutative",
            op->getName() + " is commutative, but operation " + text +
                " is not",
            "let Commutative = 0");
}

/// Returns a function of the text that keeps the bits of a NaN; empty: none.
static std::string functionKeepingNaN(Checks &c, StringRef text) {
  for (const Record *list : recordsInOrder(c.m.Records, "SimulatorFunctions"))
    if (list->getValueAsBit("KeepsNaN"))
      for (StringRef name : list->getValueAsListOfStrings("Names"))
        if (text.contains(("num::" + name + "(").str()))
          return ("num::" + name).str();
  size_t at = text.find("__builtin_");
  return text.substr(std::min(at, text.size()))
      .take_while([](char x) { return isAlnum(x) || x == '_'; })
      .str();
}

/// Each operator gives the quiet NaN of the format.
static void checkNaN(Checks &c, const Record *op) {
  StringRef text = op->getValueAsString("CppFloat");
  if (op->isSubClassOf("Comparison") || text.starts_with("num::canonical("))
    return;
  if (std::string name = functionKeepingNaN(c, text); !name.empty())
    c.error(op, "CppFloat",
            op->getName() + ": " + name + " keeps the bits of a NaN",
            "write num::canonical(" + text + ")");
}

static void checkElementwise(Checks &c, const MlirOperations &mlir,
                             const Record *op) {
  int64_t arity = op->getValueAsInt("Arity");
  checkPseudoCode(c, op, "Text", arity);
  if (arity < 1 || arity > 3)
    return c.error(op, "Arity",
                   op->getName() + " has " + Twine(arity) + " operands",
                   "operators have 1 to 3");
  if (op->getValueAsBit("Commutative") && arity != 2)
    c.error(op, "Commutative",
            op->getName() + " is commutative and has " + Twine(arity) +
                (arity == 1 ? " operand" : " operands"),
            "only operators of 2 operands are: let Commutative = 0");
  for (auto [cpp, operation] :
       {std::pair("CppFloat", "MlirFloat"), {"CppInt", "MlirInt"}}) {
    StringRef text = op->getValueAsString(cpp);
    bool floats = operation == StringRef("MlirFloat");
    checkCpp(c, op, cpp, arity, {{"num"}, {floats ? "floats" : "int32"}, {}});
    if (text.empty() && !op->getValueAsString(operation).empty())
      c.error(op, operation,
              op->getName() + " has an operation of MLIR, but no " + cpp,
              "give the simulator its expression, such as \"num::add($0, "
              "$1)\"");
    checkOperation(c, mlir, op, operation);
  }
  checkNaN(c, op);
  if (op->getValueAsString("CppFloat").empty() &&
      op->getValueAsString("CppInt").empty())
    c.error(op, op->getName() + " is defined neither on floats nor on integers",
            "give it CppFloat or CppInt");
}

/// The compiler finds an operator by its operation.
static void checkShared(Checks &c, StringRef field) {
  std::map<StringRef, const Record *> seen;
  for (const Record *op : recordsInOrder(c.m.Records, "Elementwise")) {
    StringRef text = op->getValueAsString(field);
    if (text.empty() || hasReportedError(op))
      continue;
    auto [it, isNew] = seen.try_emplace(text, op);
    if (isNew)
      continue;
    c.error(op, field,
            op->getName() + ": operation " + text + " is that of " +
                it->second->getName() + " too",
            "use that operator, or name another operation");
    pointAt(it->second, it->second->getName() + " is here");
  }
}

//===----------------------------------------------------------------------===//
// Nodes of scalar instructions, hooks
//===----------------------------------------------------------------------===//

static void checkTexts(Checks &c, const Record *sem) {
  int64_t arity = argumentsOf(sem->getValueAsDef("Node"));
  CppDialect dialect = {{"num"},
                        {"floats", "int64"},
                        {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t",
                         "int64_t", "uint32_t", "uint64_t", "float", "double",
                         "bool"}};
  checkCpp(c, sem, "Cpp", arity, dialect);
  checkPseudoCode(c, sem, "Text", arity);
  dialect.namespaces.push_back("undef");
  checkCpp(c, sem, "Undef", arity, dialect);
}

static void checkNodes(Checks &c) {
  std::map<const Record *, const Record *> seen;
  for (const Record *sem : recordsInOrder(c.m.Records, "NodeSemantics")) {
    const Record *node = sem->getValueAsDef("Node");
    checkTexts(c, sem);
    if (auto [it, isNew] = seen.try_emplace(node, sem); !isNew) {
      c.error(sem, "node " + node->getName() + " has a NodeSemantics already",
              "keep one of them");
      pointAt(it->second, "the other one");
    }
  }
}

/// Hooks are member functions of the simulator's core.
static void checkHook(Checks &c, const Instruction &i) {
  const Expr &role = i.Semantics;
  if (!role.is(ExprKind::Role))
    return;
  std::string names;
  for (const Record *hook : recordsInOrder(c.m.Records, "Hook")) {
    StringRef name = hook->getValueAsString("Name");
    names += (names.empty() ? "" : ", ") + name.str();
    if (name != role.Text)
      continue;
    bool operands = all_of(
        role.Args, [](const Expr &a) { return a.is(ExprKind::Operand); });
    if (!operands)
      c.error(i.Def, "Semantics",
              "an argument of hook \"" + name + "\" is not an operand",
              "write (RoleOp \"" + name + "\", $a, ..)");
    else if (int64_t(role.Args.size()) != hook->getValueAsInt("Arity"))
      c.error(i.Def, "Semantics",
              "hook \"" + name + "\" expects " +
                  quantity(hook->getValueAsInt("Arity"), "operand") +
                  ", but got " + Twine(role.Args.size()),
              "write (RoleOp \"" + name + "\", $a, ..)");
    if (i.numOutputs() != hook->getValueAsBit("Result"))
      c.error(i.Def, "Semantics",
              "hook \"" + name + "\" gives " +
                  (hook->getValueAsBit("Result") ? "a result" : "no result"),
              "give the instruction as many outputs");
    return;
  }
  c.error(i.Def, "Semantics", "there is no hook \"" + role.Text + "\"",
          "the hooks are " + names);
}

void matrix::tblgen::checkOperators(Checks &c) {
  MlirOperations mlir;
  if (auto path = mlir.missingFile())
    c.error(c.m.Records.getClass("Elementwise"),
            "could not find include file '" + *path + "' of MLIR",
            "add the folder of MLIR's headers with -I");
  for (const Record *op : recordsInOrder(c.m.Records, "Elementwise"))
    checkElementwise(c, mlir, op);
  checkShared(c, "MlirFloat");
  checkShared(c, "MlirInt");
  checkNodes(c);
  for (const Instruction &i : c.m.Instructions)
    if (i.HasTree)
      checkHook(c, i);
}
