//===- DialectDoc.cpp - documentation of the operations -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-dialect-doc: the operations of instructions as Markdown, in the layout
// of mlir-tblgen -gen-dialect-doc, for the operations that ODS does not define.
// An operation of several instructions has a row for each in its table, and the
// semantics of the first one as an example.
//
//===----------------------------------------------------------------------===//

#include "Dialect/DialectOps.h"
#include "Dialect/RowOps.h"
#include "Dialect/TileOps.h"
#include "Manual/Pseudo/Pseudo.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::tblgen;

// $0: operation, $1: class.
static const char *const kHeading = "\n### `matrix.$0` (::matrix::$1)\n\n";

static const char *const kIntroduction = R"md(
## Operations of instructions

One operation for each base mnemonic of tile instructions, whose operand types and
attribute `form` select the instruction, and one for each mnemonic of row
instructions, whose attribute `form` is the number of the specialization. The manual
of the instruction set describes the instructions.
)md";

namespace {

class DocWriter {
public:
  DocWriter(const DialectOp &op, const Model &model, raw_ostream &os)
      : op(op), model(model), os(os) {}
  void write();

private:
  std::string syntax();
  void writeOperands();
  void writeInstructions();
  void writeSpecializations();
  void writeSemantics();

  const DialectOp &op;
  const Model &model;
  raw_ostream &os;
};

} // namespace

static bool isAttribute(const DialectOperand &operand) {
  return operand.Type == DialectOperand::Immediate;
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static std::string typesText(const DialectOp &op) {
  std::string result = op.Result == DialectOp::NoResult ? "" : " type($result)";
  if (op.IsRow)
    return " `:` type(operands)";
  if (op.HasIndices)
    return " `:` type(operands)" + (result.empty() ? "" : " `->`" + result);
  return all_of(op.Operands, isAttribute) ? " `:`" + result
                                          : " `:` functional-type";
}

std::string DocWriter::syntax() {
  std::vector<std::string> operands;
  for (const DialectOperand &operand : op.Operands) {
    if (isAttribute(operand))
      continue;
    bool isAccess = op.HasIndices && operand.Type == DialectOperand::MemRef;
    operands.push_back("$" + operand.Name +
                       (isAccess ? " `[` indices `]`" : ""));
  }
  std::string list = op.isGeneric() ? "operands" : join(operands, " `,` ");
  return "operation ::= `matrix." + op.Name + "`" +
         (list.empty() ? "" : " " + list) + " attr-dict" + typesText(op);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static void writeRow(raw_ostream &os, ArrayRef<std::string> cells) {
  os << "| " << join(cells, " | ") << " |\n";
}

static void writeHeader(raw_ostream &os, ArrayRef<std::string> cells) {
  writeRow(os, cells);
  writeRow(os, std::vector<std::string>(cells.size(), "---"));
}

void DocWriter::writeOperands() {
  static const char *const types[] = {"tile", "64-bit integer", "f32",
                                      "memref"};
  if (op.Operands.empty())
    return;
  os << "\n";
  writeHeader(os, {"Operand", "Description"});
  for (const DialectOperand &o : op.Operands) {
    std::string text = isAttribute(o)
                           ? "attribute, an integer from " + itostr(o.Min) +
                                 " to " + itostr(o.Max)
                           : types[o.Type];
    writeRow(os, {"`" + o.Name + "`", text});
  }
}

static std::string formatOf(const Record *format) {
  if (!format)
    return "";
  if (format->getValueAsBit("Any"))
    return "any of " + itostr(format->getValueAsInt("Bits")) + " bits";
  return "`" + format->getValueAsString("Mlir").str() + "`";
}

static std::string variantsText(const Instruction &inst, const Model &model) {
  std::vector<std::string> names;
  for (const Variant &v : model.Variants)
    if (inst.isAvailable(v))
      names.push_back(v.CPU);
  return join(names, ", ");
}

static std::string operandFormats(const Instruction &inst) {
  std::vector<std::string> formats;
  for (int i : inputsOf(inst))
    if (useOf(inst, i) == OperandUse::Tile)
      formats.push_back(formatOf(inst.Operands[i].Format));
  return join(formats, ", ");
}

static std::string resultFormat(const Instruction &inst) {
  if (inst.givesScalar())
    return formatOf(inst.Semantics.Type.Format);
  return inst.numOutputs() ? formatOf(inst.Operands[0].Format) : "";
}

void DocWriter::writeInstructions() {
  os << "\n";
  if (op.IsRow) {
    writeHeader(os, {"Instruction", "Specializations", "Targets"});
    for (const Instruction *inst : op.Instructions)
      writeRow(os, {"`" + inst->Mnemonic + "`", utostr(op.Specializations),
                    variantsText(*inst, model)});
    return;
  }
  writeHeader(os, {"Instruction", "`form`", "Tiles", "Result", "Targets"});
  for (const Instruction *inst : op.Instructions)
    writeRow(os, {"`" + inst->Mnemonic + "`", "`\"" + suffixOf(*inst) + "\"`",
                  operandFormats(*inst), resultFormat(*inst),
                  variantsText(*inst, model)});
}

void DocWriter::writeSpecializations() {
  if (!op.isGeneric())
    return;
  os << "\n";
  writeHeader(os, {"`form`", "Operands"});
  std::vector<RowOp> all = rowOpsOf(*op.Instructions.front(), model);
  for (const auto &[number, specialization] : enumerate(all)) {
    std::vector<std::string> names;
    for (const RowInput &input : specialization.Inputs)
      if (input.Kind != RowInput::Count)
        names.push_back("`" + input.Name + "`");
    writeRow(os, {"`\"" + utostr(number) + "\"`", join(names, ", ")});
  }
}

void DocWriter::writeSemantics() {
  const Instruction &inst = *op.Instructions.front();
  os << "\nSemantics of `" << inst.Mnemonic << "`:\n\n```text\n"
     << join(semanticsText(inst.Semantics, inst), "\n") << "\n```\n";
}

void DocWriter::write() {
  os << substitute(kHeading, {op.Name, op.className()}) << "Syntax:\n\n```\n"
     << syntax() << "\n```\n";
  writeOperands();
  writeInstructions();
  writeSpecializations();
  writeSemantics();
}

static void emitDialectDoc(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  os << kIntroduction;
  for (const DialectOp &op : dialectOpsOf(model))
    DocWriter(op, model, os).write();
}

static Generator registration("gen-dialect-doc", emitDialectDoc,
                              "Write the documentation of the dialect's "
                              "operations");
