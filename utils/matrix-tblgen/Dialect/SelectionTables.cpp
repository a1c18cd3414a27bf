//===- SelectionTables.cpp - semantics as dialect tables ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-selection-tables: the initializers of the tables declared in
// InstructionTable.h (mlir-dialects/include/matrix/Dialect/Matrix/IR).
// Selection and expansion interpret the same trees and are therefore inverse to
// each other.
//
//===----------------------------------------------------------------------===//

#include "Dialect/SelectionTables.h"
#include "Dialect/TileOps.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;
using namespace matrix::tblgen::tables;

namespace {

class TableWriter {
public:
  TableWriter(const Model &model, raw_ostream &os) : model(model), os(os) {}
  void write();

private:
  void writeFormats();
  void writeOperators();
  void writeInstructions();
  std::string writeInstruction(const Instruction &inst);
  std::string writePatterns(const Instruction &inst);
  std::string writeInputs(const Instruction &inst);
  void writeBaseMnemonics();

  const Model &model;
  raw_ostream &os;
};

} // namespace

void TableWriter::write() {
  writeBanner(os, "Tile instructions");
  writeFormats();
  writeOperators();
  writeInstructions();
  writeBaseMnemonics();
  writeRowTables(os, model);
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

/// Plain operators precede composed ones, whose bodies refer to them.
void TableWriter::writeOperators() {
  std::vector<const Record *> all, composed;
  for (const Record *op : recordsInOrder(model.Records, "Elementwise"))
    (op->isSubClassOf("Composed") ? composed : all).push_back(op);
  append_range(all, composed);
  for (const Record *op : all) {
    std::string body = "{}";
    if (op->isSubClassOf("Composed")) {
      body = "kBody" + op->getName().str();
      writeTree(os, body, bodyOf(op), nullptr);
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

void TableWriter::writeInstructions() {
  std::string rows;
  for (const Instruction &inst : model.Instructions)
    if (inst.Class == InstructionClass::Tile)
      rows += writeInstruction(inst);
  os << "\nstatic const Instruction kInstructions[] = {\n" << rows << "};\n\n";
}

static std::string resultFormat(const Instruction &inst) {
  if (inst.givesScalar())
    return format(inst.Semantics.Type.Format);
  return format(inst.numOutputs() ? inst.Operands[0].Format : nullptr);
}

/// Writes the lists of an instruction; returns its row of the table.
std::string TableWriter::writeInstruction(const Instruction &inst) {
  std::vector<const Variant *> variants;
  for (const Variant &v : model.Variants)
    if (v.Tiles && inst.isAvailable(v))
      variants.push_back(&v);
  std::string patterns = writePatterns(inst), inputs = writeInputs(inst),
              cpus = writeCpus(os, inst, variants),
              cycles = writeCycles(os, inst, model, variants);
  return formatv("  {{\"{0}\", \"{1}\", \"{2}\", \"{3}\", {4}, {5}, {6}, "
                 "{7}, {8}, {9}, {10}, {11}, {{}, {{}, {{}, 0, {12}, "
                 "\"{13}\"},\n",
                 inst.Name, inst.BaseMnemonic, inst.Mnemonic, suffixOf(inst),
                 resultFormat(inst), inputs, patterns,
                 boolean(inst.givesScalar()), boolean(isWidthFree(inst)),
                 boolean(inst.MayLoad), boolean(inst.MayStore), cpus, cycles,
                 inst.pipe());
}

std::string TableWriter::writePatterns(const Instruction &inst) {
  std::string patterns;
  for (unsigned i = 0; i < inst.Specializations.size(); ++i) {
    std::string tree = "kTree" + utostr(i) + inst.Name;
    writeTree(os, tree, inst.Specializations[i].Semantics, &inst);
    patterns += formatv("{{{0}, {1}}, ", tree,
                        sizeOf(inst.Specializations[i].Semantics));
  }
  os << "static const Pattern kPatterns" << inst.Name << "[] = {" << patterns
     << "};\n";
  return "kPatterns" + inst.Name;
}

std::string TableWriter::writeInputs(const Instruction &inst) {
  if (inputsOf(inst).empty())
    return "{}";
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
  return "kInputs" + inst.Name;
}

/// Writes the instructions of each operation as indices into kInstructions.
void TableWriter::writeBaseMnemonics() {
  std::map<std::string, unsigned> position;
  for (const Instruction &inst : model.Instructions)
    if (inst.Class == InstructionClass::Tile)
      position.emplace(inst.Name, position.size());
  std::string rows;
  unsigned count = 0;
  for (const auto &[baseMnemonic, instructions] : operationsOf(model)) {
    os << "static const Instruction *const kBaseMnemonic" << count << "[] = {";
    for (const Instruction *inst : instructions)
      os << "&kInstructions[" << position[inst->Name] << "], ";
    os << "};\n";
    rows += formatv("  {{\"{0}\", kBaseMnemonic{1}},\n", baseMnemonic, count++);
  }
  os << "\nstatic const BaseMnemonic kBaseMnemonics[] = {\n" << rows << "};\n";
}

static void emitSelectionTables(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  TableWriter(model, os).write();
}

static Generator
    registration("gen-selection-tables", emitSelectionTables,
                 "semantics of the tile instructions as C++ tables");
