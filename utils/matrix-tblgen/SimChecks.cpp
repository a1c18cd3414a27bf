//===- SimChecks.cpp - what hazard checking knows of instructions ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per instruction, in the order of the simulator's opcodes:
//
//   CHECKED(name, reads, result, general, kind)
//
//   reads    mask of register slots: tiles of which elements are used. Not what
//            an Insert keeps around its column block.
//   result   slot of the tile that is written, or -1
//   general  slot of the general register that is written, or -1
//   kind     Copies: a tile register as it is; Stores: one into memory;
//            Atomic: loads and stores in one step; Other
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

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
  const Expr &e = inst.Meaning;
  if (inst.Class == InstructionClass::Scalar)
    return inst.MayLoad && inst.MayStore ? "Atomic" : "Other";
  if (inst.Class != InstructionClass::Tile)
    return "Other";
  if (e.is(ExprKind::At) && e.Text == "ij" && isOperand(inst, e[0]))
    return "Copies";
  return e.is(ExprKind::Store) ? "Stores" : "Other";
}

static void emitSimChecks(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "What hazard checking knows of instructions");
  for (const Instruction &i : model.Instructions)
    os << formatv("CHECKED({0}, {1}, {2}, {3}, {4})\n", i.Name,
                  i.Class == InstructionClass::Tile ? tilesRead(i, i.Meaning)
                                                    : 0,
                  resultSlot(i, OperandClass::Tile),
                  resultSlot(i, OperandClass::General), kindOf(i));
  os << "#undef CHECKED\n";
}

static TableGen::Emitter::Opt
    option("gen-sim-checks", emitSimChecks,
           "What the simulator's hazard checking knows of instructions");
