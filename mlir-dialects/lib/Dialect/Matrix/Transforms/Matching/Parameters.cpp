//===- Parameters.cpp - parameter rows ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines the contents of parameter rows. For a tree of shifts, masks and
// bitwise operators over a row, each result bit is traced to a bit of the row
// or a constant; equating the result with the wanted constant fixes these bits
// of the row. In (row >>> 4) & 0xf, for example:
//
//   result bit   31 .. 4   3   2   1   0
//   origin          0      7   6   5   4     bit of the row, or the constant 0
//
// Several trees over one row fix different bits; two that require different
// values of a bit do not match.
//
//===----------------------------------------------------------------------===//

#include "Matching/Parameters.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringSwitch.h"
#include <array>

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Trees over parameter rows
//===----------------------------------------------------------------------===//

bool matrix::isParameter(ArrayRef<Node> nodes, const Node &node) {
  if (node.kind == NodeKind::Row)
    return true;
  if (node.kind != NodeKind::Elementwise && node.kind != NodeKind::Bitcast)
    return false;
  bool found = false;
  for (unsigned i = 0; i < node.numArgs; ++i) {
    const Node &arg = nodes[node.args[i]];
    if (arg.kind == NodeKind::Number)
      continue;
    if (!isParameter(nodes, arg))
      return false;
    found = true;
  }
  return found;
}

const Node &matrix::findRow(ArrayRef<Node> nodes, const Node &node) {
  for (unsigned i = 0; i < node.numArgs && node.kind != NodeKind::Row; ++i)
    if (isParameter(nodes, nodes[node.args[i]]))
      return findRow(nodes, nodes[node.args[i]]);
  return node;
}

//===----------------------------------------------------------------------===//
// Bit tracing
//===----------------------------------------------------------------------===//

namespace {

/// The origin of each bit of a word: the number of a bit of the row, or a
/// constant.
constexpr int kZero = -1, kOne = -2, kUnknown = -3;
using Origins = std::array<int, 32>;

/// Traces bits through shifts by constants and masks.
struct BitTracer {
  ArrayRef<Node> nodes;

  Origins trace(const Node &node) const {
    switch (node.kind) {
    case NodeKind::Row: {
      Origins all;
      for (int i = 0; i < 32; ++i)
        all[i] = i;
      return all;
    }
    case NodeKind::Bitcast:
      return trace(nodes[node.args[0]]);
    default:
      return combine(node);
    }
  }

private:
  Origins combine(const Node &node) const {
    Origins unknown;
    unknown.fill(kUnknown);
    if (node.numArgs != 2 || nodes[node.args[1]].kind != NodeKind::Number)
      return unknown;
    Origins from = trace(nodes[node.args[0]]);
    auto number = uint32_t(int64_t(nodes[node.args[1]].value));
    StringRef name = node.op->mlirInt;
    Origins to;
    for (int i = 0; i < 32; ++i)
      to[i] = move(name, from, i, number);
    return to;
  }

  static int move(StringRef name, const Origins &from, int bit,
                  uint32_t number) {
    bool set = number >> bit & 1;
    int count = number & 31;
    if (name == arith::AndIOp::getOperationName())
      return set ? from[bit] : kZero;
    if (name == arith::OrIOp::getOperationName())
      return set ? kOne : from[bit];
    if (name == arith::ShLIOp::getOperationName())
      return bit >= count ? from[bit - count] : kZero;
    if (name == arith::ShRUIOp::getOperationName())
      return bit + count < 32 ? from[bit + count] : kZero;
    if (name == arith::ShRSIOp::getOperationName())
      return from[std::min(31, bit + count)];
    return kUnknown;
  }
};

} // namespace

bool ParameterRows::solve(ArrayRef<Node> nodes, const Node &node,
                          uint32_t wanted) {
  const Node &leaf = findRow(nodes, node);
  ParameterRow &row = rowOf(nodes[leaf.args[0]].index, leaf.value2);
  if (row.value)
    return false;
  Origins origins = BitTracer{nodes}.trace(node);
  for (int i = 0; i < 32; ++i) {
    uint32_t bit = wanted >> i & 1;
    if (origins[i] < 0) {
      if (origins[i] != (bit ? kOne : kZero))
        return false;
      continue;
    }
    uint32_t mask = uint32_t(1) << origins[i];
    uint32_t value = bit ? mask : 0;
    if ((row.known & mask) && (row.bits & mask) != value)
      return false;
    row.known |= mask;
    row.bits |= value;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

ParameterRow &ParameterRows::rowOf(int input, int64_t number) {
  for (ParameterRow &row : rows)
    if (row.input == input && row.number == number)
      return row;
  rows.push_back({input, number, {}});
  return rows.back();
}

bool ParameterRows::has(int input) const {
  return llvm::any_of(
      rows, [&](const ParameterRow &row) { return row.input == input; });
}

bool ParameterRows::set(const Node &node, int input, Value value) {
  ParameterRow &row = rowOf(input, node.value2);
  if (row.known)
    return false;
  if (!row.value)
    row.value = value;
  return row.value == value;
}

Value ParameterRows::build(ImplicitLocOpBuilder &b, int input, int64_t first,
                           VectorType tile) const {
  SmallVector<const ParameterRow *> wanted;
  for (const ParameterRow &row : rows)
    if (row.input == input)
      wanted.push_back(&row);
  llvm::sort(wanted, [](const ParameterRow *x, const ParameterRow *y) {
    return x->number > y->number;
  });
  Value result;
  for (const ParameterRow *row : wanted) {
    Value words =
        row->value ? row->value : createSplat(b, tile, int32_t(row->bits));
    if (words.getType() != tile)
      words = arith::BitcastOp::create(b, tile, words);
    if (!result) { // last row
      result = words;
      continue;
    }
    Value end = arith::ConstantIndexOp::create(b, first + row->number + 1);
    Value all = arith::ConstantIndexOp::create(b, tile.getDimSize(1));
    Value before = vector::CreateMaskOp::create(b, tile.clone(b.getI1Type()),
                                                ValueRange{end, all});
    result = arith::SelectOp::create(b, before, words, result);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool matrix::hasEqualRows(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (splatElement(tile))
    return true;
  if (auto read = dyn_cast_if_present<vector::TransferReadOp>(op))
    return isa<AffineConstantExpr>(read.getPermutationMap().getResult(0));
  if (auto broadcast = dyn_cast_if_present<vector::BroadcastOp>(op)) {
    auto source = dyn_cast<VectorType>(broadcast.getSourceType());
    return !source || source.getRank() == 1 || source.getDimSize(0) == 1;
  }
  if (isa_and_present<vector::ExtractStridedSliceOp>(op))
    return hasEqualRows(op->getOperand(0));
  return op && op->hasTrait<OpTrait::Elementwise>() &&
         op->getNumOperands() > 0 &&
         llvm::all_of(op->getOperands(), hasEqualRows);
}

std::optional<uint32_t> matrix::neutralOf(const table::Operator &op,
                                          Type type) {
  return llvm::StringSwitch<std::optional<uint32_t>>(nameOn(op, type))
      .Case(arith::AddIOp::getOperationName(), 0u)
      .Case(arith::AddFOp::getOperationName(), 0x80000000u)
      .Case(arith::MulFOp::getOperationName(), 0x3f800000u)
      .Case(arith::MaximumFOp::getOperationName(), 0xff800000u)
      .Case(arith::MinimumFOp::getOperationName(), 0x7f800000u)
      .Default(std::nullopt);
}
