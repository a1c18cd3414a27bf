//===- BuiltinTable.cpp - table of LLVM IR builtins -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-builtins: the operands of every instruction except scalar ones, in the
// order of the record, with the ranges of immediates, and the instruction of
// each role. The types are those of llvm-target/Utils/MatrixBuiltins.h.
//
// -gen-scalar-roles: the scalar instruction of each role, as constants for
// llvm-target/MCTargetDesc/MatrixScalarRoles.h. A file of its own, which a new
// tile instruction does not change.
//
//===----------------------------------------------------------------------===//

#include "Dialect/TileOps.h"
#include "Model/Model.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class BuiltinEmitter {
public:
  BuiltinEmitter(const RecordKeeper &records, raw_ostream &os)
      : model(Model::create(records)), os(os) {}

  void emit() {
    writeBanner(os, "Builtins of LLVM IR");
    for (const Instruction &i : model.Instructions)
      if (i.Class != InstructionClass::Scalar)
        add(i);
    writeSection(os, "GET_BUILTIN_OPERANDS", [&] { os << operands; });
    writeSection(os, "GET_BUILTINS", [&] { os << builtins; });
    writeSection(os, "GET_ROLES", [&] { os << roles; });
  }

private:
  void add(const Instruction &i) {
    unsigned first = numOperands;
    for (const Operand &o : i.Operands)
      addOperand(i, o);
    builtins += formatv(
        "{{\"{0}\", Matrix::{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, "
        "{9}},\n",
        i.Mnemonic, i.Name, first, i.numOutputs(),
        numOperands - first - i.numOutputs(), inputOf(i, OperandUse::Base),
        inputOf(i, OperandUse::Offset), i.MayLoad, i.MayStore, i.SideEffects);
    for (const Record *role : i.Roles)
      roles += formatv("{{\"{0}\", {1}},\n", role->getValueAsString("Name"),
                       numBuiltins);
    ++numBuiltins;
  }

  void addOperand(const Instruction &i, const Operand &o) {
    int64_t min = 0, max = 0, step = 1;
    bool encoded = o.Def->isSubClassOf("Immediate");
    if (encoded) {
      min = o.Def->getValueAsInt("Min");
      max = o.Def->getValueAsInt("Max");
      step = int64_t(1) << o.Def->getValueAsInt("Shift");
    }
    operands += formatv(
        "{{BuiltinOperand::{0}, {1}, {2}, {3}}, // ${4} of {5}\n",
        encoded ? "Immediate" : kindOf(o), min, max, step, o.Name, i.Name);
    ++numOperands;
  }

  static const char *kindOf(const Operand &o) {
    switch (o.Class) {
    case OperandClass::Tile:
      return "Tile";
    case OperandClass::General:
    case OperandClass::Rows:
      return "General";
    case OperandClass::Float32:
      return "Float32";
    case OperandClass::Float64:
      return "Float64";
    case OperandClass::Immediate:
      return "Immediate";
    }
    llvm_unreachable("operand class");
  }

  /// Returns the index of the input of a tile load or store that has this use;
  /// -1 if there is none.
  static int inputOf(const Instruction &i, OperandUse use) {
    if (i.Class == InstructionClass::Tile && findMemoryAccess(i.Semantics))
      for (int n = i.numOutputs(), e = i.Operands.size(); n < e; ++n)
        if (useOf(i, n) == use)
          return n - int(i.numOutputs());
    return -1;
  }

  Model model;
  raw_ostream &os;
  std::string operands, builtins, roles;
  unsigned numOperands = 0, numBuiltins = 0;
};

} // namespace

static void emitBuiltins(const RecordKeeper &records, raw_ostream &os) {
  BuiltinEmitter(records, os).emit();
}

static void emitScalarRoles(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Scalar instructions by role");
  Model model = Model::create(records);
  for (const Instruction &i : model.Instructions)
    if (i.Class == InstructionClass::Scalar)
      for (const Record *role : i.Roles)
        os << formatv(
            "inline constexpr unsigned {0} = {1};\n",
            convertToCamelFromSnakeCase(role->getValueAsString("Name"), true),
            i.Name);
}

static Generator
    registration("gen-builtins", emitBuiltins,
                 "Generate the table of builtins for the LLVM target");
static Generator scalarRoles("gen-scalar-roles", emitScalarRoles,
                             "Generate the scalar instruction of each role");
