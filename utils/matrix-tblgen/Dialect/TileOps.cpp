//===- TileOps.cpp - tile instructions as operations ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups tile instructions into dialect operations by base mnemonic, checks
// that their operands agree, and classifies operands by their use in the
// semantics. An instruction is width-free if its tree only selects, masks,
// loads or stores whole rows at the same position, so that no node depends on
// the boundaries between elements.
//
//===----------------------------------------------------------------------===//

#include "Dialect/TileOps.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::tblgen {

StringRef useName(OperandUse use) {
  static const char *const names[] = {"Tile", "General", "Float", "Immediate",
                                      "Base", "Offset",  "Stride"};
  return names[static_cast<unsigned>(use)];
}

const Expr *findMemoryAccess(const Expr &e) {
  if (e.is(ExprKind::Load) || e.is(ExprKind::Store))
    return &e;
  for (const Expr &arg : e.Args)
    if (const Expr *found = findMemoryAccess(arg))
      return found;
  return nullptr;
}

OperandUse useOf(const Instruction &inst, int operand) {
  if (const Expr *access = findMemoryAccess(inst.Semantics)) {
    unsigned base = access->is(ExprKind::Store) ? 1 : 0;
    const OperandUse uses[] = {OperandUse::Base, OperandUse::Offset,
                               OperandUse::Stride};
    for (unsigned i = 0; i < 3; ++i)
      if ((*access)[base + i].is(ExprKind::Operand) &&
          (*access)[base + i].Index == operand)
        return uses[i];
  }
  switch (inst.Operands[operand].Class) {
  case OperandClass::Tile:
    return OperandUse::Tile;
  case OperandClass::General:
    return OperandUse::General;
  case OperandClass::Float32:
    return OperandUse::Float;
  case OperandClass::Immediate:
    return OperandUse::Immediate;
  default:
    report(inst.Def, "operand $" + inst.Operands[operand].Name +
                         " of a tile instruction must be a tile, a general or "
                         "f32 register or an immediate; use a TileOperand, "
                         "XReg, SReg or Immediate");
    return OperandUse::General;
  }
}

//===----------------------------------------------------------------------===//
// Width
//===----------------------------------------------------------------------===//

static bool ignoresColumns(const Expr &e) {
  switch (e.Kind) {
  case ExprKind::Operand:
  case ExprKind::None:
  case ExprKind::RowBytes:
  case ExprKind::Number:
    return true;
  case ExprKind::Splat:
    return e[0].is(ExprKind::Number) && e[0].Value == 0;
  case ExprKind::At:
    return e.Text == "ij" && ignoresColumns(e[0]);
  case ExprKind::Mask:
    return e[1].is(ExprKind::None);
  case ExprKind::Elementwise: // only a selection preserves bits
    return e.Record->getName() == "Select" && all_of(e.Args, ignoresColumns);
  case ExprKind::Load:
  case ExprKind::Store:
    return all_of(e.Args, ignoresColumns);
  default:
    return false;
  }
}

bool isWidthFree(const Instruction &inst) {
  for (const Operand &o : inst.Operands)
    if (o.Class == OperandClass::Tile && !o.Format->getValueAsBit("Any"))
      return false;
  return ignoresColumns(inst.Semantics);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::vector<int> inputsOf(const Instruction &inst) {
  std::vector<int> inputs;
  for (unsigned i = inst.numOutputs(); i < inst.Operands.size(); ++i)
    inputs.push_back(i);
  return inputs;
}

std::string suffixOf(const Instruction &inst) {
  StringRef suffix = inst.Mnemonic;
  suffix.consume_front(inst.BaseMnemonic);
  suffix.consume_front(".");
  return suffix.str();
}

static bool sameOperands(const Instruction &a, const Instruction &b) {
  if (a.Operands.size() != b.Operands.size() ||
      a.numOutputs() != b.numOutputs() || a.givesScalar() != b.givesScalar())
    return false;
  for (int i : inputsOf(a))
    if (a.Operands[i].Name != b.Operands[i].Name || useOf(a, i) != useOf(b, i))
      return false;
  return true;
}

static void checkOutputs(const Instruction &inst) {
  if (inst.numOutputs() > 1)
    report(inst.Def, "a tile instruction has at most one output; make two of "
                     "it");
  if (inst.numOutputs() && inst.Operands[0].Class != OperandClass::Tile &&
      !inst.givesScalar())
    report(inst.Def, "the output of a tile instruction must be a tile, a "
                     "general or an f32 register; use a TileOperand, XReg or "
                     "SReg");
}

static void reportBaseMnemonic(const Instruction &a, const Instruction &b) {
  bool bIsNewer = newerOf(a.Def, b.Def) == b.Def;
  const Instruction &newer = bIsNewer ? b : a, &older = bIsNewer ? a : b;
  report(newer.Def, newer.Name + " has other operands than " + older.Name +
                        ", which has the same base mnemonic; give it a base "
                        "mnemonic of its own");
}

std::map<std::string, std::vector<const Instruction *>>
operationsOf(const Model &model) {
  std::map<std::string, std::vector<const Instruction *>> baseMnemonics;
  for (const Instruction &inst : model.Instructions) {
    if (inst.Class != InstructionClass::Tile)
      continue;
    checkOutputs(inst);
    std::vector<const Instruction *> &list = baseMnemonics[inst.BaseMnemonic];
    if (!list.empty() && !sameOperands(*list.front(), inst))
      reportBaseMnemonic(*list.front(), inst);
    list.push_back(&inst);
  }
  return baseMnemonics;
}

} // namespace matrix::tblgen
