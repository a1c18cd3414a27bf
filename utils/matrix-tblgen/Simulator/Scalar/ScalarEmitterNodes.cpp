//===- ScalarEmitterNodes.cpp - scalar expressions ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates SelectionDAG nodes, fragments and complex patterns to C++
// expressions with the masks of their undefined bits.
//
//===----------------------------------------------------------------------===//

#include "Semantics/ScalarNodes.h"
#include "Simulator/Scalar/ScalarEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Values without operands
//===----------------------------------------------------------------------===//

static Term condition(const Record *code) {
  Term term(code->getName().str());
  term.name = term.value;
  return term;
}

static int64_t encodingOf(const Record *reg) {
  int64_t value = 0;
  const BitsInit *bits = reg->getValueAsBitsInit("HWEncoding");
  for (unsigned i = 0; i < bits->getNumBits(); ++i)
    if (auto *b = dyn_cast<BitInit>(bits->getBit(i)))
      value |= int64_t(b->getValue()) << i;
  return value;
}

static std::string fixedRegister(const Record *reg) {
  return "x[" + std::to_string(encodingOf(reg)) + "]";
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Term ScalarEmitter::expression(const Init *init, StringRef name,
                               const Arguments &arguments, MemoryAccess access,
                               bool place) {
  if (auto *d = dyn_cast<DagInit>(init))
    return node(d, arguments, access);
  if (auto *n = dyn_cast<IntInit>(init))
    return "int64_t(" + std::to_string(n->getValue()) + ")";
  if (auto *d = dyn_cast<DefInit>(init)) {
    if (d->getDef()->isSubClassOf("CondCode"))
      return condition(d->getDef());
    if (d->getDef()->isSubClassOf("ValueType") && name.empty())
      return std::to_string(d->getDef()->getValueAsInt("Size"));
    if (name.empty() && d->getDef()->isSubClassOf("Register"))
      return fixedRegister(d->getDef());
  }
  if (auto it = arguments.find(name.str()); it != arguments.end())
    return it->second;
  if (name.empty())
    return fail("'" + init->getAsString() +
                "' is no value; name an operand, as in XReg:$ra");
  return leaf(name, place);
}

Term ScalarEmitter::node(const DagInit *d, const Arguments &arguments,
                         MemoryAccess access) {
  auto *init = dyn_cast<DefInit>(d->getOperator());
  const Record *op = init ? init->getDef() : nullptr;
  if (op && op->isSubClassOf("ValueType")) // (i64 x)
    return d->getNumArgs() == 1
               ? expression(d->getArg(0), d->getArgNameStr(0), arguments,
                            access)
               : fail("(" + op->getName() + " x) takes one value; give one");
  if (!op || !isNode(op))
    return fail("'" + d->getOperator()->getAsString() +
                "' is no node; name one of SelectionDAG");
  if (!checkCount(op, d))
    return Term("");
  return op->isSubClassOf("PatFrags") ? fragment(op, d, arguments, access)
                                      : operation(op, d, arguments, access);
}

/// Translates a node with its operands.
Term ScalarEmitter::operation(const Record *op, const DagInit *d,
                              const Arguments &arguments, MemoryAccess access) {
  auto known = nodes.find(op);
  bool jumps = known != nodes.end() && known->second.transfer != Transfer::None;
  std::vector<Term> args;
  for (unsigned i = 0; i < d->getNumArgs(); ++i)
    args.push_back(
        expression(d->getArg(i), d->getArgNameStr(i), arguments, {}, jumps));
  if (op->isSubClassOf("ComplexPattern")) // base and offset
    return withNode({"num::wrapAdd($0, $1)", "undef::upwards(%0 | %1)"}, args);
  checkTypes(op, args);
  if (failed)
    return Term("");
  Term term = compute(op, args, access);
  term.name = "the result of " + op->getName().str();
  const Record *profile = op->getValueAsDef("TypeProfile");
  auto floats = floatsOf(profile);
  auto it = floats.find(0);
  if (profile->getValueAsInt("NumResults") && it != floats.end())
    term.isFloat = it->second;
  return term;
}

/// Translates the SelectionDAG node over its operands.
Term ScalarEmitter::compute(const Record *op, ArrayRef<Term> args,
                            MemoryAccess access) {
  StringRef name = op->getName();
  if (name == "ld") // the selection node, not an instruction
    return load(args[0], access);
  if (name == "st")
    return store(args, access);
  if (name == "setcc") {
    if (auto term = comparisonOf(args))
      return *term;
    return fail("condition " + args[2].name +
                " is not known to the simulator; use seteq, setne, setlt, "
                "setle, setgt, setge or their unsigned variants");
  }
  if (auto it = nodes.find(op); it != nodes.end())
    return it->second.transfer == Transfer::None
               ? known(it->second, args)
               : transfer(it->second.transfer, args);
  return fail("node " + name +
              " has no NodeSemantics record, which defines its result; write "
              "one, def : NodeSemantics<" +
              name +
              ", \"C++ over $0, $1\">, as td/Common/ScalarNodes.td does");
}

/// Translates a node that has a NodeSemantics record.
Term ScalarEmitter::known(const NodeText &text, ArrayRef<Term> args) {
  Term term = withNode(text, args);
  for (size_t at; (at = term.value.find("$type")) != std::string::npos;)
    term.value.replace(at, 5, cppType(result).str());
  return term;
}

/// The last operand of a jump is its target.
Term ScalarEmitter::transfer(Transfer transfer, ArrayRef<Term> args) {
  if (transfer == Transfer::SoftwareTrap)
    return Term("TRAP()");
  effects.jumps = true;
  effects.links = transfer == Transfer::JumpAndLink;
  effects.isRelative = args.back().isRelative;
  std::string target = args.back().value, undef = unionOf(args);
  Term term(effects.links ? "JUMP_AND_LINK(" + target + ")"
                          : "if (" + args[0].value + ") JUMP(" + target + ")");
  if (!undef.empty())
    term.undef = (effects.links ? "JUMPS_TO(" : "DECIDES(") + undef + ")";
  return term;
}

/// Expands a fragment and records the properties of its memory access.
Term ScalarEmitter::fragment(const Record *op, const DagInit *d,
                             const Arguments &outer, MemoryAccess access) {
  if (const Record *type = op->getValueAsOptionalDef("MemoryVT"))
    access.Bits = type->getValueAsInt("Size");
  bool unset;
  access.ZeroExtended |= op->getValueAsBitOrUnset("IsZeroExtLoad", unset);
  const DagInit *parameters = op->getValueAsDag("Operands");
  Arguments inner;
  for (unsigned i = 0; i < d->getNumArgs(); ++i)
    inner.insert_or_assign(
        parameters->getArgNameStr(i).str(),
        expression(d->getArg(i), d->getArgNameStr(i), outer, {}));
  if (is_contained(fragments, op))
    return fail("fragment " + op->getName() +
                " contains itself; write it over other nodes");
  fragments.push_back(op);
  Term term = expression(op->getValueAsListInit("Fragments")->getElement(0), "",
                         inner, access);
  fragments.pop_back();
  return term;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

std::string ScalarEmitter::memoryType(const MemoryAccess &access) const {
  if (!access.Bits && result != OperandClass::General)
    return cppType(result).str();
  return (access.ZeroExtended ? "uint" : "int") +
         std::to_string(access.Bits ? access.Bits : 64) + "_t";
}

Term ScalarEmitter::load(const Term &address, const MemoryAccess &access) {
  effects.loads = true;
  std::string type = memoryType(access);
  return {formatv("LOAD({0}, {1})", type, address.value).str(),
          formatv("LOADED({0}, {1}, {2})", type, address.value, address.undef)
              .str()};
}

Term ScalarEmitter::store(ArrayRef<Term> args, const MemoryAccess &access) {
  effects.stores = true;
  std::string type = memoryType(access);
  const Term &value = args[0], &address = args[1];
  return {
      formatv("STORE({0}, {1}, {2})", type, address.value, value.value).str(),
      formatv("STORED({0}, {1}, {2}, {3})", type, address.value, address.undef,
              value.undef)
          .str()};
}

} // namespace matrix::tblgen
