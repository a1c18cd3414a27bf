//===- ScalarEmitter.cpp - scalar statements ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the roots of a scalar pattern to statements: assignments of
// results, stores, jumps, and reads of operands; and frames them as functions.
// A function reads all operands and memory, then executes its effects, then
// writes results, so that a result may be the register of an operand. The call
// at its start and the one at its end depend on the effects: plain
// instructions, accesses and jumps have different phases in the interpreter.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Scalar/ScalarEmitter.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A function template over the class of the first parameter.
static std::string functionOf(const Instruction &inst, StringRef context,
                              StringRef type, StringRef name,
                              const Twine &body) {
  return formatv("template <class {0}>\nMATRIX_INLINE {1} {2}{3}({0} &c, const "
                 "Decoded &insn) {{\n{4}}\n",
                 context, type, name, inst.Name, body.str());
}

std::string ScalarEmitter::execution() {
  translate();
  return functionOf(inst, "Context", "Exit", "exec",
                    "  " + issue() + "\n" + reads.values + actions.values +
                        writes + "  return " + retire() + ";\n");
}

std::string ScalarEmitter::propagation() {
  translate();
  return functionOf(inst, "Shadow", "bool", "propagate",
                    reads.masks + actions.masks + "  return true;\n");
}

/// Jumps issue before their effect.
StringRef ScalarEmitter::issue() {
  if (effects.loads || effects.stores)
    return "c.issueAccess();";
  if (!effects.jumps)
    return "c.issue();";
  return effects.isRelative ? "c.issueJump();" : "c.issueIndirectJump();";
}

/// Writes of the stack pointer are checked.
std::string ScalarEmitter::retire() {
  if (effects.traps)
    return "c.trap()";
  if (effects.links)
    return "c.jump(target)";
  if (effects.jumps)
    return effects.isRelative
               ? formatv("c.fallThrough(insn.imm[{0}])", placeSlot()).str()
               : "c.next()";
  std::string written;
  for (const Operand &o : inst.Operands)
    if (o.Out && o.Class == OperandClass::General)
      written = formatv("insn.reg[{0}]", o.RegisterSlot);
  bool memory = effects.loads || effects.stores;
  return formatv("c.retire{0}({1})", memory ? "Access" : "", written);
}

int ScalarEmitter::placeSlot() {
  for (const Operand &o : inst.Operands)
    if (o.PcRelative)
      return o.ImmediateSlot;
  fail(
      "the semantics have no jump target; give a BranchTarget or a JumpTarget");
  return 0;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void ScalarEmitter::Statements::add(const Term &both) {
  values += both.value;
  masks += both.undef;
}

void ScalarEmitter::translate() {
  for (const Init *init : semantics()) {
    auto *d = dyn_cast<DagInit>(init);
    if (!d || !isa<DefInit>(d->getOperator())) {
      fail("semantics must be a dag of SelectionDAG nodes; write "
           "(set XReg:$rd, (add XReg:$ra, XReg:$rb))");
      return;
    }
    if (cast<DefInit>(d->getOperator())->getDef()->getName() == "set")
      set(d);
    else
      effect(d);
  }
  if ((effects.loads || effects.stores) && effects.jumps)
    fail(
        "an instruction cannot both jump and access memory; split it into two");
  checkUses();
  checkEffects();
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

void ScalarEmitter::set(const DagInit *d) {
  const Operand *to = resultOf(d);
  if (!to)
    return;
  if (!used.insert(to).second) {
    fail("the semantics set $" + to->Name + " twice; write one value");
    return;
  }
  resultClass = to->Class;
  std::string temporary = "value" + std::to_string(temporaries++);
  Term value = visit(d->getArg(1), d->getArgNameStr(1));
  checkResult(*to, value);
  reads.add({formatv("  const {0} {1} = {2};\n", cppType(to->Class), temporary,
                     value.value),
             formatv("  c.setResult({0});\n", value.undef)});
  writes += "  " + assign(*to, temporary) + ";\n";
}

/// The value of a node without result is a statement.
void ScalarEmitter::effect(const DagInit *d) {
  for (const Operand &o : inst.Operands) // stores: class of the operand
    if (o.isRegister() && o.Class != OperandClass::General)
      resultClass = o.Class;
  Term statement = visit(d, "");
  if (statement.isDefined())
    statement.undef.clear();
  actions.add(statement);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::string ScalarEmitter::assign(const Operand &o, StringRef value) {
  std::string slot = "insn.reg[" + std::to_string(o.RegisterSlot) + "]";
  switch (o.Class) {
  case OperandClass::General:
    return formatv("c.set{0}X({1}, {2})", isTied(o) ? "Tied" : "", slot, value);
  case OperandClass::Float32:
    return formatv("c.setF32({0}, {1})", slot, value);
  case OperandClass::Float64:
    return formatv("c.setF64({0}, {1})", slot, value);
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
       ", which is not an operand of this instruction; operands are what (outs "
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
    std::string value = "insn.imm[" + std::to_string(o.ImmediateSlot) + "]";
    if (!o.PcRelative)
      return "int64_t(" + value + ")";
    if (!place)
      return "c.pcRelative(" + value + ")";
    Term offset(value);
    offset.isRelative = true;
    return offset;
  }
  std::string slot = "(insn.reg[" + std::to_string(o.RegisterSlot) + "])";
  switch (o.Class) {
  case OperandClass::General:
    return {"c.x" + slot, "c.maskOfX" + slot};
  case OperandClass::Float32:
    return {"c.f32" + slot, "c.maskOfF" + slot};
  case OperandClass::Float64:
    return {"c.f64" + slot, "c.maskOfF" + slot};
  default:
    return fail("$" + o.Name +
                " is not allowed in scalar semantics; use XReg, "
                "SReg, DReg or an Immediate");
  }
}

} // namespace matrix::tblgen
