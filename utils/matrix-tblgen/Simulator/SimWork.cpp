//===- SimWork.cpp - work of instructions ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables for statistics and bounds. For each variant, the instructions with a
// contraction, with the extents of the product and its cycles:
//
//   CONTRACTION(cpu, name, element, sum, rows, columns, depth, cycles, pipe)
//
// Types are MLIR's. With several products the largest is listed. For each
// instruction that transfers rows between DRAM and a row memory, the maximum
// number of bytes:
//
//   DRAM_ROWS(cpu, pipe, bytes read, bytes written, cycles)
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

struct Product {
  const Record *Element = nullptr, *Sum = nullptr;
  int64_t Rows = 0, Columns = 0, Depth = 0;
  int64_t macs() const { return Rows * Columns * Depth; }
};

/// "ik,jk->ij": returns the rows or columns of `x` at the position of the
/// index.
int64_t extentAt(const Expr &x, StringRef indices, char index,
                 const Geometry *g) {
  const Shape &s = x.Type.Size;
  return (indices[0] == index ? s.Rows : s.Columns).evaluate(g);
}

Product productOf(const Expr &e, const Geometry *g) {
  StringRef text = e.Text, left = text.substr(0, 2), right = text.substr(3, 2);
  char i = text[7];
  StringRef first = left.contains(i) ? left : right;
  char k = first[0] == i ? first[1] : first[0];
  const Expr &a = left.contains(i) ? e[1] : e[2];
  Product p;
  p.Element = a.Type.Format;
  p.Sum = e.Type.Format;
  p.Rows = e.Type.Size.Rows.evaluate(g);
  p.Columns = e.Type.Size.Columns.evaluate(g);
  p.Depth = extentAt(a, first, k, g);
  return p;
}

void findLargest(const Expr &e, const Geometry *g, Product &largest) {
  if (e.is(ExprKind::Contract)) {
    Product p = productOf(e, g);
    if (p.macs() > largest.macs())
      largest = p;
  }
  for (const Expr &a : e.Args)
    findLargest(a, g, largest);
}

void emitProducts(const Model &model, const Variant &v, raw_ostream &os) {
  for (const Instruction &i : model.Instructions) {
    if (!i.hasSemantics() || !i.isAvailable(v))
      continue;
    Product p;
    findLargest(i.Semantics, v.Tiles, p);
    if (!p.macs())
      continue;
    os << formatv("CONTRACTION(\"{0}\", {1}, \"{2}\", \"{3}\", {4}, {5}, {6}, "
                  "{7}, \"{8}\")\n",
                  v.CPU, i.Name, p.Element->getValueAsString("Mlir"),
                  p.Sum->getValueAsString("Mlir"), p.Rows, p.Columns, p.Depth,
                  model.occupancy(i, v), i.pipe());
  }
}

/// Flat memories are DRAM.
void emitRows(const Model &model, const Variant &v, raw_ostream &os) {
  for (const Instruction &i : model.Instructions) {
    if (i.Class != InstructionClass::Rows || !i.isAvailable(v))
      continue;
    int64_t read = 0, written = 0; // bytes of the largest tile
    forEachFlatTile(i, [&](const Expr &tile, bool isWritten) {
      int64_t bytes = tile.Type.Size.Rows.evaluate(v.Tiles) *
                      tile.Type.Size.Columns.evaluate(v.Tiles) *
                      bitsOf(tile.Type.Format) / 8;
      int64_t &largest = isWritten ? written : read;
      largest = std::max(largest, bytes);
    });
    if (read || written)
      os << formatv("DRAM_ROWS(\"{0}\", \"{1}\", {2}, {3}, {4})\n", v.CPU,
                    i.pipe(), read, written, model.occupancy(i, v));
  }
}

void emitWork(const RecordKeeper &records, raw_ostream &os) {
  Model model = Model::create(records);
  writeBanner(os, "What instructions multiply, and move between DRAM and rows");
  writeSection(os, "CONTRACTION", [&] {
    for (const Variant &v : model.Variants)
      emitProducts(model, v, os);
  });
  writeSection(os, "DRAM_ROWS", [&] {
    for (const Variant &v : model.Variants)
      emitRows(model, v, os);
  });
}

} // namespace

static Generator option("gen-sim-work", emitWork, "What instructions multiply");
