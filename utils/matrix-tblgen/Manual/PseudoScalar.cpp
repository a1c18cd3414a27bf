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
//
//===----------------------------------------------------------------------===//

#include "Manual/Pseudo.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

struct Access {
  int64_t Bits = 0;
  bool ZeroExtended = false, SignExtended = false;
};

class ScalarText {
public:
  explicit ScalarText(const Instruction &inst) : inst(inst) {}

  Lines all() {
    Lines effects, results;
    for (const Init *init : scalarSemantics(inst)) {
      auto *d = cast<DagInit>(init); // CheckScalar.cpp has checked it
      if (d->getOperatorAsDef(inst.Def->getLoc())->getName() == "set")
        results.push_back(d->getArgNameStr(0).str() + " = " +
                          value(d->getArg(1), d->getArgNameStr(1), {}, {}));
      else
        effects.push_back(node(d, {}, {}));
    }
    results.insert(results.end(), effects.begin(), effects.end());
    return results;
  }

private:
  using Arguments = std::map<std::string, std::string>;

  std::string fail(const Twine &text) {
    report(inst.Def, text);
    return "";
  }

  std::string value(const Init *init, StringRef name, const Arguments &args,
                    Access access) {
    if (auto *d = dyn_cast<DagInit>(init))
      return node(d, args, access);
    if (auto *n = dyn_cast<IntInit>(init))
      return n->getValue() > 0xffff ? "0x" + utohexstr(n->getValue(), true)
                                    : std::to_string(n->getValue());
    if (auto it = args.find(name.str()); it != args.end())
      return it->second;
    auto *d = dyn_cast<DefInit>(init);
    if (d && name.empty() && d->getDef()->isSubClassOf("ValueType"))
      return std::to_string(d->getDef()->getValueAsInt("Size"));
    if (d && name.empty() && d->getDef()->isSubClassOf("Register"))
      return d->getDef()->getName().lower();
    return name.empty() ? init->getAsString() : name.str();
  }

  std::string node(const DagInit *d, const Arguments &args, Access access) {
    const Record *op = d->getOperatorAsDef(inst.Def->getLoc());
    if (op->isSubClassOf("ValueType")) // (i64 x)
      return value(d->getArg(0), d->getArgNameStr(0), args, access);
    if (op->isSubClassOf("PatFrags"))
      return fragment(op, d, args, access);
    std::vector<std::string> operands;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      operands.push_back(value(d->getArg(i), d->getArgNameStr(i), args, {}));
    if (op->isSubClassOf("ComplexPattern"))
      return join(operands, " + ");
    StringRef name = op->getName();
    if (name == "ld") // the selection node, not an instruction
      return load(operands[0], access);
    if (name == "st")
      return memory(access.Bits, operands[1]) + " = " + operands[0];
    if (name == "setcc")
      return compare(operands);
    return operation(op, operands);
  }

  std::string operation(const Record *op, std::vector<std::string> operands) {
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

  std::string fragment(const Record *op, const DagInit *d,
                       const Arguments &outer, Access access) {
    if (const Record *type = op->getValueAsOptionalDef("MemoryVT"))
      access.Bits = type->getValueAsInt("Size");
    bool unset;
    access.ZeroExtended |= op->getValueAsBitOrUnset("IsZeroExtLoad", unset);
    access.SignExtended |= op->getValueAsBitOrUnset("IsSignExtLoad", unset);
    const DagInit *parameters = op->getValueAsDag("Operands");
    Arguments inner;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      inner[parameters->getArgNameStr(i).str()] =
          value(d->getArg(i), d->getArgNameStr(i), outer, {});
    return value(op->getValueAsListInit("Fragments")->getElement(0), "", inner,
                 access);
  }

  /// Accesses without a memory type access a whole register.
  std::string memory(int64_t bits, const std::string &address) {
    for (const Operand &o : inst.Operands)
      if (!bits && o.Class == OperandClass::Float32)
        bits = 32;
    return "mem" + std::to_string(bits ? bits : 64) + "[" + address + "]";
  }
  std::string load(const std::string &address, Access access) {
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
