//===- RowExtents.cpp - extents of tiles in memories ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves the extents of a TileAt, and its fields and null address. A text is
// tried as number, as field of the address, as "operand.field" and as counting
// operand, in this order. Every counted extent has a maximum, from the field,
// the immediate or the memory, since arrays of the simulator have fixed sizes.
//
//===----------------------------------------------------------------------===//

#include "Operands/Operands.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

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
  int64_t encoded = inst.Operands[counter].Def->getValueAsInt("Max");
  return maximum ? std::min(maximum, encoded) : encoded;
}

static Extent countedOperand(const OperandList &inst, StringRef name,
                             int counter) {
  const Record *count = inst.Operands[counter].Def;
  std::string what = ("$" + name + " counts rows or columns of a tile").str();
  if (!count->isSubClassOf("Immediate")) {
    report(inst.Def, what + ", but is not an Immediate; give it one, or count "
                            "by a field of a Packed operand");
    return {};
  }
  if (count->getValueAsInt("Min") < 0)
    report(inst.Def, what + ", and is " + Twine(count->getValueAsInt("Min")) +
                         " at least; give it an unsigned Immediate");
  return Extent::counted(counter, maxRows(inst, name, counter));
}

/// A field of the tile's own address precedes an operand of the same name.
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
                         "' counts rows or columns of a tile, but is not a "
                         "number, field or operand; name one of them, or give "
                         "a number");
    return {};
  }
  if (part.empty())
    return countedOperand(inst, text, counter);
  const Record *other = findField(inst.Operands[counter].Fields, part);
  if (!other) {
    report(inst.Def, "operand $" + name + " has no field " + part +
                         "; the Packed class of the operand lists its fields");
    return {};
  }
  return countedField(inst, other, counter, nullptr);
}

} // namespace matrix::tblgen
