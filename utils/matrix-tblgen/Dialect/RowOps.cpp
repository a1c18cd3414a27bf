//===- RowOps.cpp - row instructions as operations ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattens each specialization of a row instruction into one tree over numbered
// inputs. A requirement on a bit field becomes a constant in the operand's
// word, one on configuration state a required value of its slot. Pad and Crop
// nodes are removed, after which fixed extents are maxima (`Padded`). Selection
// matches one tree per operation, so a specialization with two effects on
// tiles, or with a computed value in configuration state, is omitted.
//
//===----------------------------------------------------------------------===//

#include "Dialect/RowOps.h"
#include "Dialect/RowInputs.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

class Flattener {
public:
  Flattener(const Instruction &inst, const Model &model)
      : inst(inst), inputs(inst, model, op) {
    op.Words = inst.Operands.size();
  }

  /// Returns false if selection cannot use the specialization.
  bool add(const Specialization &specialization);
  RowOp take() { return std::move(op); }

private:
  void addRequirements(const Specialization &specialization);
  bool addStep(const Expr &step, bool also);
  void addPoint(const Expr &step);
  bool addStateWrite(const Expr &step);
  std::optional<int64_t> constantIn(int operand, const Record *field) const;
  void flatten(Expr &e);
  void flattenLeaf(Expr &e);

  const Instruction &inst;
  RowOp op;
  RowInputs inputs;
};

} // namespace

bool Flattener::add(const Specialization &specialization) {
  if (!specialization.Additional)
    addRequirements(specialization);
  return addStep(specialization.Semantics, specialization.Additional);
}

/// Adds the state and the fields that select the specialization.
void Flattener::addRequirements(const Specialization &specialization) {
  for (const Requirement &r : specialization.Requires) {
    if (!r.Equal)
      continue; // the general specialization holds for every value
    if (r.State) {
      op.Needs.push_back({inputs.slotOf(r.State, fieldName(r.Field)), r.Value});
      continue;
    }
    unsigned low = r.Field ? r.Field->getValueAsInt("Low") : 0;
    unsigned width = r.Field ? r.Field->getValueAsInt("Width") : 64;
    op.Constants.push_back({r.Operand, low, width, r.Value});
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

static void markRead(const Expr &e, std::vector<RowInput> &inputs) {
  if (e.is(ExprKind::Operand))
    inputs[e.Index].Read = true;
  for (const Expr &arg : e.Args)
    markRead(arg, inputs);
}

/// Inputs are fields of operands only.
static bool readsLatchedField(const Expr &e) {
  return (e.is(ExprKind::Field) && e[0].is(ExprKind::State)) ||
         any_of(e.Args, readsLatchedField);
}

/// Adds the effect on a tile, or a write of state.
bool Flattener::addStep(const Expr &step, bool also) {
  if (step.is(ExprKind::Seq))
    return all_of(step.Args,
                  [&](const Expr &inner) { return addStep(inner, also); });
  if (step.is(ExprKind::Point)) {
    addPoint(step);
    return true;
  }
  if (!step.is(ExprKind::Set))
    return false;
  if (step[0].is(ExprKind::State))
    return addStateWrite(step);
  if (!also && !op.Patterns.empty())
    return false; // two effects are not a tree
  if (readsLatchedField(step[1]))
    return false;
  RowPattern flat{step, also};
  flatten(flat.Semantics);
  op.Inputs[flat.Semantics[0].Index].Written = true;
  markRead(flat.Semantics[1], op.Inputs);
  op.Patterns.push_back(std::move(flat));
  return true;
}

/// Latches the whole word: address and flags.
void Flattener::addPoint(const Expr &step) {
  const Record *pointer = step[0].Record;
  int operand = step[1].Index;
  op.Writes.push_back({inputs.slotOf(pointer), inputs.pointPlace(operand), 0});
  ArrayRef<StateSlot> slots = inputs.stateSlots();
  for (unsigned slot = 0; slot < slots.size(); ++slot)
    if (slots[slot].State == pointer && !slots[slot].Field.empty()) {
      const Record *field =
          findField(inst.Operands[operand].Fields, slots[slot].Field);
      op.Writes.push_back({int(slot), inputs.fieldInput(operand, field), 0});
    }
}

bool Flattener::addStateWrite(const Expr &step) {
  const Record *state = step[0].Record;
  const Expr &value = unpadded(step[1]);
  int number = -1;
  bool field = value.is(ExprKind::Field) && value[0].is(ExprKind::Operand);
  if (field)
    if (auto fixed = constantIn(value[0].Index, value.Record)) {
      op.Writes.push_back({inputs.slotOf(state), -1, *fixed});
      return true;
    }
  if (field)
    number = inputs.fieldInput(value[0].Index, value.Record);
  else if (value.is(ExprKind::View) || value.is(ExprKind::State) ||
           value.is(ExprKind::Operand))
    number = inputs.placeOf(value);
  if (number < 0)
    return false; // computed values are not supported by selection
  op.Inputs[number].Read = true;
  op.Padded = true;
  op.Writes.push_back({inputs.slotOf(state), number, 0});
  return true;
}

/// Returns the value of the field if requirements fix all of its bits.
std::optional<int64_t> Flattener::constantIn(int operand,
                                             const Record *field) const {
  unsigned low = field->getValueAsInt("Low"),
           width = field->getValueAsInt("Width");
  for (const RowOp::Constant &c : op.Constants)
    if (c.Word == operand && c.Low <= low && low + width <= c.Low + c.Width)
      return c.Value >> (low - c.Low) & maskTrailingOnes<uint64_t>(width);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// Removes Pad nodes, which only bound the extent of a tile.
void Flattener::flatten(Expr &e) {
  while (e.is(ExprKind::Pad) || e.is(ExprKind::Crop)) {
    op.Padded = true;
    Expr inner = e[0];
    e = std::move(inner);
  }
  if (is_contained(
          {ExprKind::State, ExprKind::View, ExprKind::Operand, ExprKind::Field},
          e.Kind))
    return flattenLeaf(e);
  Shape &size = e.Type.Size;
  size.Rows = inputs.inInputs(size.Rows, size.Rows.Fixed);
  size.Columns = inputs.inInputs(size.Columns, size.Columns.Fixed);
  for (Expr &arg : e.Args)
    flatten(arg);
}

void Flattener::flattenLeaf(Expr &e) {
  bool scalar = e.is(ExprKind::State) && e.Record->isSubClassOf("ScalarState");
  int number = e.is(ExprKind::Field) ? inputs.fieldInput(e[0].Index, e.Record)
               : scalar              ? inputs.stateInput(e.Record)
                                     : inputs.placeOf(e);
  bool place = op.Inputs[number].Kind == RowInput::MemRef;
  op.Padded |= place && e.is(ExprKind::State);
  if (place)
    e.Type.Size = {op.Inputs[number].Rows, op.Inputs[number].Columns};
  e.Kind = ExprKind::Operand;
  e.Record = nullptr;
  e.Text.clear();
  e.Args.clear();
  e.Index = number;
}

//===----------------------------------------------------------------------===//
// All specializations
//===----------------------------------------------------------------------===//

std::vector<RowOp> rowOpsOf(const Instruction &inst, const Model &model) {
  std::vector<RowOp> ops;
  for (const Specialization &specialization : inst.Specializations) {
    if (specialization.Additional)
      continue;
    Flattener flattener(inst, model);
    bool useful = flattener.add(specialization);
    for (const Specialization &also : inst.Specializations)
      useful = useful && (!also.Additional || flattener.add(also));
    if (useful)
      ops.push_back(flattener.take());
  }
  return ops;
}

} // namespace matrix::tblgen
