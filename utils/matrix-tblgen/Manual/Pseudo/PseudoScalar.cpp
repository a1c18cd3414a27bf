//===- PseudoScalar.cpp - scalar instructions as pseudo-code --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the dag of SelectionDAG nodes of `ScalarSemantics` or `Pattern` with
// the text of each node's NodeSemantics record; loads, stores and comparisons
// follow from the node or fragment, as in the simulator (ScalarEmitter.h).
// Results precede effects in the output. An infix operand of an infix text is
// put into parentheses.
//
//===----------------------------------------------------------------------===//

#include "Manual/Pseudo/Pseudo.h"
#include "Semantics/ScalarVisitor.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

class ScalarText : ScalarVisitor<ScalarText, std::string> {
public:
  explicit ScalarText(const Instruction &inst) : inst(inst) {}

  Lines all() {
    Lines effects, results;
    for (const Init *init : scalarSemantics(inst)) {
      auto *d = cast<DagInit>(init); // CheckScalar.cpp has checked it
      if (d->getOperatorAsDef(inst.Def->getLoc())->getName() == "set")
        results.push_back(d->getArgNameStr(0).str() + " = " +
                          visit(d->getArg(1), d->getArgNameStr(1)));
      else
        effects.push_back(visit(d, ""));
    }
    results.insert(results.end(), effects.begin(), effects.end());
    return results;
  }

private:
  friend ScalarVisitor;

  std::string fail(const Twine &text) {
    report(inst.Def, text);
    return "";
  }

  std::string number(int64_t n) {
    return n > 0xffff ? "0x" + utohexstr(n, true) : std::to_string(n);
  }
  std::string condition(const Record *code) { return code->getName().str(); }
  std::string fixedRegister(const Record *reg) {
    return reg->getName().lower();
  }
  std::string operand(StringRef name, bool) { return name.str(); }
  std::string address(ArrayRef<std::string> args) { return join(args, " + "); }
  std::string result(const Record *, std::string value) { return value; }
  // CheckScalar.cpp has checked them.
  bool isJump(const Record *) { return false; }
  bool check(const Record *, const DagInit *) { return true; }
  bool checkTypes(const Record *, ArrayRef<std::string>) { return true; }

  std::string node(const Record *op, std::vector<std::string> operands) {
    for (const Record *sem :
         op->getRecords().getAllDerivedDefinitions("NodeSemantics"))
      if (sem->getValueAsDef("Node") == op) {
        StringRef text = sem->getValueAsString("Text");
        if (text.empty())
          return op->getName().str() + "(" + join(operands, ", ") + ")";
        if (isInfix(text))
          for (std::string &o : operands)
            if (isInfix(o))
              o = "(" + o + ")";
        return substitute(text, operands);
      }
    return fail(
        "node " + op->getName() +
        " has no NodeSemantics record, which defines its result; write one, "
        "def : NodeSemantics<" +
        op->getName() +
        ", \"C++ over $0, $1\">, as td/Common/ScalarNodes.td does");
  }

  /// Returns true for "a + b", but not for "f(a + b)" or "if a: b".
  static bool isInfix(StringRef text) {
    int depth = 0;
    for (char c : text) {
      depth += (c == '(' || c == '[') - (c == ')' || c == ']');
      if (c == ' ' && depth == 0)
        return !text.starts_with("if ") && !text.contains("then");
    }
    return false;
  }

  /// Accesses without a memory type access a whole register.
  std::string memory(int64_t bits, const std::string &address) {
    for (const Operand &o : inst.Operands)
      if (!bits && o.Class == OperandClass::Float32)
        bits = 32;
    return "mem" + std::to_string(bits ? bits : 64) + "[" + address + "]";
  }
  std::string store(const std::string &value, const std::string &address,
                    MemoryAccess access) {
    return memory(access.Bits, address) + " = " + value;
  }
  std::string load(const std::string &address, MemoryAccess access) {
    std::string word = memory(access.Bits, address);
    if (access.SignExtended)
      return "sext(" + word + ")";
    return access.ZeroExtended ? "zext(" + word + ")" : word;
  }

  /// Prints SETLT, SETULT (unsigned), SETOLT (floats, ordered).
  std::string compare(ArrayRef<std::string> args) {
    StringRef code = args[2];
    code.consume_front("SET");
    bool ordered = code.consume_front("O");
    bool isUnsigned = !ordered && code.consume_front("U");
    StringRef relation = StringSwitch<StringRef>(code)
                             .Case("EQ", "==")
                             .Case("NE", "!=")
                             .Case("LT", "<")
                             .Case("GT", ">")
                             .Case("LE", "<=")
                             .Case("GE", ">=")
                             .Default("");
    if (relation.empty())
      return fail("condition " + args[2] +
                  " has no rendering in the manual; use seteq, setlt, ..");
    return args[0] + " " + relation.str() + (isUnsigned ? "u " : " ") + args[1];
  }

  const Instruction &inst;
};

} // namespace

Lines scalarText(const Instruction &inst) { return ScalarText(inst).all(); }

} // namespace matrix::tblgen
