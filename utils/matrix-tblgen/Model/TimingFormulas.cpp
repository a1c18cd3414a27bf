//===- TimingFormulas.cpp - evaluation of timing formulas -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the dags of occupancy and latency for the parameters of a variant
// by recursive descent with overflow checks, and classifies row instructions by
// pipe queue. A latency may refer to the occupancy of its instruction as a
// parameter. An error that an instruction and a variant cause together is
// reported at the record that was defined later.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Diagnostics.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace matrix::tblgen {

namespace {

/// A formula of td/Isa/Timing.td with the parameters of a variant.
class Formula {
public:
  Formula(const Instruction &inst, const Variant &v, int64_t occupancy)
      : inst(inst), v(v), occupancy(occupancy) {}

  /// Returns INT64_MIN after an error.
  int64_t cycles(const Init *formula) {
    int64_t n = evaluate(formula);
    return failed ? INT64_MIN : n;
  }

private:
  int64_t fail(const Record *where, const Twine &text) {
    failed = true;
    report(where, text);
    return 0;
  }
  int64_t evaluate(const Init *init);
  int64_t failOfVariant(const Twine &what);
  int64_t valueOf(const Record *parameter);
  int64_t apply(const DagInit *dag, StringRef op, ArrayRef<int64_t> args);

  const Instruction &inst;
  const Variant &v;
  int64_t occupancy;
  bool failed = false;
};

} // namespace

/// Errors of a variant newer than the formula are reported once.
int64_t Formula::failOfVariant(const Twine &what) {
  static std::set<const Record *> reported;
  failed = true;
  if (reported.insert(v.Def).second)
    report(locate(v.Def, "Parameters"),
           "variant '" + v.CPU + "': timing of " + inst.Mnemonic + ": " + what,
           "check the parameters and the tile geometry that it names");
  return 0;
}

/// Reports a missing parameter at the newer of instruction and variant.
int64_t Formula::valueOf(const Record *parameter) {
  StringRef name = parameter->getName();
  if (!parameter->isSubClassOf("Parameter"))
    return fail(inst.Def,
                "timing: '" + name +
                    "' is not a parameter; td/Common/Parameters.td has "
                    "them");
  if (name == "Occupancy")
    return occupancy;
  auto it = v.Parameters.find(name.str());
  if (it != v.Parameters.end())
    return it->second;
  if (newerOf(inst.Def, v.Def) == v.Def) {
    static std::set<std::pair<const Record *, const Record *>> reported;
    failed = true;
    if (reported.insert({v.Def, parameter}).second)
      fail(v.Def, "variant '" + v.CPU + "' does not set parameter " + name +
                      ", which the timing of " + inst.Mnemonic +
                      " needs; add ParameterValue<" + name +
                      ", n> to its Parameters");
    return 0;
  }
  return fail(inst.Def, "the timing of " + inst.Mnemonic + " needs parameter " +
                            name + ", which is not given in variant " + v.CPU +
                            "; use another parameter, or give the instruction "
                            "a feature of a variant that has it");
}

int64_t Formula::apply(const DagInit *dag, StringRef op,
                       ArrayRef<int64_t> args) {
  int64_t result = op == "Times" ? 1 : 0;
  bool fits = !args.empty();
  if (op == "Times")
    for (int64_t a : args)
      fits &= !MulOverflow(result, a, result);
  else if (op == "Plus" || (op == "Cycles" && args.size() == 1))
    for (int64_t a : args)
      fits &= !AddOverflow(result, a, result);
  else if (op == "CeilDiv" && args.size() == 2 && args[0] >= 0 && args[1] > 0)
    result = args[0] / args[1] + (args[0] % args[1] != 0);
  else
    fits = false;
  if (fits || failed)
    return result;
  if (newerOf(inst.Def, v.Def) == v.Def)
    return failOfVariant("cannot evaluate " + dag->getAsString());
  return fail(inst.Def, "timing: cannot evaluate " + dag->getAsString() +
                            "; give (Times a, b), (Plus a, b), (Cycles n) or "
                            "(CeilDiv a, b) with b above 0");
}

int64_t Formula::evaluate(const Init *init) {
  if (auto *n = dyn_cast<IntInit>(init))
    return n->getValue();
  if (auto *d = dyn_cast<DefInit>(init))
    return valueOf(d->getDef());
  auto *dag = dyn_cast<DagInit>(init);
  auto *op = dag ? dyn_cast<DefInit>(dag->getOperator()) : nullptr;
  if (!op)
    return fail(inst.Def, "timing: '" + init->getAsString() +
                              "' is neither a parameter nor a formula; "
                              "td/Common/Parameters.td has both");
  SmallVector<int64_t> args;
  for (const Init *a : dag->getArgs())
    args.push_back(evaluate(a));
  return apply(dag, op->getDef()->getName(), args);
}

int64_t Model::occupancy(const Instruction &i, const Variant &v) const {
  return Formula(i, v, 0).cycles(
      i.Def->getValueAsDef("Time")->getValueAsDag("Occupy"));
}

int64_t Model::latency(const Instruction &i, const Variant &v) const {
  return Formula(i, v, occupancy(i, v))
      .cycles(i.Def->getValueAsDef("Time")->getValueAsDag("Latency"));
}

static void visitFlatTiles(const Instruction &i, const Expr &e, bool isWritten,
                           function_ref<void(const Expr &, bool)> function) {
  const Record *tile = nullptr;
  if (e.is(ExprKind::View))
    tile = e.Record;
  else if (e.is(ExprKind::Operand) &&
           i.Operands[e.Index].Class == OperandClass::Rows)
    tile = i.Operands[e.Index].Def;
  if (tile && !tile->getValueAsDef("In")->getValueAsInt("Rows"))
    function(e, isWritten);
  for (unsigned k = 0; k < e.Args.size(); ++k)
    visitFlatTiles(i, e[k], e.is(ExprKind::Set) && k == 0, function);
}

void forEachFlatTile(const Instruction &i,
                     function_ref<void(const Expr &, bool)> function) {
  visitFlatTiles(i, i.Semantics, /*isWritten=*/false, function);
}

std::optional<PipeQueue> queueOf(const Instruction &i) {
  if (i.Class != InstructionClass::Rows)
    return std::nullopt;
  bool reads = false, writes = false;
  forEachFlatTile(i, [&](const Expr &, bool isWritten) {
    (isWritten ? writes : reads) = true;
  });
  return writes  ? PipeQueue::Store
         : reads ? PipeQueue::Load
                 : PipeQueue::Execute;
}

} // namespace matrix::tblgen
