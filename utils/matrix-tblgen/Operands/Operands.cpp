//===- Operands.cpp - operands of an instruction --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads operand lists into operands with classes, ties and slots, and resolves
// the extents of tiles in memories.
//
//===----------------------------------------------------------------------===//

#include "Operands/Operands.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

unsigned OperandList::numOutputs() const {
  return count_if(Operands, [](const Operand &o) { return o.Out; });
}

int OperandList::find(StringRef operand) const {
  for (unsigned i = 0; i < Operands.size(); ++i)
    if (Operands[i].Name == operand && !Operands[i].Out)
      return i;
  for (unsigned i = 0; i < Operands.size(); ++i)
    if (Operands[i].Name == operand)
      return i;
  return -1;
}

bool OperandList::givesScalar() const {
  return Def->isSubClassOf("TileInst") && numOutputs() == 1 &&
         (Operands[0].Class == OperandClass::General ||
          Operands[0].Class == OperandClass::Float32);
}

bool flag(const Record *r, StringRef name) {
  const RecordVal *v = r->getValue(name);
  return v && isa<BitInit>(v->getValue()) && r->getValueAsBit(name);
}

//===----------------------------------------------------------------------===//
// Operand lists
//===----------------------------------------------------------------------===//

static OperandClass classify(const Record *def) {
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
  if (type->getName() == "f32")
    return OperandClass::Float32;
  return type->getName() == "f64" ? OperandClass::Float64
                                  : OperandClass::General;
}

namespace {

class OperandReader {
public:
  OperandReader(OperandList &inst) : inst(inst) {}

  bool read() {
    readList(inst.Def->getValueAsDag("OutOperandList"), true);
    readList(inst.Def->getValueAsDag("InOperandList"), false);
    if (failed)
      return false;
    tie();
    if (failed)
      return false;
    assignSlots();
    countRows();
    return !failed;
  }

private:
  void fail(const Twine &text) {
    failed = true;
    report(inst.Def, text);
  }

  /// Returns null after an error.
  const Record *operandDef(const DagInit *list, unsigned i) {
    auto *init = dyn_cast<DefInit>(list->getArg(i));
    std::string name = list->getArgNameStr(i).str();
    if (name.empty())
      fail("operand " + Twine(i + 1) + " has no $name; write Class:$name");
    else if (!init)
      fail("operand $" + name +
           " has no class; write Class:$name, such as TF32:$" + name);
    else if (const Record *def = init->getDef(); !isOperand(def))
      fail("operand $" + name + " is of " + def->getName() +
           ", which is no class of operands; use a TileOperand, XReg, SReg, "
           "DReg or an Immediate");
    else if (isTileRegister(def))
      fail("operand $" + name +
           " is a tile register of no format; name it by a TileOperand (TF32, "
           "TBF16, ...)");
    else if (any_of(inst.Operands,
                    [&](const Operand &o) { return o.Name == name; }))
      fail("two operands are called $" + name + "; rename one of them");
    else
      return def;
    return nullptr;
  }

  static bool isOperand(const Record *def) {
    return def->isSubClassOf("RegisterOperand") ||
           def->isSubClassOf("RegisterClass") ||
           def->isSubClassOf("Immediate") || flag(def, "PcRel");
  }
  static bool isTileRegister(const Record *def) {
    bool named = def->isSubClassOf("RegisterOperand") &&
                 !def->isSubClassOf("TileOperand");
    const Record *rc = named ? def->getValueAsDef("RegClass") : def;
    return rc->getName() == "TR";
  }

  void readList(const DagInit *list, bool out) {
    for (unsigned i = 0; i < list->getNumArgs(); ++i) {
      Operand o;
      o.Def = operandDef(list, i);
      if (!o.Def)
        continue;
      o.Name = list->getArgNameStr(i).str();
      o.Class = classify(o.Def);
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
      left = left.trim();
      right = right.trim();
      left.consume_front("$");
      right.consume_front("$");
      int out = -1, in = -1;
      for (unsigned i = 0; i < inst.Operands.size(); ++i) {
        StringRef n = inst.Operands[i].Name;
        if (n != left && n != right)
          continue;
        (inst.Operands[i].Out ? out : in) = i;
      }
      if (out < 0 || in < 0)
        fail("constraint '" + t.trim() +
             "' must tie an input to an output; write \"$output = $input\"");
      else
        tie(out, in, t.trim());
    }
  }

  void tie(int out, int in, StringRef text) {
    const Operand &o = inst.Operands[out], &i = inst.Operands[in];
    if (i.TiedTo >= 0 || any_of(inst.Operands, [&](const Operand &p) {
          return p.TiedTo == out;
        }))
      fail("constraint '" + text +
           "' ties an operand for the second time; tie each operand once");
    else if (o.Class != i.Class || o.ImmediateSlot >= 0 ||
             o.Class == OperandClass::Immediate)
      fail("constraint '" + text +
           "' ties operands of two classes; give both the same class");
    else
      inst.Operands[in].TiedTo = out;
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
      failed |= !o.RowCount.known() || !o.ColumnCount.known();
    }
  }

  OperandList &inst;
  bool failed = false;
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

int64_t nullValue(const Record *tile, const Record *field) {
  int64_t value = tile->getValueAsInt("NullValue");
  return value >= 0 ? value
                    : maskTrailingOnes<uint64_t>(field->getValueAsInt("Width"));
}

static Extent countedField(const OperandList &inst, const Record *field,
                           int operand, const Record *state) {
  int64_t maximum = field->getValueAsInt("Max");
  if (maximum < 0) {
    report(inst.Def, "field " + field->getValueAsString("Name") +
                         " counts rows or columns, but has no greatest value; "
                         "give it as the last argument of its BitField");
    return {};
  }
  Extent e = Extent::counted(operand, maximum);
  e.State = state;
  e.Field = field;
  return e;
}

/// Returns the maximum of a counting operand: a tile cannot exceed its memory.
static int64_t maxRows(const OperandList &inst, StringRef counterName,
                       int counter) {
  int64_t maximum = 0;
  for (const Operand &p : inst.Operands)
    if (p.Class == OperandClass::Rows &&
        p.Def->getValueAsString("Rows") == counterName)
      maximum = std::max(maximum, p.Space->getValueAsInt("Rows"));
  const Record *d = inst.Operands[counter].Def;
  if (d->isSubClassOf("Immediate"))
    maximum = maximum ? std::min(maximum, d->getValueAsInt("Max"))
                      : d->getValueAsInt("Max");
  return maximum;
}

Extent readExtent(StringRef text, const OperandList &inst,
                  ArrayRef<const Record *> fields, int source,
                  const Record *state) {
  int64_t n;
  if (!text.getAsInteger(10, n))
    return Extent::fixed(n);
  if (const Record *own = findField(fields, text))
    return countedField(inst, own, state ? -1 : source, state);
  auto [name, part] = text.split('.');
  int counter = inst.find(name);
  if (counter < 0) {
    report(inst.Def, "'" + text +
                         "' counts rows or columns of a tile, but is no "
                         "number, field or operand; name one of them, or give "
                         "a number");
    return {};
  }
  if (part.empty())
    return Extent::counted(counter, maxRows(inst, text, counter));
  const Record *other = findField(inst.Operands[counter].Fields, part);
  if (!other) {
    report(inst.Def, "operand $" + name + " has no field " + part +
                         "; the Packed class of the operand lists its fields");
    return {};
  }
  return countedField(inst, other, counter, nullptr);
}

bool readOperands(OperandList &inst) { return OperandReader(inst).read(); }

} // namespace matrix::tblgen
