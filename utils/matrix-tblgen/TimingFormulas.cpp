//===- TimingFormulas.cpp - cycles and queues of instructions -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace matrix::tblgen {

/// A formula of td/Isa/Timing.td with the figures of a variant.
static int64_t evaluate(const Init *init, const Instruction &inst,
                        const Variant &v, int64_t occupancy) {
  if (auto *n = dyn_cast<IntInit>(init))
    return n->getValue();
  if (auto *d = dyn_cast<DefInit>(init)) {
    StringRef name = d->getDef()->getName();
    if (name == "Occupancy")
      return occupancy;
    auto it = v.Figures.find(name.str());
    if (it == v.Figures.end())
      PrintFatalError(v.Def, "variant '" + v.CPU + "' gives no figure " + name +
                                 ", which the timing of " + inst.Mnemonic +
                                 " needs; add Figure<" + name +
                                 ", n> to its Figures");
    return it->second;
  }
  auto *dag = dyn_cast<DagInit>(init);
  if (!dag)
    PrintFatalError(
        inst.Def,
        "timing: '" + init->getAsString() +
            "' is neither a parameter nor a formula; td/Schema/Machine.td has "
            "both");
  StringRef op = dag->getOperatorAsDef(inst.Def->getLoc())->getName();
  SmallVector<int64_t> args;
  for (const Init *a : dag->getArgs())
    args.push_back(evaluate(a, inst, v, occupancy));
  int64_t result = op == "Times" ? 1 : 0;
  if (op == "Times")
    for (int64_t a : args)
      result *= a;
  else if (op == "Plus" || op == "Cycles")
    for (int64_t a : args)
      result += a;
  else if (op == "CeilDiv" && args.size() == 2 && args[1] > 0)
    result = (args[0] + args[1] - 1) / args[1];
  else
    PrintFatalError(inst.Def, "timing: can't evaluate " + dag->getAsString() +
                                  "; give (Times a, b), (Plus a, b), (Cycles "
                                  "n) or (CeilDiv a, b) with b above 0");
  return result;
}

int64_t Model::occupancy(const Instruction &i, const Variant &v) const {
  return evaluate(i.Def->getValueAsDef("Time")->getValueAsDag("Occupy"), i, v,
                  0);
}

int64_t Model::latency(const Instruction &i, const Variant &v) const {
  return evaluate(i.Def->getValueAsDef("Time")->getValueAsDag("Latency"), i, v,
                  occupancy(i, v));
}

/// Which ways rows of a flat memory go in a meaning.
static void findFlat(const Instruction &i, const Expr &e, bool written,
                     bool &reads, bool &writes) {
  const Record *tile = nullptr;
  if (e.is(ExprKind::View))
    tile = e.Record;
  else if (e.is(ExprKind::Operand) &&
           i.Operands[e.Index].Class == OperandClass::Rows)
    tile = i.Operands[e.Index].Def;
  if (tile && !tile->getValueAsDef("In")->getValueAsInt("Rows"))
    (written ? writes : reads) = true;
  for (unsigned k = 0; k < e.Args.size(); ++k)
    findFlat(i, e[k], e.is(ExprKind::Set) && k == 0, reads, writes);
}

std::optional<PipeQueue> queueOf(const Instruction &i) {
  if (i.Class != InstructionClass::Rows)
    return std::nullopt;
  bool reads = false, writes = false;
  findFlat(i, i.Meaning, /*written=*/false, reads, writes);
  return writes  ? PipeQueue::Store
         : reads ? PipeQueue::Load
                 : PipeQueue::Execute;
}

} // namespace matrix::tblgen
