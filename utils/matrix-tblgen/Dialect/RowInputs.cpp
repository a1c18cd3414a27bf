//===- RowInputs.cpp - inputs of row operations ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns input numbers to operands, bit fields, states, counts and places of a
// row instruction, and rewrites extents to refer to these inputs. An input is
// identified by its origin (operand, state, view, field); a linear search over
// the few inputs of an operation returns the existing one. Immediates are
// numbered first, because they may count the rows of other operands.
//
//===----------------------------------------------------------------------===//

#include "Dialect/RowInputs.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;

namespace matrix::tblgen {

RowInputs::RowInputs(const Instruction &inst, const Model &model, RowOp &op)
    : inst(inst), model(model), slots(tblgen::stateSlots(model)), op(op) {
  for (bool immediates : {true, false}) // immediates count others
    for (unsigned i = 0; i < inst.Operands.size(); ++i)
      if ((inst.Operands[i].Class == OperandClass::Immediate) == immediates)
        addOperand(i);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void RowInputs::addOperand(int index) {
  const Operand &o = inst.Operands[index];
  RowInput key;
  key.Name = o.Name;
  key.Operand = index;
  switch (o.Class) {
  case OperandClass::Rows:
    return addRows(o, key);
  case OperandClass::General:
    if (o.Fields.empty())
      input(key);
    return;
  case OperandClass::Float32:
    key.Kind = RowInput::Float;
    break;
  case OperandClass::Immediate:
    key.Kind = counts(index) ? RowInput::Count : RowInput::Immediate;
    key.Min = o.Def->getValueAsInt("Min");
    key.Max = o.Def->getValueAsInt("Max");
    break;
  default:
    return report(inst.Def, "operand $" + o.Name +
                                " of an instruction on rows must be rows, a "
                                "general or f32 register or an immediate; use "
                                "InRegister, Packed, XReg, SReg or Immediate");
  }
  input(key);
}

void RowInputs::addRows(const Operand &o, RowInput key) {
  key.Kind = RowInput::MemRef;
  key.Format = o.Format;
  key.Space = o.Space;
  int place = input(key);
  setExtents(place, {o.RowCount, o.ColumnCount});
  if (o.Stride) {
    int stride = stateInput(o.Stride);
    op.Inputs[place].Stride = stride;
  }
}

/// Returns true if the operand counts the rows of another operand.
bool RowInputs::counts(int operand) const {
  return any_of(inst.Operands, [&](const Operand &o) {
    return (o.RowCount.K == Extent::Counted && !o.RowCount.Field &&
            o.RowCount.Operand == operand) ||
           (o.ColumnCount.K == Extent::Counted && !o.ColumnCount.Field &&
            o.ColumnCount.Operand == operand);
  });
}

/// Returns the input of that origin; creates it if necessary.
int RowInputs::input(RowInput key) {
  for (unsigned i = 0; i < op.Inputs.size(); ++i) {
    const RowInput &known = op.Inputs[i];
    if (known.Operand == key.Operand && known.State == key.State &&
        known.View == key.View && known.Field == key.Field)
      return i;
  }
  if (key.State && key.Slot < 0 && key.Kind != RowInput::Count)
    key.Slot = slotOf(key.State, key.Field);
  if (key.Operand >= 0)
    key.Word = key.Operand;
  op.Inputs.push_back(key);
  return op.Inputs.size() - 1;
}

int RowInputs::slotOf(const Record *state, const std::string &field) const {
  return find(slots, StateSlot{state, field}) - slots.begin();
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

int RowInputs::stateInput(const Record *state) {
  RowInput key;
  key.Name = state->getValueAsString("Name").str();
  key.State = state;
  if (state->isSubClassOf("ScalarState")) {
    bool isFloat = state->getValueAsString("Cpp") == "float";
    key.Kind = isFloat ? RowInput::Float : RowInput::General;
    return input(key);
  }
  key.Kind = RowInput::MemRef;
  key.Format = state->getValueAsDef("Fmt");
  key.Space = spaceOf(state, model);
  key.Rows = Extent::fixed(state->getValueAsInt("Rows"));
  key.Columns = Extent::fixed(state->getValueAsInt("Columns"));
  return input(key);
}

int RowInputs::fieldInput(int operand, const Record *field) {
  RowInput key;
  key.Name = inst.Operands[operand].Name + "." + fieldName(field);
  key.Operand = operand;
  key.Field = fieldName(field);
  key.Low = field->getValueAsInt("Low");
  key.Width = field->getValueAsInt("Width");
  return input(key);
}

/// The result may follow from the types of places; `maximum`: maximum for this
/// place.
int RowInputs::countInput(const Extent &e, int64_t maximum) {
  RowInput key;
  if (!e.Field) {
    key.Operand = e.Operand;
    key.Name = inst.Operands[e.Operand].Name;
    return input(key); // an immediate exists already
  }
  key.Kind = RowInput::Count;
  key.Field = fieldName(e.Field);
  key.Operand = e.State ? -1 : e.Operand;
  key.State = e.State;
  key.Name = (e.State ? e.State->getValueAsString("Name").str()
                      : inst.Operands[e.Operand].Name) +
             "." + key.Field;
  key.Low = e.Field->getValueAsInt("Low");
  key.Width = e.Field->getValueAsInt("Width");
  key.Min = 1;
  key.Max = e.Fixed;
  int number = input(key);
  op.Inputs[number].Max = std::min(op.Inputs[number].Max, maximum);
  return number;
}

Extent RowInputs::inInputs(Extent e, int64_t maximum) {
  if (e.K == Extent::Counted)
    e.Operand = countInput(e, maximum);
  return e;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

int RowInputs::placeOf(const Expr &e) {
  if (e.is(ExprKind::State))
    return stateInput(e.Record);
  if (!e.is(ExprKind::View)) {
    RowInput key;
    key.Operand = e.Index;
    return input(key);
  }
  int place = viewPlace(e.Record, e[0]);
  setExtents(place, e.Type.Size);
  if (const Record *stride = e.Record->getValueAsOptionalDef("Stride")) {
    if (op.Inputs[place].Space->getValueAsInt("Rows"))
      op.Needs.push_back({slotOf(stride), 1});
    else {
      int number = stateInput(stride);
      op.Inputs[place].Stride = number;
    }
  }
  return place;
}

int RowInputs::viewPlace(const Record *tile, const Expr &at) {
  RowInput key;
  key.Kind = RowInput::MemRef;
  key.View = tile;
  key.Format = tile->getValueAsDef("Fmt");
  key.Space = tile->getValueAsDef("In");
  if (at.is(ExprKind::State)) {
    key.State = at.Record;
    key.Slot = slotOf(at.Record);
    key.Name = at.Record->getValueAsString("Name").str();
  } else {
    const Operand &o = inst.Operands[at.Index];
    key.Operand = at.Index;
    key.Name = o.Name;
    if (const Record *row = findField(o.Fields, "row"))
      key.Width = row->getValueAsInt("Width");
  }
  return input(key);
}

/// A place has one memory row per tile row, independent of the maximum tile
/// width.
void RowInputs::setExtents(int place, const Shape &size) {
  const Record *space = op.Inputs[place].Space,
               *format = op.Inputs[place].Format;
  int64_t rows = space ? space->getValueAsInt("Rows") : 0;
  int64_t columns = std::numeric_limits<int64_t>::max();
  if (rows && format)
    columns = space->getValueAsInt("RowSize") * 8 / bitsOf(format);
  Extent down = inInputs(size.Rows, rows ? rows : columns);
  Extent across = inInputs(size.Columns, columns);
  op.Inputs[place].Rows = down;
  op.Inputs[place].Columns = across;
}

int RowInputs::pointPlace(int operand) {
  const Operand &o = inst.Operands[operand];
  RowInput key;
  key.Kind = RowInput::MemRef;
  key.Operand = operand;
  key.Name = o.Name;
  if (const Record *row = findField(o.Fields, "row"))
    key.Width = row->getValueAsInt("Width");
  int place = input(key);
  for (auto [name, extent] : {std::pair("rows", &RowInput::Rows),
                              std::pair("columns", &RowInput::Columns)})
    if (const Record *field = findField(o.Fields, name)) {
      Extent counted = Extent::counted(operand, field->getValueAsInt("Max"));
      counted.Field = field;
      counted.Operand = countInput(counted, counted.Fixed);
      op.Inputs[place].*extent = counted;
    }
  return place;
}

} // namespace matrix::tblgen
