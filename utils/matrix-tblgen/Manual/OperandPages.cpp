//===- OperandPages.cpp - the manual: operands of an instruction ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the operands of an instruction: class, format, range, and shapes in
// each variant. Symbolic shapes (R x RB/4) are printed in the description of
// the operand, and their values in a separate column.
//
//===----------------------------------------------------------------------===//

#include "Manual/InstructionPages.h"
#include "Manual/Manual.h"
#include "Manual/Pseudo/Pseudo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

/// Returns "integer from -256 to 255".
std::string immediateText(const Record *def) {
  if (!def->isSubClassOf("Immediate"))
    return "code address, encoded as the distance in words";
  std::string s = "integer from " + std::to_string(def->getValueAsInt("Min")) +
                  " to " + std::to_string(def->getValueAsInt("Max"));
  if (int64_t shift = def->getValueAsInt("Shift"))
    s += ", a multiple of " + std::to_string(int64_t(1) << shift);
  if (int64_t bias = def->getValueAsInt("Bias"))
    s += ", encoded less " + std::to_string(bias);
  return s;
}

std::string fieldsText(const Operand &o) {
  std::string t;
  for (const Record *f : o.Fields)
    t += (t.empty() ? ": " : ", ") + f->getValueAsString("Name").str() +
         " from bit " + std::to_string(f->getValueAsInt("Low")) + " (" +
         std::to_string(f->getValueAsInt("Width")) + ")";
  return t;
}

Text rowsText(const Instruction &i, const Operand &o) {
  Text t = shapeText({o.RowCount, o.ColumnCount}, i) + " ";
  t = t + toFormat(o.Format) + " in " + toSpace(o.Space);
  t = t + (o.isRegister() ? ", address in a general register"
                          : ", address in the instruction");
  return t + fieldsText(o);
}

Text operandText(const Instruction &i, const Operand &o) {
  switch (o.Class) {
  case OperandClass::General:
    return "general register" + fieldsText(o);
  case OperandClass::Float32:
    return "floating-point register, f32";
  case OperandClass::Float64:
    return "floating-point register, f64";
  case OperandClass::Tile:
    return Text("tile register of ") + toFormat(o.Format) + ", " +
           shapeText({Extent::rows(), Extent::columns(bitsOf(o.Format))}, i);
  case OperandClass::Immediate:
    return immediateText(o.Def);
  case OperandClass::Rows:
    return rowsText(i, o);
  }
  llvm_unreachable("operand class");
}

/// Returns the shape of a tile in each variant: "base 16 x 64".
Text shapesOf(const Instruction &i, const Operand &o, const Model &m) {
  std::vector<Text> all;
  for (const Variant &v : m.Variants)
    if (o.Class == OperandClass::Tile && v.Tiles && i.isAvailable(v))
      all.push_back(toVariant(v) + formatv(" {0} x {1}", v.Tiles->Rows,
                                           v.Tiles->columns(bitsOf(o.Format)))
                                       .str());
  return list(all);
}

std::string directionText(const Instruction &i, const Operand &o) {
  if (o.Class == OperandClass::Rows)
    return o.Written ? (o.Read ? "read, written" : "written") : "read";
  if (o.TiedTo >= 0)
    return "what " + i.Operands[o.TiedTo].Name + " holds before";
  return o.Out ? "written" : "read";
}

} // namespace

void writeOperands(const Instruction &i, const Model &m, Document &d) {
  if (i.Operands.empty())
    return;
  std::vector<std::vector<Text>> rows;
  for (const Operand &o : i.Operands)
    rows.push_back({code(o.Name), directionText(i, o), operandText(i, o),
                    shapesOf(i, o, m)});
  d.heading("Operands");
  d.table({"operand", "use", "what", "shape"}, rows);
}

} // namespace matrix::tblgen
