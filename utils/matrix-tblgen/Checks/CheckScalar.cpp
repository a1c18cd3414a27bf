//===- CheckScalar.cpp - semantics of scalar instructions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of results, unused operands, side effects, operand counts and types of
// scalar semantics. The emitter (ScalarEmitter.h) makes them while it
// translates an instruction. Whether a value is a float or an integer follows
// from the register class of an operand or the type profile of a node; a value
// of unknown kind fits both.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Semantics/ScalarNodes.h"
#include "Simulator/Scalar/ScalarEmitter.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace matrix::tblgen {

/// Reports only the first error of an instruction.
std::string ScalarEmitter::fail(const Twine &text) {
  if (!std::exchange(failed, true))
    report(inst.Def, text);
  return "";
}

static StringRef registersOf(bool floats) {
  return floats ? "SReg or DReg" : "XReg";
}

void ScalarEmitter::checkResult(const Operand &to, const Term &value) {
  bool wanted = isFloat(to);
  if (value.isFloat.value_or(wanted) != wanted)
    fail("$" + to.Name + " holds " + (wanted ? "a float" : "an integer") +
         ", but " + value.name + " is " + (wanted ? "an integer" : "a float") +
         "; use " + registersOf(!wanted));
}

void ScalarEmitter::checkUses() {
  for (const Operand &o : inst.Operands)
    if (!used.count(&o))
      fail(o.Out ? "the semantics give no value for $" + o.Name +
                       "; write (set XReg:$" + o.Name + ", x)"
                 : "operand $" + o.Name +
                       " is not used by the semantics; use it, or remove it "
                       "from the instruction");
}

void ScalarEmitter::checkEffects() {
  bool loads = effects.loads, stores = effects.stores;
  if (loads != inst.MayLoad)
    fail("mayLoad is " + Twine(int(inst.MayLoad)) + ", but the semantics " +
         (loads ? "load" : "have no load") +
         "; let mayLoad = " + Twine(int(loads)));
  if (stores != inst.MayStore)
    fail("mayStore is " + Twine(int(inst.MayStore)) + ", but the semantics " +
         (stores ? "store" : "have no store") +
         "; let mayStore = " + Twine(int(stores)));
  for (StringRef flag : {"isBranch", "isIndirectBranch", "isCall", "isReturn"})
    if (!effects.jumps && inst.Def->getValueAsBit(flag))
      fail(flag + " is 1, but the semantics do not jump; let " + flag + " = 0");
}

bool ScalarEmitter::check(const Record *op, const DagInit *d) {
  int64_t wanted = argumentsOf(op);
  if (wanted >= 0 && wanted != d->getNumArgs())
    fail("node " + op->getName() + " expects " + quantity(wanted, "operand") +
         ", but got " + Twine(d->getNumArgs()) +
         "; llvm/Target/TargetSelectionDAG.td has its type");
  return !failed;
}

bool ScalarEmitter::checkTypes(const Record *op, ArrayRef<Term> args) {
  const Record *profile = op->getValueAsDef("TypeProfile");
  int64_t results = profile->getValueAsInt("NumResults");
  for (auto [number, floats] : floatsOf(profile)) {
    int64_t at = number - results;
    if (at < 0 || at >= int64_t(args.size()) ||
        args[at].isFloat.value_or(floats) == floats)
      continue;
    fail("node " + op->getName() + " computes on " +
         (floats ? "floats" : "integers") + ", but " + args[at].name +
         (floats ? " is an integer" : " is a float") +
         (args[at].name[0] == '$' ? " register" : "") + "; use " +
         registersOf(floats));
  }
  return !failed;
}

void checkScalar(Checks &c) {
  NodeTable nodes = nodesOf(c.m.Records);
  for (const Instruction &i : c.m.Instructions)
    if (i.Class == InstructionClass::Scalar && i.HasOperands)
      ScalarEmitter(i, nodes).execution();
}

} // namespace matrix::tblgen
