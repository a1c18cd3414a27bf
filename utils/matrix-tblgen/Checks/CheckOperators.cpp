//===- CheckOperators.cpp - C++ and MLIR of operators ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators and nodes contain C++ expressions for the simulator and names of
// MLIR operations for the compiler. The C++ may call the functions listed in
// Numerics.td; the operations are checked against MLIR's ODS files, which are
// parsed for this purpose.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Dialect/MlirOperations.h"
#include "Semantics/ScalarNodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

namespace {

/// Scans an expression over $0, $1, ... token by token.
class CppChecker {
public:
  CppChecker(Checks &c, const Record *where, StringRef field, int arity)
      : c(c), where(where), field(field), arity(arity) {
    for (const Record *list :
         c.m.Records.getAllDerivedDefinitions("NumericFunctions"))
      for (StringRef name : list->getValueAsListOfStrings("Names"))
        functions[name] = list->getValueAsInt("Arity");
  }

  /// words: further identifiers that are allowed.
  void check(StringRef text, ArrayRef<StringRef> words) {
    checkParentheses(text);
    for (StringRef rest = text; !rest.empty();) {
      if (rest.consume_front("$")) {
        checkArgument(rest);
      } else if (rest.consume_front("num::")) {
        checkFunction(rest);
      } else if (StringRef word = rest.take_while(isWord); !word.empty()) {
        rest = rest.drop_front(word.size());
        if (!isDigit(word[0]) && !word.starts_with("__builtin_") &&
            !is_contained(words, word))
          unknown(word);
      } else {
        rest = rest.drop_front();
      }
    }
  }

private:
  static bool isWord(char x) { return isAlnum(x) || x == '_'; }

  void error(const Twine &what, const Twine &advice) {
    c.error(where, field, where->getName() + ": " + what, advice);
  }
  void unknown(StringRef word) {
    error("'" + word + "' is no name that C++ of the description may use",
          "call the functions of td/Schema/Numerics.td as num::name($0)");
  }

  void checkParentheses(StringRef text) {
    int depth = 0;
    bool isClosed = true;
    for (char x : text) {
      depth += (x == '(') - (x == ')');
      isClosed &= depth >= 0;
    }
    if (depth || !isClosed)
      error("parentheses of \"" + text + "\" do not match",
            "close each one that is opened");
  }

  /// After the dollar sign.
  void checkArgument(StringRef &rest) {
    int number;
    if (rest.consume_front("type"))
      return;
    if (rest.consumeInteger(10, number) || (arity >= 0 && number >= arity))
      error("\"" + where->getValueAsString(field) +
                "\" names an operand beyond its " + Twine(arity),
            "operands are $0 to $" + Twine(arity - 1));
  }

  /// After `num::`.
  void checkFunction(StringRef &rest) {
    StringRef name = rest.take_while(isWord);
    rest = rest.drop_front(name.size());
    auto known = functions.find(name);
    if (known == functions.end())
      return error("there is no function num::" + name,
                   "td/Schema/Numerics.td lists the functions; compose an "
                   "operator from others with Composed");
    int given = argumentsOf(rest);
    if (given >= 0 && given != known->second)
      error("num::" + name + " takes " + Twine(known->second) +
                (known->second == 1 ? " argument" : " arguments") +
                ", here are " + Twine(given),
            "give it one for each operand that it computes with");
  }

  /// Returns the number of arguments of a call at this position; -1 without
  /// one.
  static int argumentsOf(StringRef rest) {
    if (rest.starts_with("<")) // <$type>
      rest = rest.drop_front(rest.find('>') + 1);
    if (!rest.starts_with("("))
      return -1;
    int depth = 0, commas = 0;
    for (char x : rest) {
      depth += (x == '(') - (x == ')');
      commas += x == ',' && depth == 1;
      if (!depth)
        break;
    }
    return rest.starts_with("()") ? 0 : commas + 1;
  }

  Checks &c;
  const Record *where;
  StringRef field;
  int arity;
  StringMap<int> functions;
};

} // namespace

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
    c.error(op, field, op->getName() + ": " + mistake->what, mistake->advice);
}

static void checkElementwise(Checks &c, const MlirOperations &mlir,
                             const Record *op) {
  int64_t arity = op->getValueAsInt("Arity");
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
    CppChecker(c, op, cpp, arity).check(text, {});
    if (text.empty() && !op->getValueAsString(operation).empty())
      c.error(op, operation,
              op->getName() + " has an operation of MLIR, but no " + cpp,
              "give the simulator its expression, such as \"num::add($0, "
              "$1)\"");
    checkOperation(c, mlir, op, operation);
  }
  if (op->getValueAsString("CppFloat").empty() &&
      op->getValueAsString("CppInt").empty())
    c.error(op, op->getName() + " is defined neither on floats nor on integers",
            "give it CppFloat or CppInt");
}

//===----------------------------------------------------------------------===//
// Nodes of scalar instructions, hooks
//===----------------------------------------------------------------------===//

static void checkNodes(Checks &c) {
  static const StringRef words[] = {
      "int8_t",   "uint8_t",  "int16_t", "uint16_t", "int32_t", "int64_t",
      "uint32_t", "uint64_t", "float",   "double",   "bool"};
  std::map<const Record *, const Record *> seen;
  for (const Record *sem : recordsInOrder(c.m.Records, "NodeSemantics")) {
    const Record *node = sem->getValueAsDef("Node");
    CppChecker(c, sem, "Cpp", argumentsOf(node))
        .check(sem->getValueAsString("Cpp"), words);
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
    if (!operands || int64_t(role.Args.size()) != hook->getValueAsInt("Arity"))
      c.error(i.Def, "Semantics",
              "hook \"" + name + "\" takes another number of operands: " +
                  Twine(hook->getValueAsInt("Arity")),
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
  checkNodes(c);
  for (const Instruction &i : c.m.Instructions)
    if (i.HasTree)
      checkHook(c, i);
}
