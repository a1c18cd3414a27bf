//===- SimChecks.cpp - properties for hazard checks -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per instruction, in the order of the simulator's opcodes:
//
//   CHECKED(name, reads, result, general, kind, class, generals, floats, float)
//
//   reads    mask of register slots: tiles whose elements are used, without the
//            elements that an Insert preserves around its column block
//   result   slot of the tile that is written, or -1
//   general  slot of the general register that is written, or -1
//   kind     Copies: a tile register unchanged; Stores: one into memory;
//            Atomic: load and store in one step; Other
//   class    Scalar: computation; Memory: scalar load or store; Tile: on tiles
//            or rows; System; Halt: ends the core with a status
//   generals, floats  masks of slots: registers that are read
//   float    slot of the floating-point register that is written, or -1
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

static unsigned tilesRead(const Instruction &inst, const Expr &e) {
  if (e.is(ExprKind::Operand)) {
    const Operand &o = inst.Operands[e.Index];
    return o.Class == OperandClass::Tile ? 1u << o.RegisterSlot : 0;
  }
  unsigned mask = 0, kept = e.is(ExprKind::Insert) ? 2 : ~0u;
  for (unsigned i = 0; i < e.Args.size(); ++i)
    if (i != kept || !e[i].is(ExprKind::Operand))
      mask |= tilesRead(inst, e[i]);
  return mask;
}

static int resultSlot(const Instruction &inst, OperandClass wanted) {
  for (const Operand &o : inst.Operands)
    if (o.Out && o.Class == wanted)
      return o.RegisterSlot;
  return -1;
}

static bool isOperand(const Instruction &inst, const Expr &e) {
  return e.is(ExprKind::Operand) &&
         inst.Operands[e.Index].Class == OperandClass::Tile;
}

static StringRef kindOf(const Instruction &inst) {
  const Expr &e = inst.Semantics;
  if (inst.Class == InstructionClass::Scalar)
    return inst.MayLoad && inst.MayStore ? "Atomic" : "Other";
  if (inst.Class != InstructionClass::Tile)
    return "Other";
  if (e.is(ExprKind::At) && e.Text == "ij" && isOperand(inst, e[0]))
    return "Copies";
  return e.is(ExprKind::Store) ? "Stores" : "Other";
}

static StringRef className(const Instruction &inst) {
  switch (inst.Class) {
  case InstructionClass::Scalar:
    return inst.MayLoad || inst.MayStore ? "Memory" : "Scalar";
  case InstructionClass::System:
    return inst.hasRole("halt") ? "Halt" : "System";
  default:
    return "Tile";
  }
}

/// A tied input shares the slot of its result.
static unsigned slotsRead(const Instruction &inst,
                          std::initializer_list<OperandClass> wanted) {
  unsigned mask = 0;
  for (const Operand &o : inst.Operands)
    if (!o.Out && o.isRegister() && is_contained(wanted, o.Class))
      mask |= 1u << o.RegisterSlot;
  return mask;
}

static int floatResult(const Instruction &inst) {
  int slot = resultSlot(inst, OperandClass::Float32);
  return slot >= 0 ? slot : resultSlot(inst, OperandClass::Float64);
}

static void emitSimChecks(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "Properties of instructions for hazard checking");
  for (const Instruction &i : model.Instructions)
    os << formatv(
        "CHECKED({0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8})\n", i.Name,
        i.Class == InstructionClass::Tile ? tilesRead(i, i.Semantics) : 0,
        resultSlot(i, OperandClass::Tile), resultSlot(i, OperandClass::General),
        kindOf(i), className(i),
        slotsRead(i, {OperandClass::General, OperandClass::Rows}),
        slotsRead(i, {OperandClass::Float32, OperandClass::Float64}),
        floatResult(i));
  os << "#undef CHECKED\n";
}

static Generator
    option("gen-sim-checks", emitSimChecks,
           "Properties of instructions for the simulator's hazard checking");
