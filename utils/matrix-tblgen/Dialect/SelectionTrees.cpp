//===- SelectionTrees.cpp - trees of the selection tables -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes expression trees, extents and formats as initializers of the selection
// tables. A tree is an array in postorder, in which a node refers to its
// arguments by index and the root is the last node, so that it needs no
// pointers and no construction at run time. The weight of an operation is 16,
// that of a constant 1: sizeOf orders trees by operations first and by
// constants second.
//
//===----------------------------------------------------------------------===//

#include "Dialect/SelectionTables.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen::tables {

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

std::string boolean(bool b) { return b ? "true" : "false"; }

std::string format(const Record *f) {
  return f ? "&k" + f->getName().str() : "nullptr";
}

std::string extent(const Extent &e, bool padded) {
  switch (e.K) {
  case Extent::RowsOfTile:
    return "{Extent::Rows, 0}";
  case Extent::ColumnsOfTile:
    return formatv("{{Extent::Columns, {0}}", e.Bits);
  case Extent::FixedCount:
    return formatv(padded ? "{{Extent::AtMost, {0}}" : "{{Extent::Fixed, {0}}",
                   e.Fixed);
  case Extent::Counted:
    return formatv("{{Extent::Counted, {0}}", e.Operand);
  default:
    return "{Extent::None, 0}";
  }
}

/// Always a double: an integer would lose the sign of -0.
static std::string number(double v) {
  std::string text;
  raw_string_ostream(text) << llvm::format("%.17g", v);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string writeCpus(raw_ostream &os, const Instruction &inst,
                      ArrayRef<const Variant *> variants) {
  if (variants.empty())
    return "{}";
  os << "static const llvm::StringLiteral kCpus" << inst.Name << "[] = {";
  for (const Variant *v : variants)
    os << "\"" << v->CPU << "\", ";
  os << "};\n";
  return "kCpus" + inst.Name;
}

std::string writeCycles(raw_ostream &os, const Instruction &inst,
                        const Model &model,
                        ArrayRef<const Variant *> variants) {
  if (variants.empty())
    return "{}";
  os << "static const Cycles kCycles" << inst.Name << "[] = {";
  for (const Variant *v : variants)
    os << formatv("{{{0}, {1}}, ", model.occupancy(inst, *v),
                  model.latency(inst, *v));
  os << "};\n";
  return "kCycles" + inst.Name;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

Expr bodyOf(const Record *composed) {
  return *parseComposedBody(composed, composed->getRecords().getDef("FmtF32"));
}

unsigned sizeOf(const Expr &e) {
  unsigned size = e.is(ExprKind::Operand) ? 0 : e.is(ExprKind::Number) ? 1 : 16;
  if (e.Record && e.Record->isSubClassOf("Composed"))
    size = sizeOf(bodyOf(e.Record));
  for (const Expr &arg : e.Args)
    size += sizeOf(arg);
  return size;
}

/// Writes in postorder; returns the index of the node.
static unsigned writeNode(raw_ostream &os, const Expr &e,
                          const Instruction *inst, bool padded,
                          unsigned &next) {
  std::vector<std::string> args;
  for (const Expr &arg : e.Args)
    args.push_back(utostr(writeNode(os, arg, inst, padded, next)));
  if (args.size() > 4)
    report(inst->Def, "an operator has more than 4 operands; nest several");
  int index = e.Index;
  if (e.is(ExprKind::Operand) && inst)
    index -= inst->numOutputs();
  std::string op = e.Record && e.Record->isSubClassOf("Elementwise")
                       ? "&k" + e.Record->getName().str()
                       : "nullptr";
  os << formatv("  {{NodeKind::{0}, {1}, {2}, {3}, {4}, \"{5}\", {6}, {7}, "
                "{8}, {9}, {{{10}}},\n",
                kindName(e.Kind), format(e.Type.Format),
                extent(e.Type.Size.Rows, padded),
                extent(e.Type.Size.Columns, padded), op,
                e.is(ExprKind::Operand) ? "" : e.Text, number(e.Value),
                e.Value2, index, args.size(), join(args, ", "));
  return next++;
}

void writeTree(raw_ostream &os, const std::string &name, const Expr &root,
               const Instruction *inst, bool padded) {
  os << "static const Node " << name << "[] = {\n";
  unsigned next = 0;
  writeNode(os, root, inst, padded, next);
  os << "};\n";
}

} // namespace matrix::tblgen::tables
