//===- SelectionTables.cpp - meanings as tables for the dialect -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-selection-tables: the initialisers of what InstructionTable.h declares
// (mlir-dialects/include/matrix/Dialect/Matrix/IR). Selection and expansion
// interpret the same trees, so they are inverse to each other.
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"
#include "TileOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class TableWriter {
public:
  TableWriter(const Model &model, raw_ostream &os) : model(model), os(os) {}
  void write();

private:
  void writeFormats();
  void writeOperators();
  void writeInstructions();
  void writeStems();
  void writeInstruction(const Instruction &inst);
  void writeInputs(const Instruction &inst);
  void writeStates();
  void writeRowInstructions();
  std::string writeRowInstruction(const Instruction &inst, const RowOp &op,
                                  const std::string &suffix);
  void writeRowInputs(const std::string &name, const RowOp &op);
  std::string list(StringRef type, StringRef name, const std::string &of,
                   StringRef text);
  void writeCpus(const Instruction &inst, bool withTiles);
  void writeTree(const std::string &name, const Expr &root,
                 const Instruction *inst);
  unsigned writeNode(const Expr &e, const Instruction *inst, unsigned &next);

  const Model &model;
  raw_ostream &os;
  bool padded = false; // the trees under way
};

} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static std::string boolean(bool b) { return b ? "true" : "false"; }

static std::string format(const Record *f) {
  return f ? "&k" + f->getName().str() : "nullptr";
}

static std::string resultFormat(const Instruction &inst) {
  if (inst.givesScalar())
    return format(inst.Meaning.Type.Format);
  return format(inst.numOutputs() ? inst.Operands[0].Format : nullptr);
}

/// padded: fixed extents are the most that there can be.
static std::string extent(const Extent &e, bool padded = false) {
  switch (e.K) {
  case Extent::RowsOfTile:
    return "{Extent::Rows, 0}";
  case Extent::ColumnsOfTile:
    return formatv("{{Extent::Columns, {0}}", e.Bits);
  case Extent::FixedCount:
    return formatv(padded ? "{{Extent::AtMost, {0}}" : "{{Extent::Fixed, {0}}",
                   e.Fixed);
  case Extent::Counted:
    return formatv("{{Extent::Counted, {0}}", e.Operand);
  default:
    return "{Extent::None, 0}";
  }
}

/// Always a double: -0 would lose its sign as an integer.
static std::string number(double v) {
  std::string text;
  raw_string_ostream(text) << llvm::format("%.17g", v);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

static Expr bodyOf(const Record *composed) {
  return parseComposedBody(composed, composed->getRecords().getDef("FmtF32"));
}

/// How much of a program the tree stands for. Numbers count a little, so that
/// an instruction with the constant inside wins over one that needs it in a
/// tile.
static unsigned sizeOf(const Expr &e) {
  unsigned size = e.is(ExprKind::Operand) ? 0 : e.is(ExprKind::Number) ? 1 : 16;
  if (e.Record && e.Record->isSubClassOf("Composed"))
    size = sizeOf(bodyOf(e.Record));
  for (const Expr &arg : e.Args)
    size += sizeOf(arg);
  return size;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// Arguments first; returns the number of the node.
unsigned TableWriter::writeNode(const Expr &e, const Instruction *inst,
                                unsigned &next) {
  std::vector<std::string> args;
  for (const Expr &arg : e.Args)
    args.push_back(utostr(writeNode(arg, inst, next)));
  if (args.size() > 4)
    PrintFatalError(inst->Def, "an operator has more than 4 operands");
  int index = e.Index;
  if (e.is(ExprKind::Operand) && inst)
    index -= inst->numOutputs();
  std::string op = e.Record && e.Record->isSubClassOf("Elementwise")
                       ? "&k" + e.Record->getName().str()
                       : "nullptr";
  os << formatv("  {{NodeKind::{0}, {1}, {2}, {3}, {4}, \"{5}\", {6}, {7}, "
                "{8}, {9}, {{{10}}},\n",
                kindName(e.Kind), format(e.Type.Format),
                extent(e.Type.Size.Rows, padded),
                extent(e.Type.Size.Columns, padded), op,
                e.is(ExprKind::Operand) ? "" : e.Text, number(e.Value),
                e.Value2, index, args.size(), join(args, ", "));
  return next++;
}

void TableWriter::writeTree(const std::string &name, const Expr &root,
                            const Instruction *inst) {
  os << "static const Node " << name << "[] = {\n";
  unsigned next = 0;
  writeNode(root, inst, next);
  os << "};\n";
}

//===----------------------------------------------------------------------===//
// Formats and operators
//===----------------------------------------------------------------------===//

void TableWriter::writeFormats() {
  for (const Record *f : recordsInOrder(model.Records, "Format"))
    os << formatv(
        "static const Format k{0} = {{\"{1}\", {2}, {3}, {4}, {5}};\n",
        f->getName(), f->getValueAsString("Mlir"), bitsOf(f),
        boolean(isFloat(f)), boolean(f->getValueAsBit("Unsigned")),
        boolean(f->getValueAsBit("Any")));
  os << "\n";
}

/// Plain operators before composed ones, whose bodies name them.
void TableWriter::writeOperators() {
  std::vector<const Record *> all, composed;
  for (const Record *op : recordsInOrder(model.Records, "Elementwise"))
    (op->isSubClassOf("Composed") ? composed : all).push_back(op);
  append_range(all, composed);
  for (const Record *op : all) {
    std::string body = "{}";
    if (op->isSubClassOf("Composed")) {
      body = "kBody" + op->getName().str();
      writeTree(body, bodyOf(op), nullptr);
    }
    os << formatv("static const Operator k{0} = {{\"{0}\", \"{1}\", \"{2}\", "
                  "{3}, {4}, {5}};\n",
                  op->getName(), op->getValueAsString("MlirFloat"),
                  op->getValueAsString("MlirInt"),
                  boolean(op->getValueAsBit("Commutative")),
                  boolean(op->getValueAsBit("Wide")), body);
  }
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void TableWriter::writeInputs(const Instruction &inst) {
  os << "static const Operand kInputs" << inst.Name << "[] = {\n";
  for (int i : inputsOf(inst)) {
    const matrix::tblgen::Operand &o = inst.Operands[i];
    bool immediate = o.Class == OperandClass::Immediate;
    os << formatv("  {{\"{0}\", OperandUse::{1}, {2}, {3}, {4}},\n", o.Name,
                  useName(useOf(inst, i)), format(o.Format),
                  immediate ? o.Def->getValueAsInt("Min") : 0,
                  immediate ? o.Def->getValueAsInt("Max") : 0);
  }
  os << "};\n";
}

/// Trees, inputs and variants of one instruction.
void TableWriter::writeInstruction(const Instruction &inst) {
  std::string forms;
  for (unsigned i = 0; i < inst.Forms.size(); ++i) {
    std::string tree = "kTree" + utostr(i) + inst.Name;
    writeTree(tree, inst.Forms[i].Meaning, &inst);
    forms += formatv("{{{0}, {1}}, ", tree, sizeOf(inst.Forms[i].Meaning));
  }
  os << "static const Form kForms" << inst.Name << "[] = {" << forms << "};\n";
  if (!inputsOf(inst).empty())
    writeInputs(inst);
  writeCpus(inst, /*withTiles=*/true);
}

/// Variants that have it.
void TableWriter::writeCpus(const Instruction &inst, bool withTiles) {
  std::string cpus, cycles;
  for (const Variant &v : model.Variants)
    if ((v.Tiles || !withTiles) && inst.isAvailable(v)) {
      cpus += "\"" + v.CPU + "\", ";
      cycles += formatv("{{{0}, {1}}, ", model.occupancy(inst, v),
                        model.latency(inst, v));
    }
  if (!cpus.empty())
    os << "static const llvm::StringLiteral kCpus" << inst.Name << "[] = {"
       << cpus << "};\n";
  if (!cpus.empty() && withTiles)
    os << "static const Cycles kCycles" << inst.Name << "[] = {" << cycles
       << "};\n";
}

void TableWriter::writeInstructions() {
  std::string rows;
  for (const Instruction &inst : model.Instructions) {
    if (inst.Class != InstructionClass::Tile)
      continue;
    writeInstruction(inst);
    bool anywhere = any_of(model.Variants, [&](const Variant &v) {
      return v.Tiles && inst.isAvailable(v);
    });
    rows += formatv(
        "  {{\"{0}\", \"{1}\", \"{2}\", \"{3}\", {4}, {5}, kForms{0}, "
        "{6}, {7}, {8}, {9}, {10}, {{}, {{}, {{}, 0, {11}},\n",
        inst.Name, inst.Stem, inst.Mnemonic, suffixOf(inst), resultFormat(inst),
        inputsOf(inst).empty() ? "{}" : "kInputs" + inst.Name,
        boolean(inst.givesScalar()), boolean(isWidthFree(inst)),
        boolean(inst.MayLoad), boolean(inst.MayStore),
        anywhere ? "kCpus" + inst.Name : "{}",
        anywhere ? "kCycles" + inst.Name : "{}");
  }
  os << "\nstatic const Instruction kInstructions[] = {\n" << rows << "};\n\n";
}

/// The instructions of each operation, as positions in kInstructions.
void TableWriter::writeStems() {
  std::map<std::string, unsigned> position;
  for (const Instruction &inst : model.Instructions)
    if (inst.Class == InstructionClass::Tile)
      position.emplace(inst.Name, position.size());
  std::string rows;
  unsigned count = 0;
  for (const auto &[stem, instructions] : operationsOf(model)) {
    os << "static const Instruction *const kStem" << count << "[] = {";
    for (const Instruction *inst : instructions)
      os << "&kInstructions[" << position[inst->Name] << "], ";
    os << "};\n";
    rows += formatv("  {{\"{0}\", kStem{1}},\n", stem, count++);
  }
  os << "\nstatic const Stem kStems[] = {\n" << rows << "};\n";
}

//===----------------------------------------------------------------------===//
// Instructions on rows
//===----------------------------------------------------------------------===//

void TableWriter::writeStates() {
  std::string rows;
  for (const StateSlot &slot : stateSlots(model)) {
    bool scalar = slot.State->isSubClassOf("ScalarState");
    bool isFloat = scalar && slot.State->getValueAsString("Cpp") == "float";
    bool pointer = slot.State->isSubClassOf("PointerState");
    rows += formatv("  {{\"{0}\", {1}, {2}, {3}, {4}},\n", slot.name(),
                    boolean(scalar || !slot.Field.empty()), boolean(isFloat),
                    boolean(pointer && slot.Field.empty()),
                    scalar ? slot.State->getValueAsInt("Reset") : 0);
  }
  if (!rows.empty())
    os << "static const State kStates[] = {\n" << rows << "};\n";
  os << "static const llvm::ArrayRef<State> kAllStates = "
     << (rows.empty() ? "{}" : "kStates") << ";\n";
}

void TableWriter::writeRowInputs(const std::string &name, const RowOp &op) {
  static const char *const uses[] = {"Place", "Count", "General", "Float",
                                     "Immediate"};
  os << "static const Operand kInputs" << name << "[] = {\n";
  for (const RowInput &input : op.Inputs) {
    os << formatv("  {{\"{0}\", OperandUse::{1}, {2}, {3}, {4}, ", input.Name,
                  uses[input.Kind], format(input.Format), input.Min, input.Max);
    os << formatv("{0}, {1}, {2}, {3}, ", input.Word, input.Low, input.Width,
                  input.Slot);
    std::string space = "nullptr";
    if (input.Space)
      space = formatv("desc::lookupSpace(\"{0}\")",
                      input.Space->getValueAsString("Name"));
    os << formatv("{0}, {1}, {2}, {3}, {4}, {5}},\n", space,
                  extent(input.Rows, op.Padded),
                  extent(input.Columns, op.Padded), boolean(input.Read),
                  boolean(input.Written), input.Stride);
  }
  os << "};\n";
}

/// "kNameOfInst[] = {text}"; what to say where the list is used.
std::string TableWriter::list(StringRef type, StringRef name,
                              const std::string &of, StringRef text) {
  if (text.empty())
    return "{}";
  os << "static const " << type << " " << name << of << "[] = {" << text
     << "};\n";
  return name.str() + of;
}

/// Returns the row of the table.
std::string TableWriter::writeRowInstruction(const Instruction &inst,
                                             const RowOp &op,
                                             const std::string &suffix) {
  std::string name = inst.Name + (suffix.empty() ? "" : "_" + suffix), forms,
              writes, needs, constants;
  padded = op.Padded;
  for (unsigned i = 0; i < op.Forms.size(); ++i) {
    std::string tree = "kTree" + utostr(i) + name;
    writeTree(tree, op.Forms[i].Meaning, nullptr);
    forms += formatv("{{{0}, {1}, {2}}, ", tree, sizeOf(op.Forms[i].Meaning),
                     boolean(op.Forms[i].Also));
  }
  padded = false;
  for (const RowOp::Write &w : op.Writes)
    writes += formatv("{{{0}, {1}, {2}}, ", w.Slot, w.Input, w.Value);
  for (auto [slot, value] : op.Needs)
    needs += formatv("{{{0}, {1}}, ", slot, value);
  for (const RowOp::Constant &c : op.Constants)
    constants += formatv("{{{0}, {1}, {2}}, ", c.Word, c.Low, c.Value);
  std::string lists[] = {list("StateWrite", "kWrites", name, writes),
                         list("Requirement", "kNeeds", name, needs),
                         list("WordConstant", "kConstants", name, constants)};
  std::string formList = list("Form", "kForms", name, forms);
  if (!op.Inputs.empty())
    writeRowInputs(name, op);
  bool anywhere = any_of(model.Variants,
                         [&](const Variant &v) { return inst.isAvailable(v); });
  return formatv("  {{\"{0}\", \"{1}\", \"{2}\", \"{3}\", nullptr, {4}, {5}, "
                 "false, false, true, true, {6}, {7}, {8}, {9}, ",
                 inst.Name, inst.Stem, inst.Mnemonic, suffix,
                 op.Inputs.empty() ? "{}" : "kInputs" + name, formList,
                 anywhere ? "kCpus" + inst.Name : "{}", lists[0], lists[1],
                 lists[2])
             .str() +
         utostr(op.Words) + "},\n";
}

void TableWriter::writeRowInstructions() {
  writeStates();
  std::string rows;
  for (const Instruction &inst : model.Instructions)
    if (inst.Class == InstructionClass::Rows) {
      writeCpus(inst, /*withTiles=*/false);
      std::vector<RowOp> ops = rowOpsOf(inst, model);
      for (unsigned i = 0; i < ops.size(); ++i)
        rows +=
            writeRowInstruction(inst, ops[i], ops.size() > 1 ? utostr(i) : "");
    }
  if (!rows.empty())
    os << "\nstatic const Instruction kRowInstructions[] = {\n"
       << rows << "};\n";
  os << "static const llvm::ArrayRef<Instruction> kAllRowInstructions = "
     << (rows.empty() ? "{}" : "kRowInstructions") << ";\n";
}

void TableWriter::write() {
  writeBanner(os, "Tile instructions");
  writeFormats();
  writeOperators();
  writeInstructions();
  writeStems();
  writeRowInstructions();
}

static void emitSelectionTables(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  TableWriter(model, os).write();
}

static TableGen::Emitter::Opt
    registration("gen-selection-tables", emitSelectionTables,
                 "meanings of the tile instructions as C++ tables");
