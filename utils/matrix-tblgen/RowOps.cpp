//===- RowOps.cpp - row instructions as operations ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TableGen/Error.h"
#include <functional>
#include <limits>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

std::string StateSlot::name() const {
  std::string name = State->getValueAsString("Name").str();
  return Field.empty() ? name : name + "." + Field;
}

static std::string fieldName(const Record *field) {
  return field ? field->getValueAsString("Name").str() : "";
}

/// Fields of addresses count only where a form looks at them.
std::vector<StateSlot> stateSlots(const Model &model) {
  std::vector<StateSlot> slots;
  for (const Record *state : recordsInOrder(model.Records, "State"))
    slots.push_back({state, ""});
  for (const Instruction &inst : model.Instructions)
    for (const Form &form : inst.Forms)
      for (const Requirement &r : form.Requires)
        if (r.State && r.Field) {
          StateSlot slot{r.State, fieldName(r.Field)};
          if (!is_contained(slots, slot))
            slots.push_back(slot);
        }
  return slots;
}

/// The tile behind paddings.
static const Expr &stripped(const Expr &e) {
  return e.is(ExprKind::Pad) || e.is(ExprKind::Crop) ? stripped(e[0]) : e;
}

/// The space of what a TileState is set to, directly or from another state.
static const Record *spaceOf(const Record *state, const Model &model,
                             unsigned depth = 0) {
  std::function<const Record *(const Expr &)> find =
      [&](const Expr &e) -> const Record * {
    if (e.is(ExprKind::Set) && e[0].is(ExprKind::State) &&
        e[0].Record == state) {
      const Expr &from = stripped(e[1]);
      if (from.is(ExprKind::View))
        return from.Record->getValueAsDef("In");
      if (from.is(ExprKind::State) && depth < 4)
        return spaceOf(from.Record, model, depth + 1);
    }
    for (const Expr &arg : e.Args)
      if (const Record *space = find(arg))
        return space;
    return nullptr;
  };
  for (const Instruction &inst : model.Instructions)
    for (const Form &form : inst.Forms)
      if (const Record *space = find(form.Meaning))
        return space;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// One form
//===----------------------------------------------------------------------===//

namespace {

class Flattener {
public:
  Flattener(const Instruction &inst, const Model &model)
      : inst(inst), model(model), slots(stateSlots(model)) {
    op.Words = inst.Operands.size();
    for (bool immediates : {true, false}) // others are counted by them
      for (unsigned i = 0; i < inst.Operands.size(); ++i)
        if ((inst.Operands[i].Class == OperandClass::Immediate) == immediates)
          addOperand(i);
  }

  /// False if selection can't use the form.
  bool add(const Form &form);
  RowOp take() { return std::move(op); }

private:
  void addOperand(int index);
  bool addStep(const Expr &step, bool also);
  bool addStateWrite(const Expr &step);
  void addPoint(const Expr &step);
  void addRequirements(const Form &form);
  void flatten(Expr &e);

  int input(RowInput key);
  int placeOf(const Expr &e);
  int viewPlace(const Record *tile, const Expr &at);
  int stateInput(const Record *state);
  int fieldInput(int operand, const Record *field);
  int countInput(const Extent &e, int64_t most);
  void setExtents(int place, const Shape &size);
  Extent inInputs(Extent e, int64_t most);
  std::optional<int64_t> constantIn(int operand, const Record *field) const;
  int slotOf(const Record *state, const std::string &field = "");
  bool counts(int operand) const;

  const Instruction &inst;
  const Model &model;
  std::vector<StateSlot> slots;
  RowOp op;
};

} // namespace

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

int Flattener::slotOf(const Record *state, const std::string &field) {
  return find(slots, StateSlot{state, field}) - slots.begin();
}

/// Whether rows of an operand are as many as this one says.
bool Flattener::counts(int operand) const {
  return any_of(inst.Operands, [&](const Operand &o) {
    return (o.RowCount.K == Extent::Counted && !o.RowCount.Field &&
            o.RowCount.Operand == operand) ||
           (o.ColumnCount.K == Extent::Counted && !o.ColumnCount.Field &&
            o.ColumnCount.Operand == operand);
  });
}

/// The input of that origin, made if it is new.
int Flattener::input(RowInput key) {
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

/// Operands as they are; those that are packed appear field by field.
void Flattener::addOperand(int index) {
  const Operand &o = inst.Operands[index];
  RowInput key;
  key.Name = o.Name;
  key.Operand = index;
  switch (o.Class) {
  case OperandClass::Rows: {
    key.Kind = RowInput::Place;
    key.Format = o.Format;
    key.Space = o.Space;
    int place = input(key);
    setExtents(place, {o.RowCount, o.ColumnCount});
    if (o.Stride) {
      int stride = stateInput(o.Stride);
      op.Inputs[place].Stride = stride;
    }
    return;
  }
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
    PrintFatalError(inst.Def, "operand $" + o.Name +
                                  " of an instruction on rows must be rows, a "
                                  "general or f32 register or an immediate");
  }
  input(key);
}

int Flattener::stateInput(const Record *state) {
  RowInput key;
  key.Name = state->getValueAsString("Name").str();
  key.State = state;
  if (state->isSubClassOf("ScalarState")) {
    bool isFloat = state->getValueAsString("Cpp") == "float";
    key.Kind = isFloat ? RowInput::Float : RowInput::General;
    return input(key);
  }
  key.Kind = RowInput::Place;
  key.Format = state->getValueAsDef("Fmt");
  key.Space = spaceOf(state, model);
  key.Rows = Extent::fixed(state->getValueAsInt("Rows"));
  key.Columns = Extent::fixed(state->getValueAsInt("Columns"));
  return input(key);
}

int Flattener::fieldInput(int operand, const Record *field) {
  RowInput key;
  key.Name = inst.Operands[operand].Name + "." + fieldName(field);
  key.Operand = operand;
  key.Field = fieldName(field);
  key.Low = field->getValueAsInt("Low");
  key.Width = field->getValueAsInt("Width");
  return input(key);
}

/// Follows from the types of places; `most`: what the place at hand can have.
int Flattener::countInput(const Extent &e, int64_t most) {
  RowInput key;
  if (!e.Field) {
    key.Operand = e.Operand;
    key.Name = inst.Operands[e.Operand].Name;
    return input(key); // an immediate: there already
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
  op.Inputs[number].Max = std::min(op.Inputs[number].Max, most);
  return number;
}

Extent Flattener::inInputs(Extent e, int64_t most) {
  if (e.K == Extent::Counted)
    e.Operand = countInput(e, most);
  return e;
}

/// A place has one row of its memory for each row, however wide tiles could be.
void Flattener::setExtents(int place, const Shape &size) {
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

int Flattener::viewPlace(const Record *tile, const Expr &at) {
  RowInput key;
  key.Kind = RowInput::Place;
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

int Flattener::placeOf(const Expr &e) {
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

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// Paddings vanish: they only say how far a tile may reach.
void Flattener::flatten(Expr &e) {
  while (e.is(ExprKind::Pad) || e.is(ExprKind::Crop)) {
    op.Padded = true;
    Expr inner = e[0];
    e = std::move(inner);
  }
  bool scalar = e.is(ExprKind::State) && e.Record->isSubClassOf("ScalarState");
  bool leaf =
      e.is(ExprKind::State) || e.is(ExprKind::View) || e.is(ExprKind::Operand);
  bool field = e.is(ExprKind::Field);
  if (!leaf && !field) {
    e.Type.Size.Rows = inInputs(e.Type.Size.Rows, e.Type.Size.Rows.Fixed);
    e.Type.Size.Columns =
        inInputs(e.Type.Size.Columns, e.Type.Size.Columns.Fixed);
    for (Expr &arg : e.Args)
      flatten(arg);
    return;
  }
  int number = field    ? fieldInput(e[0].Index, e.Record)
               : scalar ? stateInput(e.Record)
                        : placeOf(e);
  bool place = op.Inputs[number].Kind == RowInput::Place;
  op.Padded |= place && e.is(ExprKind::State);
  if (place)
    e.Type.Size = {op.Inputs[number].Rows, op.Inputs[number].Columns};
  e.Kind = ExprKind::Operand;
  e.Record = nullptr;
  e.Text.clear();
  e.Args.clear();
  e.Index = number;
}

static void markRead(const Expr &e, std::vector<RowInput> &inputs) {
  if (e.is(ExprKind::Operand))
    inputs[e.Index].Read = true;
  for (const Expr &arg : e.Args)
    markRead(arg, inputs);
}

/// The effect on a tile, or a write of state.
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
  if (!also && !op.Forms.empty())
    return false; // two effects at once are no tree
  RowForm flat{step, also};
  flatten(flat.Meaning);
  op.Inputs[flat.Meaning[0].Index].Written = true;
  markRead(flat.Meaning[1], op.Inputs);
  op.Forms.push_back(std::move(flat));
  return true;
}

/// The value of the field if what selects the form fixes all of its bits.
std::optional<int64_t> Flattener::constantIn(int operand,
                                             const Record *field) const {
  unsigned low = field->getValueAsInt("Low"),
           width = field->getValueAsInt("Width");
  for (const RowOp::Constant &c : op.Constants)
    if (c.Word == operand && c.Low <= low && low + width <= c.Low + c.Width)
      return c.Value >> (low - c.Low) & maskTrailingOnes<uint64_t>(width);
  return std::nullopt;
}

bool Flattener::addStateWrite(const Expr &step) {
  const Record *state = step[0].Record;
  const Expr &value = stripped(step[1]);
  int number = -1;
  bool field = value.is(ExprKind::Field) && value[0].is(ExprKind::Operand);
  if (field)
    if (auto fixed = constantIn(value[0].Index, value.Record)) {
      op.Writes.push_back({slotOf(state), -1, *fixed});
      return true;
    }
  if (field)
    number = fieldInput(value[0].Index, value.Record);
  else if (value.is(ExprKind::View) || value.is(ExprKind::State) ||
           value.is(ExprKind::Operand))
    number = placeOf(value);
  if (number < 0)
    return false; // computed: selection can't follow it
  op.Inputs[number].Read = true;
  op.Padded = true;
  op.Writes.push_back({slotOf(state), number, 0});
  return true;
}

/// The whole word: an address, counts of whatever tile is there, and flags.
void Flattener::addPoint(const Expr &step) {
  const Record *pointer = step[0].Record;
  int operand = step[1].Index;
  const Operand &o = inst.Operands[operand];
  RowInput key;
  key.Kind = RowInput::Place;
  key.Operand = operand;
  key.Name = o.Name;
  if (const Record *row = findField(o.Fields, "row"))
    key.Width = row->getValueAsInt("Width");
  int place = input(key);
  for (auto [name, extent] : {std::pair("rows", &RowInput::Rows),
                              std::pair("columns", &RowInput::Columns)})
    if (const Record *field = findField(o.Fields, name)) {
      Extent counted = Extent::counted(operand, field->getValueAsInt("Most"));
      counted.Field = field;
      counted.Operand = countInput(counted, counted.Fixed);
      op.Inputs[place].*extent = counted;
    }
  op.Writes.push_back({slotOf(pointer), place, 0});
  for (unsigned slot = 0; slot < slots.size(); ++slot)
    if (slots[slot].State == pointer && !slots[slot].Field.empty()) {
      const Record *field = findField(o.Fields, slots[slot].Field);
      op.Writes.push_back({int(slot), fieldInput(operand, field), 0});
    }
}

/// What selects the form: state that must be so, fields that are so.
void Flattener::addRequirements(const Form &form) {
  for (const Requirement &r : form.Requires) {
    if (!r.Equal)
      continue; // the general form: right for every value
    if (r.State) {
      op.Needs.push_back({slotOf(r.State, fieldName(r.Field)), r.Value});
      continue;
    }
    unsigned low = r.Field ? r.Field->getValueAsInt("Low") : 0;
    unsigned width = r.Field ? r.Field->getValueAsInt("Width") : 64;
    op.Constants.push_back({r.Operand, low, width, r.Value});
  }
}

bool Flattener::add(const Form &form) {
  if (!form.Also)
    addRequirements(form);
  return addStep(form.Meaning, form.Also);
}

//===----------------------------------------------------------------------===//
// All forms
//===----------------------------------------------------------------------===//

std::vector<RowOp> rowOpsOf(const Instruction &inst, const Model &model) {
  std::vector<RowOp> ops;
  for (const Form &form : inst.Forms) {
    if (form.Also)
      continue;
    Flattener flattener(inst, model);
    bool useful = flattener.add(form);
    for (const Form &also : inst.Forms)
      useful = useful && (!also.Also || flattener.add(also));
    if (useful)
      ops.push_back(flattener.take());
  }
  return ops;
}

} // namespace matrix::tblgen
