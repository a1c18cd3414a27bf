//===- Operands.cpp - operands of an instruction ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace matrix::tblgen {

bool flag(const Record *r, StringRef name) {
  const RecordVal *v = r->getValue(name);
  return v && isa<BitInit>(v->getValue()) && r->getValueAsBit(name);
}

static OperandClass classify(const Record *inst, const Record *def,
                             StringRef name) {
  if (def->isSubClassOf("TileAt"))
    return OperandClass::Rows;
  if (def->isSubClassOf("TileOperand"))
    return OperandClass::Tile;
  const Record *rc = def->isSubClassOf("RegisterOperand")
                         ? def->getValueAsDef("RegClass")
                         : def;
  if (!rc->isSubClassOf("RegisterClass"))
    return OperandClass::Immediate;
  const Record *type = rc->getValueAsListOfDefs("RegTypes").front();
  if (rc->getName() == "TR")
    PrintFatalError(
        inst, "operand $" + name +
                  " is a tile register of no format; name it by a TileOperand "
                  "(TF32, TBF16, ...)");
  if (type->getName() == "f32")
    return OperandClass::Float32;
  return type->getName() == "f64" ? OperandClass::Float64
                                  : OperandClass::General;
}

namespace {

class OperandReader {
public:
  OperandReader(Instruction &inst) : inst(inst) {}

  void read() {
    readList(inst.Def->getValueAsDag("OutOperandList"), true);
    readList(inst.Def->getValueAsDag("InOperandList"), false);
    tie();
    assignSlots();
    countRows();
  }

private:
  void readList(const DagInit *list, bool out) {
    for (unsigned i = 0; i < list->getNumArgs(); ++i) {
      Operand o;
      o.Name = list->getArgNameStr(i).str();
      if (o.Name.empty())
        PrintFatalError(inst.Def, "operand " + Twine(i + 1) +
                                      " has no $name; write Class:$name");
      o.Def = cast<DefInit>(list->getArg(i))->getDef();
      o.Class = classify(inst.Def, o.Def, o.Name);
      o.Out = out;
      o.PcRelative = flag(o.Def, "PcRel");
      if (o.Class == OperandClass::Tile || o.Class == OperandClass::Rows)
        o.Format = o.Def->getValueAsDef("Fmt");
      if (o.Class == OperandClass::Rows) {
        o.Space = o.Def->getValueAsDef("In");
        o.Stride = o.Def->getValueAsOptionalDef("Stride");
      }
      if (o.Def->getValue("Fields"))
        o.Fields = o.Def->getValueAsListOfDefs("Fields");
      inst.Operands.push_back(o);
    }
  }

  /// Constraints = "$td = $c".
  void tie() {
    SmallVector<StringRef> ties;
    inst.Def->getValueAsString("Constraints").split(ties, ',', -1, false);
    for (StringRef t : ties) {
      auto [left, right] = t.split('=');
      left = left.trim().drop_front();
      right = right.trim().drop_front();
      int out = -1, in = -1;
      for (unsigned i = 0; i < inst.Operands.size(); ++i) {
        StringRef n = inst.Operands[i].Name;
        if (n != left && n != right)
          continue;
        (inst.Operands[i].Out ? out : in) = i;
      }
      if (out < 0 || in < 0)
        PrintFatalError(
            inst.Def, "constraint '" + t.trim() +
                          "' must tie an input to an output; write \"$output = "
                          "$input\"");
      inst.Operands[in].TiedTo = out;
    }
  }

  void assignSlots() {
    int registers = 0, immediates = 0;
    for (Operand &o : inst.Operands) {
      bool encoded = o.Class == OperandClass::Immediate ||
                     o.Def->isSubClassOf("InImmediate");
      if (o.TiedTo >= 0)
        o.RegisterSlot = inst.Operands[o.TiedTo].RegisterSlot;
      else if (encoded)
        o.ImmediateSlot = immediates++;
      else
        o.RegisterSlot = registers++;
    }
  }

  void countRows() {
    for (unsigned i = 0; i < inst.Operands.size(); ++i) {
      Operand &o = inst.Operands[i];
      if (o.Class != OperandClass::Rows)
        continue;
      o.RowCount = readExtent(o.Def->getValueAsString("Rows"), inst, o.Fields,
                              i, nullptr);
      o.ColumnCount = readExtent(o.Def->getValueAsString("Columns"), inst,
                                 o.Fields, i, nullptr);
    }
  }

  Instruction &inst;
};

} // namespace

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

const Record *findField(ArrayRef<const Record *> fields, StringRef name) {
  auto it = find_if(fields, [&](const Record *f) {
    return f->getValueAsString("Name") == name;
  });
  return it == fields.end() ? nullptr : *it;
}

int64_t absentValue(const Record *tile, const Record *field) {
  int64_t value = tile->getValueAsInt("AbsentValue");
  return value >= 0 ? value
                    : maskTrailingOnes<uint64_t>(field->getValueAsInt("Width"));
}

static Extent countedField(const Instruction &inst, const Record *field,
                           int operand, const Record *state) {
  int64_t most = field->getValueAsInt("Most");
  if (most < 0)
    PrintFatalError(inst.Def, "field " + field->getValueAsString("Name") +
                                  " counts rows or columns: give its greatest "
                                  "value");
  Extent e = Extent::counted(operand, most);
  e.State = state;
  e.Field = field;
  return e;
}

/// The most that a counting operand may say: no tile leaves its memory.
static int64_t mostRows(const Instruction &inst, StringRef counterName,
                        int counter) {
  int64_t most = 0;
  for (const Operand &p : inst.Operands)
    if (p.Class == OperandClass::Rows &&
        p.Def->getValueAsString("Rows") == counterName)
      most = std::max(most, p.Space->getValueAsInt("Rows"));
  const Record *d = inst.Operands[counter].Def;
  if (d->isSubClassOf("Immediate"))
    most = most ? std::min(most, d->getValueAsInt("Max"))
                : d->getValueAsInt("Max");
  return most;
}

Extent readExtent(StringRef text, const Instruction &inst,
                  ArrayRef<const Record *> fields, int source,
                  const Record *state) {
  int64_t n;
  if (!text.getAsInteger(10, n))
    return Extent::fixed(n);
  if (const Record *own = findField(fields, text))
    return countedField(inst, own, state ? -1 : source, state);
  auto [name, part] = text.split('.');
  int counter = inst.find(name);
  if (counter < 0)
    PrintFatalError(inst.Def, "'" + text +
                                  "' counts rows or columns of a tile, but is "
                                  "no number, field or operand");
  if (part.empty())
    return Extent::counted(counter, mostRows(inst, text, counter));
  const Record *other = findField(inst.Operands[counter].Fields, part);
  if (!other)
    PrintFatalError(inst.Def, "operand $" + name + " has no field " + part);
  return countedField(inst, other, counter, nullptr);
}

void readOperands(Instruction &inst) { OperandReader(inst).read(); }

} // namespace matrix::tblgen
