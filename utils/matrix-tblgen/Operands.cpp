//===- Operands.cpp - operands of an instruction ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
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
                  ": name its format by a TileOperand (TF32, TBF16, ...)");
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
        PrintFatalError(inst.Def, "operand " + Twine(i + 1) + " has no $name");
      o.Def = cast<DefInit>(list->getArg(i))->getDef();
      o.Class = classify(inst.Def, o.Def, o.Name);
      o.Out = out;
      o.PcRelative = flag(o.Def, "PcRel");
      if (o.Class == OperandClass::Tile || o.Class == OperandClass::Rows)
        o.Format = o.Def->getValueAsDef("Fmt");
      if (o.Class == OperandClass::Rows) {
        o.Space = o.Def->getValueAsDef("In");
        o.Stride = o.Def->getValueAsOptionalDef("Stride");
        o.ColumnCount = Extent::fixed(o.Def->getValueAsInt("Columns"));
      }
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
        PrintFatalError(inst.Def, "constraint '" + t.trim() +
                                      "' must tie an input to an output");
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

  /// Row counts are numbers, or what another operand says.
  void countRows() {
    for (Operand &o : inst.Operands) {
      if (o.Class != OperandClass::Rows)
        continue;
      StringRef rows = o.Def->getValueAsString("Rows");
      int64_t n;
      if (!rows.getAsInteger(10, n)) {
        o.RowCount = Extent::fixed(n);
        continue;
      }
      int counter = inst.find(rows);
      if (counter < 0)
        PrintFatalError(inst.Def, "no operand $" + rows +
                                      " that counts the rows of $" + o.Name);
      o.RowCount = Extent::counted(counter, mostRows(rows, counter));
    }
  }

  int64_t mostRows(StringRef counterName, int counter) {
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

  Instruction &inst;
};

} // namespace

void readOperands(Instruction &inst) { OperandReader(inst).read(); }

} // namespace matrix::tblgen
