//===- RowOps.cpp - row instructions as operations ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

std::string StateSlot::name() const {
  std::string name = State->getValueAsString("Name").str();
  return Field.empty() ? name : name + "." + Field;
}

std::vector<StateSlot> stateSlots(const Model &model) {
  std::vector<StateSlot> slots;
  for (const Record *state : recordsInOrder(model.Records, "State"))
    slots.push_back({state, ""});
  return slots;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {

class Flattener {
public:
  Flattener(const Instruction &inst, const Model &model)
      : inst(inst), slots(stateSlots(model)) {}

  RowOp run() {
    op.Words = inst.Operands.size();
    for (unsigned i = 0; i < inst.Operands.size(); ++i)
      addOperand(inst.Operands[i], i);
    for (const Record *state : inst.ReadStates)
      addState(state);
    resolvePlaces();
    for (const matrix::tblgen::Form &form : inst.Forms)
      addForm(form);
    collectWrites(inst.Meaning);
    return std::move(op);
  }

private:
  void addOperand(const Operand &o, int word);
  void addState(const Record *state);
  void resolvePlaces();
  void addForm(const matrix::tblgen::Form &form);
  void flatten(Expr &e);
  void collectWrites(const Expr &e);

  Extent inInputs(Extent e) const;
  int inputOf(int operand) const;
  int inputOf(const Record *state) const;
  int slotOf(const Record *state) const;
  bool counts(int operand) const;

  const Instruction &inst;
  std::vector<StateSlot> slots;
  RowOp op;
};

} // namespace

/// Whether rows of an operand are as many as this one says.
bool Flattener::counts(int operand) const {
  return any_of(inst.Operands, [&](const Operand &o) {
    return o.RowCount.K == Extent::Counted && o.RowCount.Operand == operand;
  });
}

void Flattener::addOperand(const Operand &o, int word) {
  RowInput input;
  input.Name = o.Name;
  input.Source = &o;
  input.Word = word;
  switch (o.Class) {
  case OperandClass::Rows:
    input.Kind = RowInput::Place;
    input.Format = o.Format;
    input.Space = o.Space;
    input.Read = o.Read;
    input.Written = o.Written;
    break;
  case OperandClass::General:
    input.Kind = RowInput::General;
    break;
  case OperandClass::Float32:
    input.Kind = RowInput::Float;
    break;
  case OperandClass::Immediate:
    input.Kind = counts(word) ? RowInput::Count : RowInput::Immediate;
    input.Min = o.Def->getValueAsInt("Min");
    input.Max = o.Def->getValueAsInt("Max");
    break;
  default:
    PrintFatalError(inst.Def, "operand $" + o.Name +
                                  " of an instruction on rows must be rows, a "
                                  "general or f32 register or an immediate");
  }
  op.Inputs.push_back(input);
}

void Flattener::addState(const Record *state) {
  RowInput input;
  input.Name = state->getValueAsString("Name").str();
  input.Slot = slotOf(state);
  if (state->isSubClassOf("ScalarState")) {
    bool isFloat = state->getValueAsString("Cpp") == "float";
    input.Kind = isFloat ? RowInput::Float : RowInput::General;
    op.Inputs.push_back(input);
    return;
  }
  input.Kind = RowInput::Place;
  bool pointer = state->isSubClassOf("PointerState");
  const Record *tile = pointer ? state->getValueAsDef("To") : state;
  input.Format = tile->getValueAsDef("Fmt");
  input.Space = pointer ? tile->getValueAsDef("In") : nullptr;
  input.Columns = Extent::fixed(tile->getValueAsInt("Columns"));
  int64_t rows = 0;
  if (!pointer)
    rows = tile->getValueAsInt("Rows");
  else if (tile->getValueAsString("Rows").getAsInteger(10, rows))
    PrintFatalError(state, "the tile must have a number of rows");
  input.Rows = Extent::fixed(rows);
  input.Read = true;
  op.Inputs.push_back(input);
}

/// Extents and strides name other inputs.
void Flattener::resolvePlaces() {
  for (RowInput &input : op.Inputs) {
    if (input.Kind != RowInput::Place || !input.Source)
      continue;
    input.Rows = inInputs(input.Source->RowCount);
    input.Columns = inInputs(input.Source->ColumnCount);
    if (input.Source->Stride)
      input.Stride = inputOf(input.Source->Stride);
  }
}

int Flattener::inputOf(int operand) const {
  for (unsigned i = 0; i < op.Inputs.size(); ++i)
    if (op.Inputs[i].Source == &inst.Operands[operand])
      return i;
  return -1;
}

int Flattener::slotOf(const Record *state) const {
  return find(slots, StateSlot{state, ""}) - slots.begin();
}

int Flattener::inputOf(const Record *state) const {
  int slot = slotOf(state);
  for (unsigned i = 0; i < op.Inputs.size(); ++i)
    if (op.Inputs[i].Slot == slot)
      return i;
  PrintFatalError(inst.Def, "the meaning uses state " + state->getName() +
                                " in a way that selection does not know");
}

Extent Flattener::inInputs(Extent e) const {
  if (e.K == Extent::Counted)
    e.Operand = inputOf(e.Operand);
  return e;
}

//===----------------------------------------------------------------------===//
// Forms and writes
//===----------------------------------------------------------------------===//

void Flattener::flatten(Expr &e) {
  e.Type.Size.Rows = inInputs(e.Type.Size.Rows);
  e.Type.Size.Columns = inInputs(e.Type.Size.Columns);
  if (e.is(ExprKind::Operand))
    e.Index = inputOf(e.Index);
  if (e.is(ExprKind::State)) {
    e.Index = inputOf(e.Record);
    e.Kind = ExprKind::Operand;
    e.Record = nullptr;
  }
  for (Expr &arg : e.Args)
    flatten(arg);
}

void Flattener::addForm(const matrix::tblgen::Form &form) {
  if (!form.Meaning.is(ExprKind::Set))
    return; // configuration: nothing to match
  const Expr &target = form.Meaning[0];
  if (target.is(ExprKind::State) &&
      !target.Record->isSubClassOf("PointerState"))
    return;
  RowForm flat{form.Meaning, {}, form.Also};
  flatten(flat.Meaning);
  for (const matrix::tblgen::Requirement &r : form.Requires)
    flat.Requires.push_back({inputOf(r.State), r.Value});
  op.Inputs[flat.Meaning[0].Index].Written = true;
  op.Forms.push_back(std::move(flat));
}

void Flattener::collectWrites(const Expr &e) {
  if (e.is(ExprKind::Seq))
    for (const Expr &arg : e.Args)
      collectWrites(arg);
  bool write = e.is(ExprKind::Point) ||
               (e.is(ExprKind::Set) && e[0].is(ExprKind::State) &&
                !e[0].Record->isSubClassOf("PointerState"));
  if (!write)
    return;
  if (!e[1].is(ExprKind::Operand))
    PrintFatalError(inst.Def, "state " + e[0].Record->getName() +
                                  " must be set to an operand as it is");
  op.Writes.push_back({slotOf(e[0].Record), inputOf(e[1].Index)});
}

RowOp rowOpOf(const Instruction &inst, const Model &model) {
  return Flattener(inst, model).run();
}

} // namespace matrix::tblgen
