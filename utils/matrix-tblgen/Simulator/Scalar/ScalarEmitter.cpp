//===- ScalarEmitter.cpp - scalar statements ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the roots of a scalar pattern to statements: assignments of
// results, stores, jumps, and reads of operands.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Scalar/ScalarEmitter.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

std::string ScalarEmitter::text() {
  std::string statements = body().value;
  bool memory = effects.loads || effects.stores;
  if (memory && effects.jumps)
    return fail(
        "an instruction cannot both jump and access memory; split it into two");
  std::string kind = memory                ? "MEMORY"
                     : !effects.jumps      ? "SCALAR"
                     : !effects.isRelative ? "INDIRECT"
                     : effects.links       ? "GOTO"
                                           : "BRANCH";
  std::string offset = kind == "BRANCH"
                           ? "insn->imm[" + std::to_string(placeSlot()) + "], "
                           : "";
  return formatv("{0}({1}, {2}{{ {3}})\n", kind, inst.Name, offset, statements);
}

std::string ScalarEmitter::undefined() {
  return formatv("UNDEFINED({0}, {{ {1}})\n", inst.Name, body().undef);
}

int ScalarEmitter::placeSlot() {
  for (const Operand &o : inst.Operands)
    if (o.PcRelative)
      return o.ImmediateSlot;
  fail(
      "the semantics have no jump target; give a BranchTarget or a JumpTarget");
  return 0;
}

/// All operands are read before results are written.
Term ScalarEmitter::body() {
  std::string reads, actions, writes, undef;
  for (const Init *init : semantics()) {
    auto *d = dyn_cast<DagInit>(init);
    if (!d || !isa<DefInit>(d->getOperator()))
      return fail("semantics must be a dag of SelectionDAG nodes; write "
                  "(set XReg:$rd, (add XReg:$ra, XReg:$rb))");
    if (cast<DefInit>(d->getOperator())->getDef()->getName() == "set")
      set(d, reads, writes, undef);
    else {
      Term done = effect(d);
      actions += done.value + "; ";
      undef += done.isDefined() ? "" : done.undef + "; ";
    }
  }
  if (effects.links)
    writes += "TAKE(); ";
  checkUses();
  checkEffects();
  return {reads + actions + writes, undef};
}

ArrayRef<const Init *> ScalarEmitter::semantics() {
  auto all = scalarSemantics(inst);
  if (all.empty())
    fail("the semantics are missing; give a selection pattern, or "
         "ScalarSemantics where "
         "there is none");
  return all;
}

/// Returns the operand of a `set`, or null after an error.
const Operand *ScalarEmitter::resultOf(const DagInit *d) {
  if (d->getNumArgs() != 2) {
    fail("set takes a result and a value; a node has one result in the "
         "simulator");
    return nullptr;
  }
  const Operand *to = operandNamed(d->getArgNameStr(0));
  if (!to || to->Out)
    return to;
  fail("the semantics set $" + to->Name +
       ", which is an input; results are what (outs ...) names");
  return nullptr;
}

void ScalarEmitter::set(const DagInit *d, std::string &reads,
                        std::string &writes, std::string &undef) {
  const Operand *to = resultOf(d);
  if (!to)
    return;
  used.insert(to);
  resultClass = to->Class;
  std::string temporary = "value" + std::to_string(temporaries++);
  Term value = visit(d->getArg(1), d->getArgNameStr(1));
  checkResult(*to, value);
  reads += formatv("const {0} {1} = {2}; ", cppType(to->Class), temporary,
                   value.value);
  writes += assign(*to, temporary);
  undef += formatv("SET_{0}({1}, {2}); ",
                   to->Class == OperandClass::General ? "GENERAL" : "FLOAT",
                   to->RegisterSlot, value.undef);
}

Term ScalarEmitter::effect(const DagInit *d) {
  for (const Operand &o : inst.Operands) // stores: class of the operand
    if (o.isRegister() && o.Class != OperandClass::General)
      resultClass = o.Class;
  return visit(d, "");
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::string ScalarEmitter::assign(const Operand &o, StringRef value) {
  std::string slot = "insn->reg[" + std::to_string(o.RegisterSlot) + "]";
  switch (o.Class) {
  case OperandClass::General:
    // r0 remains zero: the decoder redirects plain results, but not tied ones.
    return formatv("x[{0}] = {1};{2} ", slot, value,
                   isTied(o) ? " x[0] = 0;" : "");
  case OperandClass::Float32:
    return formatv("core.setF32({0}, {1}); ", slot, value);
  case OperandClass::Float64:
    return formatv("core.setF64({0}, {1}); ", slot, value);
  default:
    return fail("$" + o.Name + " cannot be the result of a scalar node; use " +
                "XReg, SReg or DReg");
  }
}

bool ScalarEmitter::isTied(const Operand &out) const {
  for (const Operand &o : inst.Operands)
    if (o.TiedTo >= 0 && &inst.Operands[o.TiedTo] == &out)
      return true;
  return false;
}

/// Returns null if no operand has the name.
const Operand *ScalarEmitter::operandNamed(StringRef name) {
  int index = -1;
  for (unsigned i = 0; i < inst.Operands.size(); ++i)
    if (inst.Operands[i].Name == name)
      index = i;
  if (index >= 0)
    return &inst.Operands[index];
  fail("the semantics name $" + name +
       ", which is no operand of this instruction; operands are what (outs "
       "...) and (ins ...) name");
  return nullptr;
}

/// isTarget: a jump target instead of an address.
Term ScalarEmitter::operand(StringRef name, bool isTarget) {
  const Operand *o = operandNamed(name);
  if (!o)
    return Term("");
  used.insert(o);
  Term term = read(*o, isTarget);
  term.name = "$" + o->Name;
  term.isFloat = isFloat(*o);
  return term;
}

Term ScalarEmitter::read(const Operand &o, bool place) {
  if (o.ImmediateSlot >= 0) {
    std::string value = "insn->imm[" + std::to_string(o.ImmediateSlot) + "]";
    if (o.PcRelative) {
      Term term((place ? "RELATIVE(" : "HERE(") + value + ")");
      term.isRelative = place;
      return term;
    }
    return "int64_t(" + value + ")";
  }
  std::string number = std::to_string(o.RegisterSlot),
              slot = "insn->reg[" + number + "]";
  switch (o.Class) {
  case OperandClass::General:
    return {"x[" + slot + "]", "GENERAL(" + number + ")"};
  case OperandClass::Float32:
    return {"core.f32(" + slot + ")", "FLOAT(" + number + ")"};
  case OperandClass::Float64:
    return {"core.f64(" + slot + ")", "FLOAT(" + number + ")"};
  default:
    return fail("$" + o.Name +
                " is not allowed in scalar semantics; use XReg, "
                "SReg, DReg or an Immediate");
  }
}

} // namespace matrix::tblgen
