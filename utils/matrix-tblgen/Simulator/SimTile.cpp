//===- SimTile.cpp - tile instructions of the simulator -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one C++ function per tile instruction: pointers to the operands, arrays
// for subexpressions with loops of their own, one loop over the elements of the
// result, and the write of the result at the end, because td may equal ta.
// Functions on register tiles are templates over the geometry, R rows of RB
// bytes.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimTile.h"
#include "Simulator/SimArrays.h"
#include "Support/CodeTemplate.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class TileEmitter : public ArrayEmitter {
public:
  using ArrayEmitter::ArrayEmitter;

  void emit() {
    os << "// " << inst.Def->getValueAsDag("Semantics")->getAsString() << "\n";
    os << "template <int R, int RB> void " << inst.Name
       << "(Core &core, const Decoded &insn) {\n";
    emitOperands();
    emitRegisterTile();
    os << "}\n\n";
  }

private:
  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  void emitOperands() {
    for (unsigned k = 0; k < inst.Operands.size(); ++k) {
      const Operand &o = inst.Operands[k];
      bool isTile = o.Class == OperandClass::Tile;
      if (o.Class == OperandClass::Immediate)
        os << formatv("  const int n{0} = insn.imm[{1}];\n", k,
                      o.ImmediateSlot);
      if (!o.Out)
        os << "  const auto " << (isTile ? "*" : "") << ElementEmitter::local(o)
           << " = " << (isTile ? tile(o) : scalarOperand(o)) << ";\n";
    }
    checkBlocks(inst.Semantics);
  }

  static std::string tile(const Operand &o) {
    return formatv("core.tile<{0}, R * RB>(insn.reg[{1}])",
                   storageType(o.Format), o.RegisterSlot);
  }

  /// A column block that the format does not have, or a row that the tile does
  /// not have, makes the encoding illegal.
  void checkBlocks(const Expr &e) {
    bool block = e.is(ExprKind::Part) || e.is(ExprKind::Insert);
    if (block && e[0].is(ExprKind::Operand)) {
      const Expr &x = e[e.is(ExprKind::Part) ? 1 : 2];
      reject(formatv("{0} >= {1}", element.scalar(e[0]),
                     32 / bitsOf(x.Type.Format)));
    }
    if (e.is(ExprKind::Row))
      reject(formatv("{0} * {1} + {2} >= R", int64_t(e.Value),
                     element.scalar(e[1]), e.Value2));
    for (const Expr &a : e.Args)
      checkBlocks(a);
  }
  void reject(const std::string &condition) {
    if (rejected.insert(condition).second)
      os << "  if (" << condition << ")\n    return core.illegal();\n";
  }

  //===--------------------------------------------------------------------===//
  // Register tiles
  //===--------------------------------------------------------------------===//

  void emitRegisterTile() {
    const Expr &e = inst.Semantics;
    if (e.is(ExprKind::Store))
      return emitStore(e);
    if (inst.givesScalar())
      return emitElement(e);
    if (inst.numOutputs() != 1 || inst.Operands[0].Class != OperandClass::Tile)
      return fail(
          "the semantics of a tile instruction must be a Store, a RoleOp, "
          "an Element or the value of a tile");
    const Operand &to = inst.Operands[0];
    emitArrays(e);
    std::string from = "out";
    const Materialized *ready = element.find(e);
    if (ready && ready->Index == Materialized::Elements &&
        (ready->Stored ||
         storageType(e.Type.Format) == computeType(e.Type.Format)))
      from = ready->Name;
    else
      emitValue(e);
    os << formatv("  std::memcpy({0}, {1}, sizeof({1}));\n", tile(to), from);
  }

  /// Row-major, modulo the number of elements.
  void emitElement(const Expr &e) {
    const Operand &to = inst.Operands[0];
    const Shape &s = e[0].Type.Size;
    emitArrays(e[0]);
    os << formatv("  const uint64_t number = uint64_t({0}) % ({1} * {2});\n",
                  element.scalar(e[1]), s.Rows.cpp(), s.Columns.cpp());
    std::string columns = s.Columns.cpp(),
                value = element.value(e[0], "number / (" + columns + ")",
                                      "number % (" + columns + ")");
    os << formatv(to.Class == OperandClass::Float32
                      ? "  core.setF32(insn.reg[{0}], {1});\n"
                      : "  core.x[insn.reg[{0}]] = int64_t({1});\n",
                  to.RegisterSlot, value);
  }

  /// Evaluates into the local array `out`, in storage types.
  void emitValue(const Expr &e) {
    std::string columns = e.Type.Size.Columns.cpp();
    os << "  " << arrayOf("out", storageType(e.Type.Format), e.Type.Size);
    forAll(e.Type.Size);
    os << formatv("out[i * {0} + j] = {1};\n", columns,
                  element.bits(e, "i", "j"));
  }

  /// All rows are checked before the first is written.
  void emitStore(const Expr &e) {
    const Expr &x = e[0];
    std::string type = storageType(x.Type.Format),
                rows = x.Type.Size.Rows.cpp(),
                columns = x.Type.Size.Columns.cpp();
    emitArrays(x);
    writeCode(os, R"(
  uint8_t *to[$rows];
  for (int i = 0; i < $rows; ++i)
    if (!(to[i] = core.tileRow($place, $columns * sizeof($type))))
      return;
)",
              {{"rows", rows},
               {"place", rowPlace(e[1], e[2], e[3])},
               {"columns", columns},
               {"type", type}});
    logRows(e, x.Type.Size, type, /*isWrite=*/true);
    writeCode(os, R"(
  for (int i = 0; i < $rows; ++i) {
    alignas(64) $type row[$columns];
    MATRIX_ELEMENTS for (int j = 0; j < $columns; ++j)
      row[j] = $element;
    std::memcpy(to[i], row, sizeof(row));
  }
)",
              {{"rows", rows},
               {"type", type},
               {"columns", columns},
               {"element", element.bits(x, "i", "j")}});
  }

  std::set<std::string> rejected;
};

} // namespace

void matrix::tblgen::emitTileFunction(const Instruction &inst,
                                      raw_ostream &os) {
  TileEmitter(inst, os).emit();
}
