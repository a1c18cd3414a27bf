//===- SimTile.cpp - tile and row instructions of the simulator -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One C++ function per instruction, from its meaning: pointers to the operands,
// arrays for what needs loops of its own, then one loop over the elements of
// the result, which is written last (td may be ta). Register tiles: templates
// over the geometry, R rows of RB bytes.
//
//===----------------------------------------------------------------------===//

#include "SimArrays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class TileEmitter : public ArrayEmitter {
public:
  using ArrayEmitter::ArrayEmitter;

  void emit() {
    bool rows = inst.Class == InstructionClass::Rows;
    os << "// " << inst.Def->getValueAsDag("Meaning")->getAsString() << "\n";
    if (!rows)
      os << "template <int R, int RB> ";
    os << "void " << inst.Name << "(Core &core, const Decoded &insn) {\n";
    emitOperands();
    if (rows)
      emitForms();
    else
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
      if (o.Class == OperandClass::Immediate)
        os << formatv("  const int n{0} = insn.imm[{1}];\n", k,
                      o.ImmediateSlot);
      if (!o.Out && o.Class != OperandClass::Rows)
        os << "  const auto " << (o.Class == OperandClass::Tile ? "*" : "")
           << ElementEmitter::local(o) << " = " << operand(o) << ";\n";
    }
    for (const Operand &o : inst.Operands)
      if (o.Class == OperandClass::Rows && (o.Read || o.Written))
        emitRows(o.Name, o.Def, o.RowCount, rowAddress(o),
                 addressFields(o.Def));
    for (const Record *state : pointerStates())
      emitRows(state->getName(), state->getValueAsDef("To"),
               fixedRows(state->getValueAsDef("To")),
               ("core.rows." + state->getName()).str(),
               addressFields(state->getValueAsDef("To")) | switchBits(state));
    checkBlocks(inst.Meaning);
  }

  std::string operand(const Operand &o) {
    std::string slot = formatv("insn.reg[{0}]", o.RegisterSlot);
    switch (o.Class) {
    case OperandClass::Immediate:
      return formatv("int64_t(insn.imm[{0}])", o.ImmediateSlot);
    case OperandClass::General:
      return "core.x[" + slot + "]";
    case OperandClass::Float32:
      return "core.f32(" + slot + ")";
    case OperandClass::Float64:
      return "core.f64(" + slot + ")";
    default:
      return tile(o, slot);
    }
  }
  static std::string tile(const Operand &o, StringRef slot) {
    return formatv("core.tile<{0}, R * RB>({1})", storageType(o.Format), slot);
  }

  /// A column block that the format doesn't have, or a row that the tile
  /// doesn't have, makes the encoding illegal.
  void checkBlocks(const Expr &e) {
    bool block = e.is(ExprKind::Part) || e.is(ExprKind::Insert);
    if (block && e[0].is(ExprKind::Operand)) {
      const Expr &x = e[e.is(ExprKind::Part) ? 1 : 2];
      refuse(formatv("{0} >= {1}", element.scalar(e[0]),
                     32 / bitsOf(x.Type.Format)));
    }
    if (e.is(ExprKind::Row))
      refuse(formatv("{0} * {1} + {2} >= R", int64_t(e.Value),
                     element.scalar(e[1]), e.Value2));
    for (const Expr &a : e.Args)
      checkBlocks(a);
  }
  void refuse(const std::string &condition) {
    if (refused.insert(condition).second)
      os << "  if (" << condition << ")\n    return core.illegal();\n";
  }

  //===--------------------------------------------------------------------===//
  // Rows of a memory: pointer v_<name> and pitch p_<name> in elements
  //===--------------------------------------------------------------------===//

  std::string rowAddress(const Operand &o) {
    return o.ImmediateSlot >= 0
               ? formatv("insn.imm[{0}]", o.ImmediateSlot)
               : formatv("core.x[insn.reg[{0}]]", o.RegisterSlot);
  }
  static uint64_t addressFields(const Record *tile) {
    uint64_t mask = 0;
    for (const Record *f : tile->getValueAsListOfDefs("Fields"))
      mask |= ((uint64_t(1) << f->getValueAsInt("Width")) - 1)
              << f->getValueAsInt("Low");
    return mask;
  }
  uint64_t switchBits(const Record *state) {
    uint64_t mask = 0;
    for (const Form &f : inst.Forms)
      for (const Requirement &r : f.Requires)
        if (r.State == state && r.Bit >= 0)
          mask |= uint64_t(1) << r.Bit;
    return mask;
  }
  Extent fixedRows(const Record *tile) {
    int64_t n;
    if (tile->getValueAsString("Rows").getAsInteger(10, n))
      fail("a PointerState needs a number of rows");
    return Extent::fixed(n);
  }
  std::vector<const Record *> pointerStates() {
    std::vector<const Record *> all;
    for (const Record *s : inst.ReadStates)
      if (s->isSubClassOf("PointerState"))
        all.push_back(s);
    return all;
  }

  void emitRows(StringRef name, const Record *tile, const Extent &rows,
                const std::string &address, uint64_t fields) {
    const Record *space = tile->getValueAsDef("In"),
                 *format = tile->getValueAsDef("Fmt");
    int64_t size = bitsOf(format) / 8,
            rowSize = space->getValueAsInt("RowSize");
    int64_t bytes = tile->getValueAsInt("Columns") * size;
    std::string where = formatv("uint64_t({0}) & ~{1:x}ull", address, fields),
                pitch, pointer;
    if (space->getValueAsInt("Rows")) {
      pitch = std::to_string(rowSize);
      pointer =
          formatv("core.rowsOf(core.rows.{0}, {1}, {2}, {3}, {4}, \"{5}\")",
                  space->getName(), space->getValueAsInt("Rows"), rowSize,
                  where, rows.cpp(), space->getValueAsString("Name"));
    } else {
      const Record *stride = tile->getValueAsOptionalDef("Stride");
      pitch = stride ? ("core.rows." + stride->getName()).str()
                     : std::to_string(bytes);
      pointer = formatv("core.flat({0}, {1}, {2}, {3}, {4})", where, pitch,
                        rows.cpp(), bytes, size);
    }
    os << formatv("  auto *v_{0} = reinterpret_cast<{1} *>({2});\n  if "
                  "(!v_{0})\n    return;\n"
                  "  const int64_t p_{0} = ({3}) / {4};\n",
                  name, storageType(format), pointer, pitch, size);
  }

  //===--------------------------------------------------------------------===//
  // Register tiles
  //===--------------------------------------------------------------------===//

  void emitRegisterTile() {
    const Expr &e = inst.Meaning;
    if (e.is(ExprKind::Store))
      return emitStore(e);
    const Operand &to = inst.Operands[0];
    if (inst.givesScalar())
      return emitElement(e);
    if (!to.Out || to.Class != OperandClass::Tile)
      fail("the meaning of a tile instruction must be a Store, a RoleOp, an "
           "Element or the value of a tile");
    emitArrays(e);
    std::string slot = formatv("insn.reg[{0}]", to.RegisterSlot), from = "out";
    const Materialised *ready = element.find(e);
    if (ready && ready->Index == Materialised::Elements &&
        (ready->Stored ||
         storageType(e.Type.Format) == computeType(e.Type.Format)))
      from = ready->Name;
    else
      emitValue(e, "  ");
    os << formatv("  std::memcpy({0}, {1}, sizeof({1}));\n", tile(to, slot),
                  from);
  }

  /// Row by row, modulo the number of elements.
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

  /// Into the local array `out`, stored.
  void emitValue(const Expr &e, StringRef indent) {
    std::string columns = e.Type.Size.Columns.cpp();
    os << indent << arrayOf("out", storageType(e.Type.Format), e.Type.Size);
    forAll(indent, e.Type.Size);
    os << formatv("out[i * {0} + j] = {1};\n", columns,
                  element.bits(e, "i", "j"));
  }

  /// All rows are checked before the first one is written.
  void emitStore(const Expr &e) {
    const Expr &x = e[0];
    std::string type = storageType(x.Type.Format),
                rows = x.Type.Size.Rows.cpp(),
                columns = x.Type.Size.Columns.cpp();
    emitArrays(x);
    os << formatv("  uint8_t *to[{0}];\n  for (int i = 0; i < {0}; ++i)\n"
                  "    if (!(to[i] = core.tileRow({1}, {2} * sizeof({3}))))\n  "
                  "    return;\n",
                  rows, rowPlace(e[1], e[2], e[3]), columns, type);
    os << formatv(
        "  for (int i = 0; i < {0}; ++i) {{\n    alignas(64) {1} row[{2}];\n"
        "    MATRIX_ELEMENTS for (int j = 0; j < {2}; ++j)\n      row[j] = "
        "{3};\n"
        "    std::memcpy(to[i], row, sizeof(row));\n  }\n",
        rows, type, columns, element.bits(x, "i", "j"));
  }

  //===--------------------------------------------------------------------===//
  // Instructions on rows and state
  //===--------------------------------------------------------------------===//

  void emitForms() {
    bool conditional = false;
    for (const Form &f : inst.Forms) {
      if (f.Also)
        continue;
      for (const Requirement &r : f.Requires) {
        conditional = true;
        std::string state = ("core.rows." + r.State->getName()).str();
        if (r.Bit >= 0)
          state = formatv("({0} >> {1} & 1)", state, r.Bit);
        os << formatv("  if ({0} == {1}) {{\n", state, r.Value);
      }
      emitStatement(f.Meaning);
      for (size_t k = 0; k < f.Requires.size(); ++k)
        os << "    return;\n  }\n";
    }
    if (conditional)
      os << "  core.undefinedState();\n";
  }

  void emitStatement(const Expr &e) {
    if (e.is(ExprKind::Seq)) {
      for (const Expr &a : e.Args)
        emitStatement(a);
    } else if (e.is(ExprKind::Point)) {
      os << formatv("  core.rows.{0} = {1};\n", e[0].Record->getName(),
                    rowAddress(inst.Operands[e[1].Index]));
    } else if (!e.is(ExprKind::Set)) {
      fail(kindName(e.Kind) + " is no statement of an instruction on rows");
    } else if (e[0].Type.Scalar) {
      os << formatv("  core.rows.{0} = {1};\n", e[0].Record->getName(),
                    element.scalar(e[1]));
    } else {
      emitSet(e[0], e[1]);
    }
  }

  void emitSet(const Expr &to, const Expr &value) {
    os << "  {\n";
    element.clear();
    emitArrays(value);
    emitValue(value, "  ");
    forAll("  ", to.Type.Size);
    os << formatv("{0} = out[i * {1} + j];\n  }\n", element.bits(to, "i", "j"),
                  to.Type.Size.Columns.cpp());
  }

  std::set<std::string> refused;
};

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void emitRowState(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *s : recordsInOrder(records, "Space"))
    if (int64_t rows = s->getValueAsInt("Rows"))
      os << formatv("alignas(64) uint8_t {0}[{1}] = {{};\n", s->getName(),
                    rows * s->getValueAsInt("RowSize"));
  for (const Record *s : recordsInOrder(records, "State"))
    if (s->isSubClassOf("ScalarState"))
      os << formatv("{0} {1} = {2};\n", s->getValueAsString("Cpp"),
                    s->getName(), s->getValueAsInt("Reset"));
    else if (s->isSubClassOf("TileState"))
      os << formatv("alignas(64) {0} {1}[{2}] = {{};\n",
                    storageType(s->getValueAsDef("Fmt")), s->getName(),
                    s->getValueAsInt("Rows") * s->getValueAsInt("Columns"));
    else
      os << formatv("int64_t {0} = 0;\n", s->getName());
}

void emitTile(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "Tile and row instructions of the simulator");
  os << "#ifdef GET_ROW_STATE\n";
  emitRowState(records, os);
  os << "#endif\n\n#ifdef GET_GEOMETRIES\n";
  for (const Geometry &g : model.Geometries)
    os << formatv("GEOMETRY({0}, {1})\n", g.Rows, g.RowBytes);
  os << "#endif\n\n#ifdef GET_TILE_FUNCTIONS\n";
  for (const Instruction &i : model.Instructions)
    if (i.hasMeaning() && !i.Meaning.is(ExprKind::Role))
      TileEmitter(i, os).emit();
  os << "#endif\n";
}

} // namespace

static TableGen::Emitter::Opt
    option("gen-sim-tile", emitTile,
           "Tile and row instructions of the simulator");
