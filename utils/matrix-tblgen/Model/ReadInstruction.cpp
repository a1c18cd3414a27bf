//===- ReadInstruction.cpp - instruction records to model -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads operands, encoding, semantics and features of an instruction record,
// and determines which operands and states the semantics read and write. The
// uses are collected in one traversal: the first argument of a Set is written,
// all other occurrences are read, and a tile in memory reads the states of its
// strides.
//
//===----------------------------------------------------------------------===//

#include "Model/ReadInstruction.h"
#include "Model/Encoding.h"
#include "Model/Specializations.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Semantics
//===----------------------------------------------------------------------===//

static void note(std::vector<const Record *> &list, const Record *state) {
  if (state && !is_contained(list, state))
    list.push_back(state);
}

namespace {

/// Operands in memories, and states, that semantics read and write.
struct Uses {
  Instruction &inst;
  std::vector<const Record *> &read, &written;

  void collect(const Expr &e, bool write = false) {
    if (e.is(ExprKind::Operand))
      return operand(inst.Operands[e.Index], write);
    if (e.is(ExprKind::State))
      return note(write ? written : read, e.Record);
    if (e.is(ExprKind::Point)) // takes the address without an access
      return note(written, e[0].Record);
    if (e.is(ExprKind::View)) {
      tile(e.Record);
      return collect(e[0]);
    }
    for (const Extent *x : {&e.Type.Size.Rows, &e.Type.Size.Columns})
      note(read, x->State);
    for (unsigned i = 0; i < e.Args.size(); ++i)
      collect(e[i], e.is(ExprKind::Set) && i == 0);
  }

private:
  void operand(Operand &o, bool write) {
    if (o.Class != OperandClass::Rows)
      return;
    (write ? o.Written : o.Read) = true;
    tile(o.Def);
  }
  void tile(const Record *t) {
    note(read, t->getValueAsOptionalDef("Stride"));
    note(read, t->getValueAsOptionalDef("BlockStride"));
  }
};

} // namespace

static void addSpecializations(Instruction &inst, const Expr &semantics,
                               bool also) {
  for (Specialization &f : specializationsOf(semantics, inst)) {
    f.Additional = also;
    inst.Specializations.push_back(std::move(f));
  }
}

/// Parses AlsoMatches.
static bool readAlternatives(Instruction &inst, ArrayRef<Geometry> geometries) {
  if (!inst.Def->getValue("AlsoMatches"))
    return true;
  bool isFine = true;
  for (const Init *also :
       inst.Def->getValueAsListInit("AlsoMatches")->getElements()) {
    auto e = parseSemantics(cast<DagInit>(also), inst, geometries);
    isFine &= bool(e);
    if (!e)
      continue;
    addSpecializations(inst, *e, true);
    inst.Alternatives.push_back(std::move(*e));
  }
  return isFine;
}

static bool readSemantics(Instruction &inst, ArrayRef<Geometry> geometries) {
  const RecordVal *v = inst.Def->getValue("Semantics");
  auto *dag = dyn_cast<DagInit>(v->getValue());
  if (!dag) {
    report(inst.Def, "the semantics are missing; give a dag of operators of "
                     "td/Common/Operators.td");
    return false;
  }
  auto semantics = parseSemantics(dag, inst, geometries);
  if (!semantics)
    return false;
  inst.Semantics = *semantics;
  addSpecializations(inst, inst.Semantics, false);
  Uses{inst, inst.ReadStates, inst.WrittenStates}.collect(inst.Semantics);
  return readAlternatives(inst, geometries);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static InstructionClass classOf(const Record *r) {
  if (r->isSubClassOf("TileInst"))
    return InstructionClass::Tile;
  if (r->isSubClassOf("SystemInst"))
    return InstructionClass::System;
  return r->isSubClassOf("RowInst") ? InstructionClass::Rows
                                    : InstructionClass::Scalar;
}

/// Returns the features of the assembler conditions of `Predicates`.
static std::vector<const Record *> featuresOf(const Record *r) {
  std::vector<const Record *> all;
  for (const Record *p : r->getValueAsListOfDefs("Predicates")) {
    if (!p->isSubClassOf("AssemblerPredicate"))
      continue;
    const DagInit *d = p->getValueAsDag("AssemblerCondDag");
    for (const Init *a : d->getArgs())
      if (auto *f = dyn_cast<DefInit>(a))
        all.push_back(f->getDef());
  }
  return all;
}

/// Returns the geometries of the variants that have the instruction; shapes are
/// checked in these only.
static std::vector<Geometry> geometriesOf(const Instruction &inst,
                                          ArrayRef<Variant> variants) {
  std::vector<Geometry> all;
  for (const Variant &v : variants)
    if (v.Tiles && inst.isAvailable(v))
      all.push_back(*v.Tiles);
  return all;
}

Instruction readInstruction(const Record *r, ArrayRef<Geometry> geometries,
                            ArrayRef<Variant> variants) {
  Instruction inst;
  inst.Def = r;
  inst.Name = r->getName().str();
  inst.BaseMnemonic = r->getValueAsString("BaseMnemonic").str();
  inst.Mnemonic = r->getValueAsString("Mnemonic").str();
  inst.Class = classOf(r);
  inst.Features = featuresOf(r);
  inst.Roles = r->getValueAsListOfDefs("Roles");
  inst.MayLoad = flag(r, "mayLoad");
  inst.MayStore = flag(r, "mayStore");
  inst.SideEffects = flag(r, "hasSideEffects");
  inst.HasOperands = readOperands(inst);
  if (!inst.HasOperands)
    return inst;
  inst.HasCode = readEncoding(inst);
  auto own = geometriesOf(inst, variants);
  if (!own.empty())
    geometries = own;
  inst.HasTree = inst.hasSemantics() && readSemantics(inst, geometries);
  return inst;
}

} // namespace matrix::tblgen
