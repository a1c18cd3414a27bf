//===- ScalarEmitterNodes.cpp - scalar expressions ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates leaves and SelectionDAG nodes to C++ expressions with the masks of
// their undefined bits. Jumps, loads and stores become statements that return
// from the function: a jump when it is taken, an access when it traps. An
// undefined bit in an address or a jump target ends the propagation with a
// report.
//
//===----------------------------------------------------------------------===//

#include "Semantics/ScalarNodes.h"
#include "Simulator/Scalar/ScalarEmitter.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Values without operands
//===----------------------------------------------------------------------===//

Term ScalarEmitter::number(int64_t n) {
  return "int64_t(" + std::to_string(n) + ")";
}

Term ScalarEmitter::condition(const Record *code) {
  Term term(code->getName().str());
  term.name = term.value;
  return term;
}

Term ScalarEmitter::fixedRegister(const Record *reg) {
  int64_t number = 0;
  const BitsInit *bits = reg->getValueAsBitsInit("HWEncoding");
  for (unsigned i = 0; i < bits->getNumBits(); ++i)
    if (auto *b = dyn_cast<BitInit>(bits->getBit(i)))
      number |= int64_t(b->getValue()) << i;
  return "c.x(" + std::to_string(number) + ")";
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

bool ScalarEmitter::isJump(const Record *op) {
  auto known = nodes.find(op);
  return known != nodes.end() && known->second.transfer != Transfer::None;
}

Term ScalarEmitter::address(ArrayRef<Term> args) {
  return withNode({"num::wrapAdd($0, $1)", "undef::upwards(%0 | %1)"}, args);
}

/// Names the term for messages, with its type if the node defines it.
Term ScalarEmitter::result(const Record *op, Term term) {
  term.name = "the result of " + op->getName().str();
  const Record *profile = op->getValueAsDef("TypeProfile");
  auto floats = floatsOf(profile);
  auto it = floats.find(0);
  if (profile->getValueAsInt("NumResults") && it != floats.end())
    term.isFloat = it->second;
  return term;
}

Term ScalarEmitter::compare(ArrayRef<Term> args) {
  if (auto term = comparisonOf(args))
    return *term;
  return fail("condition " + args[2].name +
              " is not known to the simulator; use seteq, setne, setlt, "
              "setle, setgt, setge or their unsigned variants");
}

/// Translates the SelectionDAG node over its operands.
Term ScalarEmitter::node(const Record *op, ArrayRef<Term> args) {
  if (auto it = nodes.find(op); it != nodes.end())
    return it->second.transfer == Transfer::None
               ? known(it->second, args)
               : transfer(it->second.transfer, args);
  return fail("node " + op->getName() +
              " has no NodeSemantics record, which defines its result; write "
              "one, def : NodeSemantics<" +
              op->getName() +
              ", \"C++ over $0, $1\">, as td/Common/ScalarNodes.td does");
}

/// Translates a node that has a NodeSemantics record.
Term ScalarEmitter::known(const NodeText &text, ArrayRef<Term> args) {
  Term term = withNode(text, args);
  for (size_t at; (at = term.value.find("$type")) != std::string::npos;)
    term.value.replace(at, 5, cppType(resultClass).str());
  return term;
}

/// The last operand of a jump is its target. A jump-and-link returns the
/// address of the next instruction; other transfers are statements.
Term ScalarEmitter::transfer(Transfer transfer, ArrayRef<Term> args) {
  if (transfer == Transfer::SoftwareTrap) {
    effects.traps = true;
    return Term("");
  }
  effects.jumps = true;
  effects.links = transfer == Transfer::JumpAndLink;
  effects.isRelative = args.back().isRelative;
  std::string target = args.back().value, undef = unionOf(args);
  std::string check;
  if (!undef.empty())
    check = formatv("  if (!c.{0}({1}))\n    return false;\n",
                    effects.links ? "jumpsTo" : "branchesOn", undef);
  if (!effects.links)
    return {formatv("  if ({0})\n    return c.{1};\n", args[0].value,
                    effects.isRelative
                        ? "branch(" + target + ")"
                        : "jump(AbsoluteTarget{" + target + "})"),
            check};
  reads.add({formatv("  const {0}Target target{{{1}};\n",
                     effects.isRelative ? "Relative" : "Absolute", target),
             check});
  return Term("c.returnAddress()");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

std::string ScalarEmitter::memoryType(const MemoryAccess &access) const {
  if (!access.Bits && resultClass != OperandClass::General)
    return cppType(resultClass).str();
  return (access.ZeroExtended ? "uint" : "int") +
         std::to_string(access.Bits ? access.Bits : 64) + "_t";
}

/// Equal loads of an instruction are one access.
Term ScalarEmitter::load(const Term &address, const MemoryAccess &access) {
  effects.loads = true;
  std::string type = memoryType(access);
  auto [it, isNew] =
      loaded.try_emplace(type + " " + address.value, Term("", ""));
  Term &term = it->second;
  if (!isNew)
    return term;
  std::string number = std::to_string(loaded.size() - 1);
  term = {"loaded" + number, "maskOfLoaded" + number};
  reads.add(
      {formatv("  {0} {1};\n  if (Exit exit = c.load{2}({1}, {3}))\n    "
               "return exit;\n",
               type, term.value, isAtomic() ? "Atomic" : "", address.value),
       formatv("  {0} {1};\n  uint64_t {2};\n  if (!c.load({1}, {2}, {3}, "
               "{4}))\n    return false;\n",
               type, term.value, term.undef, address.value, address.undef)});
  return term;
}

Term ScalarEmitter::store(const Term &value, const Term &address,
                          const MemoryAccess &access) {
  effects.stores = true;
  std::string type = memoryType(access);
  return {formatv("  if (Exit exit = c.store{0}({1}, {2}({3})))\n    return "
                  "exit;\n",
                  isAtomic() ? "Atomic" : "", address.value, type, value.value),
          formatv("  if (!c.store(sizeof({0}), {1}, {2}, {3}))\n    return "
                  "false;\n",
                  type, address.value, address.undef, value.undef)};
}

} // namespace matrix::tblgen
