//===- Traps.cpp - the manual: traps --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives the traps of an instruction from its semantics: invalid column blocks
// and rows, counts above their maximum, tiles outside their memory, and
// selector values without an alternative. A Switch lacks alternatives if its
// selector has more values than it has cases: a field of n bits has 2^n, a
// state as many as the widest field to which any instruction sets it.
//
//===----------------------------------------------------------------------===//

#include "Manual/Traps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

/// Column blocks of a narrow tile that an immediate can encode but do not
/// exist.
std::string blockLimit(const Instruction &i, const Expr &e) {
  if ((e.is(ExprKind::Part) || e.is(ExprKind::Insert)) &&
      e[0].is(ExprKind::Operand)) {
    const Operand &q = i.Operands[e[0].Index];
    const Record *format = e[e.is(ExprKind::Part) ? 1 : 2].Type.Format;
    int64_t blocks = 32 / bitsOf(format);
    if (q.Def->isSubClassOf("Immediate") &&
        q.Def->getValueAsInt("Max") >= blocks)
      return "illegal instruction if " + q.Name + " is above " +
             std::to_string(blocks - 1);
  }
  for (const Expr &a : e.Args)
    if (std::string s = blockLimit(i, a); !s.empty())
      return s;
  return "";
}

/// Returns one more than the largest value that the semantics set the state to;
/// 0 if unknown.
uint64_t valuesSet(const Expr &e, const Record *state) {
  if (e.is(ExprKind::Set) && e[0].is(ExprKind::State) && e[0].Record == state)
    return e[1].is(ExprKind::Field)
               ? uint64_t(1) << (e[1].Record->getValueAsInt("Width") & 63)
               : 0;
  uint64_t maximum = 1;
  for (const Expr &a : e.Args) {
    uint64_t values = valuesSet(a, state);
    if (!values)
      return 0;
    maximum = std::max(maximum, values);
  }
  return maximum;
}

/// Traps of a row instruction, derived from its semantics.
class RowTraps {
public:
  RowTraps(const Instruction &inst, const Model &model)
      : inst(inst), model(model) {
    visit(inst.Semantics);
  }
  std::vector<std::string> all;

private:
  void add(std::string trap) {
    if (!is_contained(all, trap))
      all.push_back(std::move(trap));
  }

  void visit(const Expr &e) {
    if (e.is(ExprKind::View))
      addPlace(e.Record->getValueAsDef("In"));
    if (e.is(ExprKind::Operand) &&
        inst.Operands[e.Index].Class == OperandClass::Rows)
      addPlace(inst.Operands[e.Index].Def->getValueAsDef("In"));
    addCount(e.Type.Size.Rows);
    addCount(e.Type.Size.Columns);
    if (e.is(ExprKind::Undefined) || lacksCases(e))
      add("configuration without a case in the pseudo-code");
    for (const Expr &a : e.Args)
      visit(a);
  }

  void addPlace(const Record *space) {
    add(space->getValueAsInt("Rows") ? "rows outside their memory"
                                     : "address misaligned or outside memory");
  }

  void addCount(const Extent &x) {
    if (x.K == Extent::Counted && x.Field)
      add(x.Field->getValueAsString("Name").str() + " above " +
          std::to_string(x.Fixed));
  }

  bool lacksCases(const Expr &e) {
    if (!e.is(ExprKind::Switch) || e[0].is(ExprKind::Is))
      return false;
    uint64_t values = e[0].is(ExprKind::Field)
                          ? uint64_t(1) << e[0].Record->getValueAsInt("Width")
                          : valuesOf(e[0].Record);
    return !values || values > e.Args.size() - 1;
  }

  /// As valuesSet, over all instructions.
  uint64_t valuesOf(const Record *state) {
    uint64_t maximum = 1;
    for (const Instruction &i : model.Instructions) {
      uint64_t values = is_contained(i.WrittenStates, state)
                            ? valuesSet(i.Semantics, state)
                            : 1;
      if (!values)
        return 0;
      maximum = std::max(maximum, values);
    }
    return maximum;
  }

  const Instruction &inst;
  const Model &model;
};

} // namespace

std::vector<std::string> trapsOf(const Instruction &i, const Model &model) {
  std::vector<std::string> traps;
  if (i.Class == InstructionClass::Scalar && (i.MayLoad || i.MayStore))
    traps.push_back("address misaligned or outside memory");
  if (i.Class == InstructionClass::Tile && (i.MayLoad || i.MayStore))
    traps.push_back("a row outside the core's own scratchpad");
  if (i.Class == InstructionClass::Rows)
    traps = RowTraps(i, model).all;
  if (i.hasSemantics())
    if (std::string s = blockLimit(i, i.Semantics); !s.empty())
      traps.push_back(s);
  return traps;
}

} // namespace matrix::tblgen
