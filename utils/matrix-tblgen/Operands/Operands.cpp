//===- Operands.cpp - operands of an instruction --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads operand lists into operands with classes, ties and slots. Slots number
// the registers and the immediates of an instruction separately, in the order
// of the operands, and are the indices of the arrays of the decoded
// instruction; an input has the slot of the output to which it is tied.
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
           ", which is not a class of operands; use a TileOperand, XReg, SReg, "
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
      bool named = left.consume_front("$") && right.consume_front("$");
      int out = -1, in = -1;
      for (unsigned i = 0; i < inst.Operands.size(); ++i) {
        StringRef n = inst.Operands[i].Name;
        if (n != left && n != right)
          continue;
        (inst.Operands[i].Out ? out : in) = i;
      }
      if (!named || out < 0 || in < 0)
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

bool readOperands(OperandList &inst) { return OperandReader(inst).read(); }

} // namespace matrix::tblgen
