//===- DialectOps.cpp - operations of the dialect -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the operations from the instructions, and derives C++ names from
// those of the description. Operations and operands become CamelCase; names
// that are keywords of C++ or members of all operation classes get a suffix.
// The mapping is not injective (`a_b` and `a.b`), so duplicates are errors.
//
//===----------------------------------------------------------------------===//

#include "Dialect/DialectOps.h"
#include "Dialect/RowOps.h"
#include "Dialect/TileOps.h"
#include "Support/Diagnostics.h"
#include "Support/Keywords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::string camelCase(StringRef name, bool capitalized) {
  std::string text = name.str();
  std::replace(text.begin(), text.end(), '.', '_');
  return convertToCamelFromSnakeCase(text, capitalized);
}

/// Keywords in certain places; parameters and members of all operation classes.
static const char *const reservedWords =
    "final import module override "
    "adaptor attributes broadcast builder context form indices input "
    "instruction loc location name operand operands operation operationName "
    "region result results state "
    // Members that the generated code calls.
    "addBroadcast addForm addImmediate build create getOperationName immediate "
    "typedOperand";

static bool isReserved(StringRef name) {
  return isKeyword(name) || is_contained(split(reservedWords, ' '), name);
}

std::string DialectOperand::identifier(bool capitalized) const {
  StringRef suffix = isReserved(camelCase(Name, false)) ? "Operand" : "";
  return camelCase(Name, capitalized) + suffix.str();
}

std::string DialectOp::className() const {
  return camelCase(Name, true) + "Op";
}

/// Operations that no instruction defines.
static void checkHandwritten(const DialectOp &op, const Record *def) {
  for (const Record *other :
       def->getRecords().getAllDerivedDefinitionsIfDefined(
           "HandwrittenOperation"))
    if (op.className() ==
        camelCase(other->getValueAsString("Name"), true) + "Op")
      report(def, "the dialect has an operation '" +
                      other->getValueAsString("Name") +
                      "' already; give the instruction another base mnemonic");
}

/// Classes that C++ of the dialect names without a namespace.
static void checkClass(const DialectOp &op, const Record *def) {
  static const StringSet<> taken = {"InstructionOp", "ModuleOp", "TileResultOp",
                                    "UnrealizedConversionCastOp"};
  if (taken.contains(op.className()))
    report(def, "the C++ class of the operation, " + op.className() +
                    ", exists already; give the instruction another base "
                    "mnemonic");
}

/// Different names of the description can have the same CamelCase.
static void checkNames(ArrayRef<DialectOp> ops) {
  StringMap<const DialectOp *> classes;
  for (const DialectOp &op : ops) {
    const Record *def = op.Instructions.front()->Def;
    checkHandwritten(op, def);
    checkClass(op, def);
    auto [other, isNew] = classes.try_emplace(op.className(), &op);
    if (!isNew)
      report(def, "the operations '" + op.Name + "' and '" +
                      other->second->Name + "' have the same C++ class, " +
                      op.className() + "; rename one");
    StringSet<> members;
    for (const DialectOperand &operand : op.Operands)
      if (!members.insert(operand.identifier(true)).second)
        report(def, def->isSubClassOf("RowInst")
                        ? "operand $" + operand.Name +
                              " is more than one tile; give the instruction "
                              "an operand for each"
                        : "two operands have the same name in C++, " +
                              operand.identifier(false) + "; rename one");
  }
}

//===----------------------------------------------------------------------===//
// Operations on tiles
//===----------------------------------------------------------------------===//

static void addTileOperand(DialectOp &op, const Operand &operand,
                           OperandUse use) {
  DialectOperand added{DialectOperand::Tile, operand.Name};
  switch (use) {
  case OperandUse::Tile:
    break;
  case OperandUse::General:
    added.Type = DialectOperand::Integer;
    break;
  case OperandUse::Float:
    added.Type = DialectOperand::Float;
    break;
  case OperandUse::Base:
    added.Type = DialectOperand::MemRef;
    op.HasIndices = true;
    break;
  case OperandUse::Immediate:
    added = {DialectOperand::Immediate, operand.Name,
             operand.Def->getValueAsInt("Min"),
             operand.Def->getValueAsInt("Max")};
    break;
  case OperandUse::Offset: // follow from the memref and the indices
  case OperandUse::Stride:
    return;
  }
  op.Operands.push_back(added);
}

static DialectOp tileOp(StringRef name,
                        ArrayRef<const Instruction *> instructions) {
  const Instruction &first = *instructions.front();
  DialectOp op;
  op.Name = name.str();
  op.Instructions = instructions.vec();
  if (first.numOutputs())
    op.Result =
        first.givesScalar() ? DialectOp::ScalarResult : DialectOp::TileResult;
  for (int i : inputsOf(first))
    addTileOperand(op, first.Operands[i], useOf(first, i));
  return op;
}

//===----------------------------------------------------------------------===//
// Operations on row memories
//===----------------------------------------------------------------------===//

static void addRowOperand(DialectOp &op, const RowInput &input) {
  static const DialectOperand::Kind kinds[] = {
      DialectOperand::MemRef, DialectOperand::Immediate,
      DialectOperand::Integer, DialectOperand::Float,
      DialectOperand::Immediate};
  if (input.Kind != RowInput::Count) // counts follow from the memrefs
    op.Operands.push_back(
        {kinds[input.Kind], input.Name, input.Min, input.Max});
}

/// Returns nullopt for an instruction that selection does not support.
static std::optional<DialectOp> rowOp(const Instruction &inst,
                                      const Model &model) {
  std::vector<RowOp> specializations = rowOpsOf(inst, model);
  if (specializations.empty())
    return std::nullopt;
  DialectOp op;
  op.Name = inst.Mnemonic;
  op.Instructions = {&inst};
  op.IsRow = true;
  op.Specializations = specializations.size();
  if (!op.isGeneric())
    for (const RowInput &input : specializations.front().Inputs)
      addRowOperand(op, input);
  return op;
}

std::vector<DialectOp> dialectOpsOf(const Model &model) {
  std::vector<DialectOp> ops;
  for (const auto &[name, instructions] : operationsOf(model))
    ops.push_back(tileOp(name, instructions));
  StringSet<> known;
  for (const Instruction &inst : model.Instructions)
    if (inst.Class == InstructionClass::Rows &&
        known.insert(inst.Mnemonic).second)
      if (std::optional<DialectOp> op = rowOp(inst, model))
        ops.push_back(std::move(*op));
  checkNames(ops);
  return ops;
}

} // namespace matrix::tblgen
