//===- SimScalar.cpp - scalar instructions of the simulator ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one macro of simulator/lib/Interpreter/InterpreterMacros.h for each
// instruction, with statements by ScalarEmitter.h:
//
//   SCALAR(name, statements)           no memory access, no jump
//   MEMORY(name, statements)           loads and stores
//   BRANCH(name, offset, statements)   conditional jump by the offset
//   GOTO(name, statements)             jump by an offset in the instruction
//   INDIRECT(name, statements)         jump to an address in a register
//   SYSTEM(name, statements)           a hook of the core, then COMPLETED()
//   TILES(name), ROWS(name)            the function of that name (SimTile.cpp)
//
// Macros in statements:
//
//   LOAD(type, address)  STORE(type, address, value)
//   JUMP(place)          JUMP_AND_LINK(place), an expression; then TAKE()
//   HERE(offset)         the address at that offset from the instruction
//   RELATIVE(offset)     the same, as the target of a jump
//
// For the detection of uninitialized values, the same dags define the undefined
// bits of results (simulator/lib/Sanitizer/Undefined.cpp), one line for each
// scalar instruction:
//
//   UNDEFINED(name, statements)
//   GENERAL(slot)  FLOAT(slot)            undefined bits of a register
//   SET_GENERAL(slot, mask)  SET_FLOAT(slot, mask)
//   LOADED(type, address, mask of it)     undefined bits of the loaded value
//   STORED(type, address, mask of it, mask of the stored value)
//   DECIDES(mask)  JUMPS_TO(mask)         condition and target of a jump
//
//===----------------------------------------------------------------------===//

#include "Simulator/Scalar/ScalarEmitter.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

/// (RoleOp "hook", $a, ...): a member function of the core.
static std::string hookCall(const Instruction &inst) {
  const Expr &role = inst.Semantics;
  std::vector<std::string> args;
  for (const Expr &a : role.Args) {
    const Operand &o = inst.Operands[a.Index];
    args.push_back(o.ImmediateSlot >= 0
                       ? formatv("insn->imm[{0}]", o.ImmediateSlot)
                       : formatv("x[insn->reg[{0}]]", o.RegisterSlot));
  }
  std::string call = formatv("core.role_{0}({1})", role.Text, join(args, ", "));
  if (!inst.numOutputs())
    return call + "; COMPLETED();";
  return formatv("const int64_t value = {1}; COMPLETED(); "
                 "x[insn->reg[{0}]] = value;",
                 inst.Operands[0].RegisterSlot, call);
}

static void emitScalar(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
  writeBanner(os, "Scalar and system instructions of the simulator");
  for (const Instruction &i : model.Instructions)
    if (i.Class == InstructionClass::Scalar)
      os << ScalarEmitter(i, nodes).text();
    else if (i.Semantics.is(ExprKind::Role))
      os << "SYSTEM(" << i.Name << ", { " << hookCall(i) << " })\n";
    else
      os << (i.Class == InstructionClass::Rows ? "ROWS(" : "TILES(") << i.Name
         << ")\n";
}

static void emitUndefined(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  NodeTable nodes = nodesOf(records);
  writeBanner(os, "Undefined bits of the results of scalar instructions");
  for (const Instruction &i : model.Instructions)
    if (i.Class == InstructionClass::Scalar)
      os << ScalarEmitter(i, nodes).undefined();
}

static Generator option("gen-sim-scalar", emitScalar,
                        "Scalar and system instructions of the simulator");

static Generator
    undefinedOption("gen-sim-undefined", emitUndefined,
                    "Undefined bits of the results of scalar instructions");
