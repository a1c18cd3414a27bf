//===- SimRows.cpp - row instructions of the simulator --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one C++ function per row instruction, with its statements in order. A
// statement that writes a tile checks its counts and addresses, computes all
// elements into a local array, and then writes them, because the destination
// may overlap an operand. A Switch inside of a value is moved outside of the
// statement, with one copy of the statement for each alternative.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimRows.h"
#include "Simulator/SimArrays.h"
#include "Simulator/SimRowTiles.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

class RowEmitter : public ArrayEmitter {
public:
  using ArrayEmitter::ArrayEmitter;

  void emit() {
    os << "// " << inst.Def->getValueAsDag("Semantics")->getAsString() << "\n"
       << "void " << inst.Name << "(Core &core, const Decoded &insn) {\n";
    emitOperands();
    emitStatement(inst.Semantics);
    os << "}\n\n";
  }

private:
  void emitOperands() {
    for (unsigned k = 0; k < inst.Operands.size(); ++k) {
      const Operand &o = inst.Operands[k];
      if (o.Class == OperandClass::Immediate)
        os << formatv("  [[maybe_unused]] const int n{0} = insn.imm[{1}];\n", k,
                      o.ImmediateSlot);
      if (o.Class != OperandClass::Rows)
        os << "  [[maybe_unused]] const auto " << ElementEmitter::local(o)
           << " = " << value(o) << ";\n";
    }
  }

  std::string value(const Operand &o) {
    if (o.Class == OperandClass::Tile || o.Class == OperandClass::Float64)
      fail("operand $" + o.Name + " cannot be one of an instruction on rows");
    else
      return scalarOperand(o);
    return "";
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  void emitStatement(const Expr &e) {
    switch (e.Kind) {
    case ExprKind::Seq:
      for (const Expr &a : e.Args)
        emitStatement(a);
      return;
    case ExprKind::Switch:
      return emitSwitch(e[0], ArrayRef(e.Args).drop_front());
    case ExprKind::Undefined:
      os << "  return core.undefinedState();\n";
      return;
    case ExprKind::Point:
      os << formatv("  core.rows.{0} = {1};\n", e[0].Record->getName(),
                    RowTiles::addressOf(inst.Operands[e[1].Index]));
      return;
    case ExprKind::Set:
      return e[0].Type.Scalar ? emitScalar(e[0].Record, e[1]) : emitSet(e);
    default:
      fail(kindName(e.Kind) + " is not a statement of an instruction on rows");
    }
  }

  void emitSwitch(const Expr &selector, ArrayRef<Expr> alternatives) {
    os << "  switch (int64_t(" << element.scalar(selector) << ")) {\n";
    for (unsigned k = 0; k < alternatives.size(); ++k) {
      os << "  case " << k << ": {\n";
      emitStatement(alternatives[k]);
      os << "  break;\n  }\n";
    }
    os << "  default:\n    return core.undefinedState();\n  }\n";
  }

  /// A float state is set to the bit pattern of an integer.
  void emitScalar(const Record *state, const Expr &value) {
    StringRef type = state->getValueAsString("Cpp");
    bool bits = type == "float" && value.is(ExprKind::Field);
    os << formatv(
        bits ? "  core.rows.{0} = num::bitCast<float>(uint32_t({2}));\n"
             : "  core.rows.{0} = {1}({2});\n",
        state->getName(), type, element.scalar(value));
  }

  /// Emits one Set for each alternative that a Switch in the value selects.
  void emitSet(const Expr &e) {
    if (const Expr *choice = findSwitch(e)) {
      std::vector<Expr> alternatives;
      for (const Expr &a : ArrayRef(choice->Args).drop_front())
        alternatives.push_back(
            a.is(ExprKind::Undefined) ? a : replaced(e, choice, a));
      return emitSwitch(choice->Args[0], alternatives);
    }
    os << "  {\n";
    tiles.clear();
    tiles.declare(e);
    os << "  if (core.log) {\n";
    tiles.log(e[1], /*isWrite=*/false);
    tiles.log(e[0], /*isWrite=*/true);
    os << "  }\n";
    element.clear();
    emitArrays(e[1]);
    emitElements(e[0], e[1]);
    os << "  }\n";
  }

  static const Expr *findSwitch(const Expr &e) {
    if (e.is(ExprKind::Switch))
      return &e;
    for (const Expr &a : e.Args)
      if (const Expr *found = findSwitch(a))
        return found;
    return nullptr;
  }

  static Expr replaced(const Expr &e, const Expr *what, const Expr &by) {
    if (&e == what)
      return by;
    Expr copy = e;
    for (unsigned i = 0; i < e.Args.size(); ++i)
      copy.Args[i] = replaced(e[i], what, by);
    return copy;
  }

  void emitElements(const Expr &to, const Expr &value) {
    os << "  " << arrayOf("out", storageType(value.Type.Format), to.Type.Size);
    forAll(to.Type.Size);
    std::string columns = to.Type.Size.Columns.cpp();
    os << formatv("out[i * {0} + j] = {1};\n", columns,
                  element.bits(value, "i", "j"));
    if (to.is(ExprKind::View) && RowTiles::mayBeNull(to.Record))
      os << "  if (v_" << ElementEmitter::viewName(to) << ")\n";
    forAll(to.Type.Size);
    os << formatv("{0} = out[i * {1} + j];\n", element.place(to, "i", "j"),
                  columns);
  }

  RowTiles tiles{inst, os};
};

} // namespace

void emitRowFunction(const Instruction &inst, raw_ostream &os) {
  RowEmitter(inst, os).emit();
}

void emitRowMemories(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *s : recordsInOrder(records, "Space"))
    if (int64_t rows = s->getValueAsInt("Rows"))
      os << formatv("alignas(64) uint8_t {0}[{1}];\n", s->getName(),
                    rows * s->getValueAsInt("RowSize"));
}

void emitRowState(const RecordKeeper &records, raw_ostream &os) {
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

} // namespace matrix::tblgen
