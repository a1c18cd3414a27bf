//===- SimRows.cpp - row instructions of the simulator --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One C++ function per instruction: its statements one after the other. A
// statement that writes elements checks its counts and addresses, computes all
// elements and writes them last.
//
//===----------------------------------------------------------------------===//

#include "SimRows.h"
#include "Operands.h"
#include "SimArrays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include <set>

using namespace llvm;

namespace matrix::tblgen {

namespace {

class RowEmitter : public ArrayEmitter {
public:
  using ArrayEmitter::ArrayEmitter;

  void emit() {
    os << "// " << inst.Def->getValueAsDag("Meaning")->getAsString() << "\n"
       << "void " << inst.Name << "(Core &core, const Decoded &insn) {\n";
    emitOperands();
    emitStatement(inst.Meaning);
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
    switch (o.Class) {
    case OperandClass::Immediate:
      return formatv("int64_t(insn.imm[{0}])", o.ImmediateSlot);
    case OperandClass::General:
      return formatv("core.x[insn.reg[{0}]]", o.RegisterSlot);
    case OperandClass::Float32:
      return formatv("core.f32(insn.reg[{0}])", o.RegisterSlot);
    default:
      fail("operand $" + o.Name + " can't be one of an instruction on rows");
    }
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
                    pointed(inst.Operands[e[1].Index]));
      return;
    case ExprKind::Set:
      return e[0].Type.Scalar ? emitScalar(e[0].Record, e[1]) : emitSet(e);
    default:
      fail(kindName(e.Kind) + " is no statement of an instruction on rows");
    }
  }

  std::string pointed(const Operand &o) {
    return o.Class == OperandClass::Rows ? rowAddress(o)
                                         : ElementEmitter::local(o);
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

  /// A float state takes the bits of an integer.
  void emitScalar(const Record *state, const Expr &value) {
    StringRef type = state->getValueAsString("Cpp");
    bool bits = type == "float" && value.is(ExprKind::Field);
    os << formatv(
        bits ? "  core.rows.{0} = num::bitCast<float>(uint32_t({2}));\n"
             : "  core.rows.{0} = {1}({2});\n",
        state->getName(), type, element.scalar(value));
  }

  /// One Set for each alternative that is chosen inside its value.
  void emitSet(const Expr &e) {
    if (const Expr *choice = findSwitch(e)) {
      std::vector<Expr> alternatives;
      for (const Expr &a : ArrayRef(choice->Args).drop_front())
        alternatives.push_back(
            a.is(ExprKind::Undefined) ? a : replaced(e, choice, a));
      return emitSwitch(choice->Args[0], alternatives);
    }
    os << "  {\n";
    prepared.clear();
    logged.clear();
    prepare(e);
    os << "  if (core.log) {\n";
    logAccesses(e[1], /*isWrite=*/false);
    logAccesses(e[0], /*isWrite=*/true);
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
    forAll("  ", to.Type.Size);
    std::string columns = to.Type.Size.Columns.cpp();
    os << formatv("out[i * {0} + j] = {1};\n", columns,
                  element.bits(value, "i", "j"));
    if (to.is(ExprKind::View) && mayBeAbsent(to.Record))
      os << "  if (v_" << ElementEmitter::viewName(to) << ")\n";
    forAll("  ", to.Type.Size);
    os << formatv("{0} = out[i * {1} + j];\n", element.place(to, "i", "j"),
                  columns);
  }

  //===--------------------------------------------------------------------===//
  // Counts and addresses
  //===--------------------------------------------------------------------===//

  static bool mayBeAbsent(const Record *tile) {
    return !tile->getValueAsString("Absent").empty();
  }

  void prepare(const Expr &e) {
    count(e.Type.Size.Rows);
    count(e.Type.Size.Columns);
    if (e.is(ExprKind::View))
      return emitView(e);
    if (e.is(ExprKind::Operand)) {
      const Operand &o = inst.Operands[e.Index];
      if (o.Class == OperandClass::Rows)
        emitTile(o.Name, o.Def, o.Fields, o.RowCount, o.ColumnCount,
                 rowAddress(o));
      return;
    }
    for (const Expr &a : e.Args)
      prepare(a);
  }

  /// A local for a count that stands in a field.
  void count(const Extent &x) {
    if (!x.Field || !prepared.insert(x.cpp()).second)
      return;
    std::string from = x.State ? ("core.rows." + x.State->getName()).str()
                               : pointed(inst.Operands[x.Operand]);
    os << formatv("  const int {0} = int({1});\n"
                  "  if ({0} > {2})\n    return core.tooMany(\"{3}\", {0}, "
                  "{2});\n",
                  x.cpp(), fieldOf(from, x.Field), x.Fixed,
                  x.Field->getValueAsString("Name"));
  }

  static std::string fieldOf(const std::string &from, const Record *field) {
    return formatv("(uint64_t({0}) >> {1} & {2:x}ull)", from,
                   field->getValueAsInt("Low"),
                   maskTrailingOnes<uint64_t>(field->getValueAsInt("Width")));
  }

  std::string rowAddress(const Operand &o) {
    return o.ImmediateSlot >= 0
               ? formatv("insn.imm[{0}]", o.ImmediateSlot)
               : formatv("core.x[insn.reg[{0}]]", o.RegisterSlot);
  }

  /// The bits of a register that are the address.
  static std::string addressIn(const std::string &from,
                               ArrayRef<const Record *> fields) {
    if (const Record *row = findField(fields, "row"))
      return fieldOf(from, row);
    uint64_t mask = 0;
    for (const Record *f : fields)
      mask |= maskTrailingOnes<uint64_t>(f->getValueAsInt("Width"))
              << f->getValueAsInt("Low");
    return formatv("uint64_t({0}) & ~{1:x}ull", from, mask);
  }

  void emitView(const Expr &e) {
    const Record *state = e[0].is(ExprKind::State) ? e[0].Record : nullptr;
    emitTile(ElementEmitter::viewName(e), e.Record,
             state ? state->getValueAsListOfDefs("Fields")
                   : inst.Operands[e[0].Index].Fields,
             e.Type.Size.Rows, e.Type.Size.Columns,
             state ? ("core.rows." + state->getName()).str()
                   : pointed(inst.Operands[e[0].Index]));
  }

  void emitTile(StringRef name, const Record *tile,
                ArrayRef<const Record *> fields, const Extent &rows,
                const Extent &columns, const std::string &from) {
    if (!prepared.insert("v_" + name.str()).second)
      return;
    int64_t size = bitsOf(tile->getValueAsDef("Fmt")) / 8;
    std::string address = addressIn(from, fields), absent = "false";
    if (mayBeAbsent(tile)) {
      const Record *f = findField(fields, tile->getValueAsString("Absent"));
      absent = formatv("{0} == {1:x}ull", fieldOf(from, f),
                       uint64_t(absentValue(tile, f)));
    }
    os << formatv("  const bool a_{0} = {1};\n", name, absent);
    std::string pointer =
        tile->getValueAsDef("In")->getValueAsInt("Rows")
            ? inRowSpace(name, tile, rows, columns, address, size)
            : inFlatSpace(tile, rows, columns, address, size);
    os << formatv("  auto *v_{0} = a_{0} ? nullptr : reinterpret_cast<{1} "
                  "*>({2});\n  if (!v_{0} && !a_{0})\n    return;\n",
                  name, storageType(tile->getValueAsDef("Fmt")), pointer);
    os << formatv("  [[maybe_unused]] const int64_t p_{0} = {1};\n", name,
                  pitchOf(tile, columns, size));
  }

  //===--------------------------------------------------------------------===//
  // The access log
  //===--------------------------------------------------------------------===//

  /// All tiles below `e`, each once.
  void logAccesses(const Expr &e, bool isWrite) {
    bool isView = e.is(ExprKind::View);
    if (isView || (e.is(ExprKind::Operand) &&
                   inst.Operands[e.Index].Class == OperandClass::Rows)) {
      const Operand *o = isView ? nullptr : &inst.Operands[e.Index];
      std::string name = isView ? ElementEmitter::viewName(e) : o->Name;
      if (logged.insert((isWrite ? "w_" : "r_") + name).second)
        logTile(name, isView ? e.Record : o->Def, e.Type.Size,
                isView ? viewAddress(e) : addressIn(rowAddress(*o), o->Fields),
                isWrite ? "true" : "false");
      return;
    }
    for (const Expr &a : e.Args)
      logAccesses(a, isWrite);
  }

  std::string viewAddress(const Expr &view) {
    const Record *state =
        view[0].is(ExprKind::State) ? view[0].Record : nullptr;
    if (!state)
      return addressIn(pointed(inst.Operands[view[0].Index]),
                       inst.Operands[view[0].Index].Fields);
    return addressIn(("core.rows." + state->getName()).str(),
                     state->getValueAsListOfDefs("Fields"));
  }

  void logTile(StringRef name, const Record *tile, const Shape &size,
               const std::string &address, StringRef isWrite) {
    const Record *space = tile->getValueAsDef("In"),
                 *stride = tile->getValueAsOptionalDef("Stride");
    std::string columns = size.Columns.cpp(), rows = size.Rows.cpp();
    int64_t bytes = bitsOf(tile->getValueAsDef("Fmt")) / 8,
            rowSize = space->getValueAsInt("RowSize");
    bool inRows = space->getValueAsInt("Rows");
    std::string pitch = stride   ? ("core.rows." + stride->getName()).str()
                        : inRows ? "1"
                                 : formatv("{0} * {1}", columns, bytes).str();
    auto add = [&](const std::string &start, const std::string &width) {
      os << formatv("core.log->add({0}, {1}, {2}, ({3}) * {4}, {5}, {6});\n",
                    start, pitch, rows, width, bytes, memoryNumber(space),
                    isWrite);
    };
    os << formatv("    if (!a_{0})\n      ", name);
    if (!inRows || !ElementEmitter::isBlocked(tile))
      return add(address, columns);
    int64_t width = rowSize / bytes;
    os << formatv("for (int j = 0; j < {0}; j += {1})\n        ", columns,
                  width);
    add(formatv("{0} + uint64_t(j / {1}) * uint64_t(b_{2} / {1})", address,
                width, name),
        formatv("{0} - j < {1} ? {0} - j : {1}", columns, width));
  }

  /// As Access::memory counts: 0 is the flat view.
  static int64_t memoryNumber(const Record *space) {
    int64_t number = 0;
    for (const Record *s : recordsInOrder(space->getRecords(), "Space")) {
      number += s->getValueAsInt("Rows") != 0;
      if (s == space)
        return s->getValueAsInt("Rows") ? number : 0;
    }
    llvm_unreachable("every space is in the list");
  }

  static std::string pitchOf(const Record *tile, const Extent &columns,
                             int64_t size) {
    const Record *space = tile->getValueAsDef("In"),
                 *stride = tile->getValueAsOptionalDef("Stride");
    std::string state = stride ? ("core.rows." + stride->getName()).str() : "1";
    if (space->getValueAsInt("Rows"))
      return formatv("{0} * {1}", state,
                     space->getValueAsInt("RowSize") / size);
    return stride ? formatv("{0} / {1}", state, size).str() : columns.cpp();
  }

  /// Rows up to the last one of the last column block must be there.
  std::string inRowSpace(StringRef name, const Record *tile, const Extent &rows,
                         const Extent &columns, const std::string &address,
                         int64_t size) {
    const Record *space = tile->getValueAsDef("In");
    int64_t rowSize = space->getValueAsInt("RowSize");
    std::string count = rows.cpp();
    if (const Record *stride = tile->getValueAsOptionalDef("Stride"))
      count =
          formatv("core.span({0}, core.rows.{1})", count, stride->getName());
    if (ElementEmitter::isBlocked(tile)) {
      const Record *stride = tile->getValueAsOptionalDef("BlockStride");
      std::string block =
          stride ? ("core.rows." + stride->getName()).str()
                 : std::to_string(tile->getValueAsInt("BlockRows"));
      os << formatv("  [[maybe_unused]] const int64_t b_{0} = {1} * {2};\n",
                    name, block, rowSize / size);
      count = formatv("core.blocks({0}, {1}, {2}, {3})", count, columns.cpp(),
                      rowSize / size, block);
    }
    return formatv("core.rowsOf(core.rows.{0}, {1}, {2}, {3}, {4}, \"{5}\")",
                   space->getName(), space->getValueAsInt("Rows"), rowSize,
                   address, count, space->getValueAsString("Name"));
  }

  static std::string inFlatSpace(const Record *tile, const Extent &rows,
                                 const Extent &columns,
                                 const std::string &address, int64_t size) {
    const Record *stride = tile->getValueAsOptionalDef("Stride");
    std::string bytes = formatv("{0} * {1}", columns.cpp(), size);
    return formatv("core.flat({0}, {1}, {2}, {3}, {4})", address,
                   stride ? ("core.rows." + stride->getName()).str() : bytes,
                   rows.cpp(), bytes, size);
  }

  std::set<std::string> prepared, logged;
};

} // namespace

void emitRowFunction(const Instruction &inst, raw_ostream &os) {
  RowEmitter(inst, os).emit();
}

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

} // namespace matrix::tblgen
