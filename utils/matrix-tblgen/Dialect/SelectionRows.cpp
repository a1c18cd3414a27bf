//===- SelectionRows.cpp - tables of row operations -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the tables of operations on row memories: inputs, trees, and required
// state of each specialization. The rows have the type of tile instructions
// (InstructionTable.h) with the lists of state and constants filled. A
// specialization is named by its number as suffix.
//
//===----------------------------------------------------------------------===//

#include "Dialect/RowOps.h"
#include "Dialect/SelectionTables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen::tables {

static void writeStates(raw_ostream &os, const Model &model) {
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

static void writeInputs(raw_ostream &os, const std::string &name,
                        const RowOp &op) {
  static const char *const uses[] = {"MemRef", "Count", "General", "Float",
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

/// Writes "kNameOfInst[] = {text}"; returns the expression that refers to it.
static std::string list(raw_ostream &os, StringRef type, StringRef name,
                        const std::string &of, StringRef text) {
  if (text.empty())
    return "{}";
  os << "static const " << type << " " << name << of << "[] = {" << text
     << "};\n";
  return name.str() + of;
}

/// Returns the row of the table.
static std::string writeOperation(raw_ostream &os, const Instruction &inst,
                                  const RowOp &op, const std::string &suffix,
                                  const std::string &cpus,
                                  const std::string &cycles) {
  std::string name = inst.Name + (suffix.empty() ? "" : "_" + suffix), patterns,
              writes, needs, constants;
  for (unsigned i = 0; i < op.Patterns.size(); ++i) {
    std::string tree = "kTree" + utostr(i) + name;
    writeTree(os, tree, op.Patterns[i].Semantics, nullptr, op.Padded);
    patterns +=
        formatv("{{{0}, {1}, {2}}, ", tree, sizeOf(op.Patterns[i].Semantics),
                boolean(op.Patterns[i].Additional));
  }
  for (const RowOp::Write &w : op.Writes)
    writes += formatv("{{{0}, {1}, {2}}, ", w.Slot, w.Input, w.Value);
  for (auto [slot, value] : op.Needs)
    needs += formatv("{{{0}, {1}}, ", slot, value);
  for (const RowOp::Constant &c : op.Constants)
    constants += formatv("{{{0}, {1}, {2}}, ", c.Word, c.Low, c.Value);
  writes = list(os, "StateWrite", "kWrites", name, writes);
  needs = list(os, "Requirement", "kNeeds", name, needs);
  constants = list(os, "WordConstant", "kConstants", name, constants);
  patterns = list(os, "Pattern", "kPatterns", name, patterns);
  if (!op.Inputs.empty())
    writeInputs(os, name, op);
  return formatv("  {{\"{0}\", \"{1}\", \"{2}\", \"{3}\", nullptr, {4}, {5}, "
                 "false, false, true, true, {6}, {7}, {8}, {9}, ",
                 inst.Name, inst.BaseMnemonic, inst.Mnemonic, suffix,
                 op.Inputs.empty() ? "{}" : "kInputs" + name, patterns, cpus,
                 writes, needs, constants)
             .str() +
         utostr(op.Words) + ", " + cycles + ", \"" + inst.pipe().str() +
         "\"},\n";
}

void writeRowTables(raw_ostream &os, const Model &model) {
  writeStates(os, model);
  std::string rows;
  for (const Instruction &inst : model.Instructions) {
    if (inst.Class != InstructionClass::Rows)
      continue;
    std::vector<const Variant *> variants;
    for (const Variant &v : model.Variants)
      if (inst.isAvailable(v))
        variants.push_back(&v);
    std::string cpus = writeCpus(os, inst, variants),
                cycles = writeCycles(os, inst, model, variants);
    std::vector<RowOp> ops = rowOpsOf(inst, model);
    for (unsigned i = 0; i < ops.size(); ++i)
      rows += writeOperation(os, inst, ops[i], ops.size() > 1 ? utostr(i) : "",
                             cpus, cycles);
  }
  if (!rows.empty())
    os << "\nstatic const Instruction kRowInstructions[] = {\n"
       << rows << "};\n";
  os << "static const llvm::ArrayRef<Instruction> kAllRowInstructions = "
     << (rows.empty() ? "{}" : "kRowInstructions") << ";\n";
}

} // namespace matrix::tblgen::tables
