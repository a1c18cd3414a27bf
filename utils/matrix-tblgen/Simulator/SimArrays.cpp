//===- SimArrays.cpp - arrays in tile functions ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops of reductions, contractions, loads and inserted column blocks
// into local arrays, innermost first (postorder). Contractions pack their
// operands and call a kernel of the simulator. A reduction has the loop over k
// outside and over its results p inside: the compiler vectorizes over p, and
// each sum is evaluated in ascending k.
//
//   for k: for p: acc[p] = op(acc[p], x[p][k])
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimArrays.h"
#include "Support/CodeTemplate.h"
#include "Support/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

void ArrayEmitter::fail(const Twine &what) {
  report(inst.Def,
         what + "; td/Common/Operators.td lists where operators are allowed");
}

std::string ArrayEmitter::scalarOperand(const Operand &o) {
  switch (o.Class) {
  case OperandClass::Immediate:
    return formatv("int64_t(insn.imm[{0}])", o.ImmediateSlot);
  case OperandClass::General:
    return formatv("core.x[insn.reg[{0}]]", o.RegisterSlot);
  case OperandClass::Float32:
    return formatv("core.f32(insn.reg[{0}])", o.RegisterSlot);
  case OperandClass::Float64:
    return formatv("core.f64(insn.reg[{0}])", o.RegisterSlot);
  case OperandClass::Tile:
  case OperandClass::Rows:
    break;
  }
  llvm_unreachable("no scalar operand");
}

void ArrayEmitter::forAll(const Shape &s) {
  writeCode(os, R"(
  for (int i = 0; i < $rows; ++i)
    MATRIX_ELEMENTS for (int j = 0; j < $columns; ++j)
      )",
            {{"rows", s.Rows.cpp()}, {"columns", s.Columns.cpp()}});
}
std::string ArrayEmitter::arrayOf(StringRef name, StringRef type,
                                  const Shape &s) {
  return formatv("alignas(64) {0} {1}[{2} * {3}];\n", type, name,
                 maxElements(s.Rows), maxElements(s.Columns));
}

std::string ArrayEmitter::rowPlace(const Expr &base, const Expr &imm,
                                   const Expr &stride) {
  return formatv(
      "uint64_t({0}) + uint64_t({1}) * RB + uint64_t(i) * uint64_t({2})",
      element.scalar(base), element.scalar(imm), element.scalar(stride));
}

//===----------------------------------------------------------------------===//
// Loads, column blocks, reductions
//===----------------------------------------------------------------------===//

void ArrayEmitter::emitArrays(const Expr &e) {
  for (const Expr &a : e.Args)
    emitArrays(a);
  if (e.is(ExprKind::Reduce))
    emitReduce(e);
  else if (e.is(ExprKind::ArgReduce))
    emitArgReduce(e);
  else if (e.is(ExprKind::Contract))
    emitContract(e);
  else if (e.is(ExprKind::Insert))
    emitInsert(e);
  else if (e.is(ExprKind::Load))
    emitLoad(e);
}

std::string ArrayEmitter::newName(StringRef prefix) {
  return (prefix + Twine(names++)).str();
}

void ArrayEmitter::logRows(const Expr &access, const Shape &size,
                           StringRef type, bool isWrite) {
  ArrayRef<Expr> place = ArrayRef(access.Args).take_back(3);
  writeCode(os, R"(
  if (core.log)
    core.log->add(uint64_t($base) + uint64_t($imm) * RB, int64_t($stride), $rows, $columns * sizeof($type), AccessLog::flat, $write);
)",
            {{"base", element.scalar(place[0])},
             {"imm", element.scalar(place[1])},
             {"stride", element.scalar(place[2])},
             {"rows", size.Rows.cpp()},
             {"columns", size.Columns.cpp()},
             {"type", type.str()},
             {"write", isWrite ? "true" : "false"}});
}

void ArrayEmitter::emitLoad(const Expr &e) {
  std::string name = newName("loaded"), type = storageType(e.Type.Format);
  writeCode(os, R"(
  $array  for (int i = 0; i < $rows; ++i) {
    const uint8_t *from = core.tileRow($place, $columns * sizeof($type));
    if (!from)
      return;
    std::memcpy($name + i * $columns, from, $columns * sizeof($type));
  }
)",
            {{"array", arrayOf(name, type, e.Type.Size)},
             {"rows", e.Type.Size.Rows.cpp()},
             {"place", rowPlace(e[0], e[1], e[2])},
             {"columns", e.Type.Size.Columns.cpp()},
             {"type", type},
             {"name", name}});
  logRows(e, e.Type.Size, type, /*isWrite=*/false);
  element.materialize(e, {name, true});
}

void ArrayEmitter::emitInsert(const Expr &e) {
  const Expr &part = e[1], &whole = e[2];
  std::string name = newName("inserted"), columns = e.Type.Size.Columns.cpp(),
              width = part.Type.Size.Columns.cpp();
  os << "  " << arrayOf(name, storageType(e.Type.Format), e.Type.Size);
  forAll(whole.Type.Size);
  os << formatv("{0}[i * {1} + j] = {2};\n", name, columns,
                element.bits(whole, "i", "j"));
  forAll(part.Type.Size);
  os << formatv("{0}[i * {1} + {2} * {3} + j] = {4};\n", name, columns,
                element.scalar(e[0]), width, element.bits(part, "i", "j"));
  element.materialize(e, {name, true});
}

namespace {
/// Reduces the elements k of row or column p: "ik->ij" has one result per row.
struct Reduction {
  const Expr &of;
  bool perRow;
  StringRef operation; // C++ over $0, $1
  explicit Reduction(const Expr &e)
      : of(e[0]), perRow(e.Text[0] == 'i'),
        operation(e.Record->getValueAsString(
            isFloat(of.Type.Format) ? "CppFloat" : "CppInt")) {}

  const Extent &kept() const {
    return perRow ? of.Type.Size.Rows : of.Type.Size.Columns;
  }
  const Extent &reduced() const {
    return perRow ? of.Type.Size.Columns : of.Type.Size.Rows;
  }
  std::string at(const char *k, ElementEmitter &element) const {
    return perRow ? element.value(of, "p", k) : element.value(of, k, "p");
  }
  Materialized in(const std::string &array) const {
    return {array, false,
            perRow ? Materialized::PerRow : Materialized::PerColumn};
  }
};
} // namespace

/// Reduces in ascending k; the first element is the initial value.
void ArrayEmitter::emitReduce(const Expr &e) {
  Reduction r(e);
  const Record *format = e.Type.Format;
  std::string name = newName("reduced");
  std::string next = roundTo(
      format, substitute(r.operation, {name + "[p]", r.at("k", element)}));
  writeCode(os, R"(
  alignas(64) $type $name[$size];
  for (int p = 0; p < $kept; ++p)
    $name[p] = $first;
  for (int k = 1; k < $reduced; ++k)
    MATRIX_ELEMENTS for (int p = 0; p < $kept; ++p)
      $name[p] = $next;
)",
            {{"type", computeType(format)},
             {"name", name},
             {"size", maxElements(r.kept())},
             {"kept", r.kept().cpp()},
             {"first", r.at("0", element)},
             {"reduced", r.reduced().cpp()},
             {"next", next}});
  element.materialize(e, r.in(name));
}

/// Returns the first k of a maximal element; NaN is greater than every number.
void ArrayEmitter::emitArgReduce(const Expr &e) {
  Reduction r(e);
  const Record *format = r.of.Type.Format;
  std::string best = newName("best"), found = newName("found");
  std::string exceeds = substitute(r.operation, {best + "[p]", "next"});
  if (isFloat(format))
    exceeds += formatv(" | ((next != next) & ({0}[p] == {0}[p]))", best);
  writeCode(os, R"(
  alignas(64) $type $best[$size];
  alignas(64) int32_t $found[$size];
  for (int p = 0; p < $kept; ++p) {
    $best[p] = $first;
    $found[p] = 0;
  }
  for (int k = 1; k < $reduced; ++k)
    MATRIX_ELEMENTS for (int p = 0; p < $kept; ++p) {
      const $type next = $next;
      const bool exceeds = $exceeds;
      $best[p] = exceeds ? next : $best[p];
      $found[p] = exceeds ? k : $found[p];
    }
)",
            {{"type", computeType(format)},
             {"best", best},
             {"found", found},
             {"size", maxElements(r.kept())},
             {"kept", r.kept().cpp()},
             {"first", r.at("0", element)},
             {"reduced", r.reduced().cpp()},
             {"next", r.at("k", element)},
             {"exceeds", exceeds}});
  element.materialize(e, r.in(found));
}

//===----------------------------------------------------------------------===//
// Contractions: operands are packed for simulator/lib/Tiles/TileKernels.h
//===----------------------------------------------------------------------===//

/// Returns the type in which elements of an operand are multiplied.
static StringRef element32(const Expr &contract, const Expr &x) {
  if (isFloat(contract.Type.Format))
    return "float";
  return bitsOf(contract[1].Type.Format) <= 8 && bitsOf(x.Type.Format) <= 8
             ? "int16_t"
             : "int32_t";
}

/// The kernel takes the operand with index i of the result first and the one
/// with j second. If the first operand of the contraction has j, the two are
/// exchanged, which does not change a product.
void ArrayEmitter::emitContract(const Expr &e) {
  const std::string &s = e.Text; // "ik,jk->ij"
  char i = s[7], j = s[8];
  bool swapped = StringRef(s).substr(0, 2).contains(j);
  const Expr &left = e[swapped ? 2 : 1], &right = e[swapped ? 1 : 2];
  StringRef l = StringRef(s).substr(swapped ? 3 : 0, 2),
            r = StringRef(s).substr(swapped ? 0 : 3, 2);
  char k = l[0] == i ? l[1] : l[0];
  if (bitsOf(e.Type.Format) != 32 || !l.contains(i) || !r.contains(j) ||
      !l.contains(k) || !r.contains(k) || i == j || k == i || k == j)
    return fail("Contract \"" + s +
                "\" is not a product of two matrices into 32-bit elements");
  bool floats = isFloat(e.Type.Format);
  const Shape &a = left.Type.Size;
  const Extent &depth = l[0] == k ? a.Rows : a.Columns;
  std::string lhs = pack(left, l[0] == i, element32(e, left));
  // Floats are packed as [k][j], so that rows of the result are vectorized;
  // integers as [j][k].
  std::string rhs = pack(right, floats == (r[0] == k), element32(e, right));
  std::string sum = newName("sum"), columns = e.Type.Size.Columns.cpp();
  os << "  " << arrayOf(sum, computeType(e.Type.Format), e.Type.Size);
  forAll(e.Type.Size);
  os << formatv("{0}[i * {1} + j] = {2};\n", sum, columns,
                element.value(e[0], "i", "j"));
  os << formatv("  kernels::contract<{0}>({1}, {2}, {3}, {4}, {5});\n",
                maxElements(e.Type.Size.Columns), sum, lhs, rhs,
                e.Type.Size.Rows.cpp(), depth.cpp());
  element.materialize(e, {sum, false});
}

std::string ArrayEmitter::pack(const Expr &x, bool asItIs, StringRef type) {
  std::string name = newName("packed"), columns = x.Type.Size.Columns.cpp();
  os << "  " << arrayOf(name, type, x.Type.Size);
  forAll(x.Type.Size);
  os << formatv("{0}[i * {1} + j] = {2};\n", name, columns,
                element.value(x, "i", "j"));
  if (asItIs)
    return name;
  std::string transposed = newName("transposed");
  os << "  " << arrayOf(transposed, type, x.Type.Size)
     << formatv("  kernels::transpose({0}, {1}, {2}, {3});\n", transposed, name,
                x.Type.Size.Rows.cpp(), columns);
  return transposed;
}

} // namespace matrix::tblgen
