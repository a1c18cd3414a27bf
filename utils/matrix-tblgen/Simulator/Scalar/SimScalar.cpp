//===- SimScalar.cpp - scalar instructions of the simulator ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one function template per scalar and system instruction, with
// statements by ScalarEmitter.h:
//
//   template <class Context>
//   Exit execADD(Context &c, const Decoded &insn)
//
// The context (simulator/lib/Interpreter/ExecutionContext.h) has the registers,
// the memory and the phases of an instruction. Tile and row instructions share
// one step each, because their functions (SimTile.cpp) are called by opcode.
//
// For the detection of uninitialized values, the same dags define the undefined
// bits of the result of each scalar instruction:
//
//   template <class Shadow>
//   bool propagateADD(Shadow &c, const Decoded &insn)
//
// with the operations of simulator/lib/Sanitizer/Undefined.cpp.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Scalar/ScalarEmitter.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

static bool isScalar(const Instruction &inst) {
  return inst.Class == InstructionClass::Scalar;
}
static bool isSystem(const Instruction &inst) {
  return !isScalar(inst) && inst.Semantics.is(ExprKind::Role);
}

/// (RoleOp "hook", $a, ...): a member function of the core.
static std::string hookCall(const Instruction &inst) {
  const Expr &role = inst.Semantics;
  std::vector<std::string> args;
  for (const Expr &a : role.Args) {
    const Operand &o = inst.Operands[a.Index];
    args.push_back(o.ImmediateSlot >= 0
                       ? formatv("insn.imm[{0}]", o.ImmediateSlot)
                       : formatv("c.x(insn.reg[{0}])", o.RegisterSlot));
  }
  return formatv("c.hooks().role_{0}({1})", role.Text, join(args, ", "));
}

static void emitSystem(const Instruction &inst, raw_ostream &os) {
  bool hasResult = inst.numOutputs();
  os << "template <class Context>\nMATRIX_INLINE Exit exec" << inst.Name
     << "(Context &c, const Decoded &insn) {\n"
        "  if (Exit exit = c.issueSystem())\n    return exit;\n"
     << (hasResult ? "  const int64_t value = " : "  ") << hookCall(inst)
     << ";\n  if (Exit exit = c.complete())\n    return exit;\n";
  if (hasResult)
    os << formatv("  c.setX(insn.reg[{0}], value);\n",
                  inst.Operands[0].RegisterSlot);
  os << "  return c.retireSystem();\n}\n";
}

/// Returns the step of the interpreter loop.
static StringRef stepOf(const Instruction &inst) {
  if (isScalar(inst) || isSystem(inst))
    return inst.Name;
  return inst.Class == InstructionClass::Rows ? "Rows" : "Tile";
}

/// Returns a number that is at least that of opcodes, with those of the
/// interpreter itself. It is a round one, so that few new instructions change
/// it, and with it all interpreters.
static size_t opcodeLimit(const Model &model) {
  constexpr size_t step = 1024, pseudoOpcodes = 64;
  return alignTo(model.Instructions.size() + pseudoOpcodes, step);
}

static void emitScalar(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
  writeBanner(os, "Scalar and system instructions of the simulator");
  writeSection(os, "GET_FUNCTIONS", [&] {
    for (const Instruction &i : model.Instructions)
      if (isScalar(i))
        os << ScalarEmitter(i, nodes).execution();
      else if (isSystem(i))
        emitSystem(i, os);
  });
  writeSection(os, "GET_STEPS", [&] {
    for (const Instruction &i : model.Instructions)
      if (isScalar(i) || isSystem(i))
        os << "STEP(" << i.Name << ")\n";
  });
  writeSection(os, "GET_MAX_OPCODES",
               [&] { os << opcodeLimit(model) << "\n"; });
}

/// A separate file, which a new tile instruction changes.
static void emitSteps(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Steps of the interpreter loop by opcode");
  Model model = Model::create(records);
  for (const Instruction &i : model.Instructions)
    os << "Step_" << stepOf(i) << ",\n";
}

static void emitUndefined(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
  writeBanner(os, "Undefined bits of the results of scalar instructions");
  writeSection(os, "GET_FUNCTIONS", [&] {
    for (const Instruction &i : model.Instructions)
      if (isScalar(i))
        os << ScalarEmitter(i, nodes).propagation();
  });
  writeSection(os, "GET_RULES", [&] { // by opcode
    for (const Instruction &i : model.Instructions)
      os << (isScalar(i) ? "propagate" + i.Name + "<Operations>,\n"
                         : "nullptr,\n");
  });
}

static Generator option("gen-sim-scalar", emitScalar,
                        "Scalar and system instructions of the simulator");

static Generator stepsOption("gen-sim-steps", emitSteps,
                             "Steps of the simulator's interpreters by opcode");

static Generator
    undefinedOption("gen-sim-undefined", emitUndefined,
                    "Undefined bits of the results of scalar instructions");
