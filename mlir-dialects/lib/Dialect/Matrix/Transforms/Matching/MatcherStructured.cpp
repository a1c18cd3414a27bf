//===- MatcherStructured.cpp - lines, column blocks and memory ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching of the structured operators: broadcasts, reductions, contractions,
// column blocks, loads and stores. A reduction of the semantics includes its
// broadcast, and vector code has it as a separate chain of broadcasts, shape
// casts and transpositions, which are covered. A slice of a loaded tile is an
// access at a later column. Column blocks of one tile may be read from any
// version of it in which the block is unchanged.
//
//===----------------------------------------------------------------------===//

#include "Matching/Accesses.h"
#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Broadcasts, reductions, contractions
//===----------------------------------------------------------------------===//

/// A broadcast of row 0 is a broadcast of the extracted line 0; one of column 0
/// extracts line 0 of the transposed tile. A transposition may be part of a
/// read instead of an operation.
bool Matcher::at(const Tree &tree, const Node &node, Value value) {
  const Node &arg = tree.arg(node, 0);
  if (node.text == "ji") {
    if (arg.kind == NodeKind::Load &&
        load(tree, arg, value, /*transposed=*/true))
      return true;
    if (arg.kind == NodeKind::Operand &&
        memoryOperand(arg, value, /*transposed=*/true))
      return true;
    auto transpose = value.getDefiningOp<vector::TransposeOp>();
    return transpose && transpose.getPermutation() == ArrayRef<int64_t>{1, 0} &&
           cover(transpose) && this->node(tree, arg, transpose.getVector());
  }
  SmallVector<Operation *> steps;
  Value line = node.text == "0j"   ? matchRowBroadcast(value, steps)
               : node.text == "i0" ? matchColumnBroadcast(value, steps)
                                   : Value();
  auto extract = line ? line.getDefiningOp<vector::ExtractOp>() : nullptr;
  if (!extract || extract.getStaticPosition() != ArrayRef<int64_t>{0})
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  cover(extract);
  Value source = extract.getSource();
  if (node.text == "0j")
    return this->node(tree, arg, source);
  auto transpose = source.getDefiningOp<vector::TransposeOp>();
  return transpose && cover(transpose) &&
         this->node(tree, arg, transpose.getVector());
}

bool Matcher::reduce(const Tree &tree, const Node &node, Value value) {
  bool alongRows = node.text == "ik->ij";
  SmallVector<Operation *> steps;
  Value line = alongRows ? matchColumnBroadcast(value, steps)
                         : matchRowBroadcast(value, steps);
  auto reduction =
      line ? line.getDefiningOp<vector::MultiDimReductionOp>() : nullptr;
  if (!reduction ||
      reduction.getReductionDims() != ArrayRef<int64_t>{alongRows ? 1 : 0})
    return false;
  Type element = getElementTypeOrSelf(value.getType());
  if (reductionKind(*node.op, element) != reduction.getKind() ||
      !isNeutral(reduction.getAcc(), reduction.getKind()))
    return false;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  cover(reduction);
  return this->node(tree, tree.arg(node, 0), reduction.getSource());
}

bool Matcher::contract(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::ContractionOp>();
  return op && isContraction(op, node.text) && cover(op) &&
         this->node(tree, tree.arg(node, 0), op.getAcc()) &&
         contractionOperand(tree, tree.arg(node, 1), op.getLhs()) &&
         contractionOperand(tree, tree.arg(node, 2), op.getRhs());
}

/// Operands are widened to the result's format by the contraction (integers as
/// signed ones) or by an operation before it.
bool Matcher::contractionOperand(const Tree &tree, const Node &node,
                                 Value value) {
  if (hasType(node, value.getType()) && !node.format->isUnsigned)
    return this->node(tree, node, value);
  Operation *op = value.getDefiningOp();
  bool widens = node.format->isFloat      ? isa_and_present<arith::ExtFOp>(op)
                : node.format->isUnsigned ? isa_and_present<arith::ExtUIOp>(op)
                                          : isa_and_present<arith::ExtSIOp>(op);
  if (!widens)
    return notifyMatchFailure([&] {
      return "it multiplies elements of " + node.format->mlir.str() +
             (node.format->isUnsigned ? " (unsigned)" : "") +
             ", but the operand has another type";
    });
  return cover(op) && this->node(tree, node, op->getOperand(0));
}

/// Matches an element at a constant position, which becomes the index operand.
bool Matcher::element(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::ExtractOp>();
  if (!op || op.hasDynamicPosition() || isa<VectorType>(value.getType()))
    return false;
  ArrayRef<int64_t> position = op.getStaticPosition();
  auto type = op.getSourceVectorType();
  if (type.getRank() != 2 || position.size() != 2)
    return false;
  Binding number;
  number.constant =
      IntegerAttr::get(IntegerType::get(op.getContext(), 64),
                       position[0] * type.getDimSize(1) + position[1]);
  return cover(op) && bindScalar(tree, tree.arg(node, 1), number) &&
         this->node(tree, tree.arg(node, 0), op.getSource());
}

//===----------------------------------------------------------------------===//
// Column blocks
//===----------------------------------------------------------------------===//

/// Returns the number of the column block at the offsets, if they are aligned.
static std::optional<int64_t> columnBlock(ArrayRef<int64_t> offsets,
                                          VectorType block) {
  if (offsets.size() != 2 || offsets[0] || offsets[1] % block.getDimSize(1))
    return std::nullopt;
  return offsets[1] / block.getDimSize(1);
}

/// Returns whether `tile` contains the block of `source` at that column; other
/// blocks may have been replaced.
static bool preservesBlock(Value tile, Value source, Type block,
                           int64_t column) {
  while (tile != source) {
    auto insert = tile.getDefiningOp<vector::InsertStridedSliceOp>();
    if (!insert || insert.hasNonUnitStrides() ||
        insert.getValueToStore().getType() != block ||
        ::cast<IntegerAttr>(insert.getOffsets().getValue().back()).getInt() ==
            column)
      return false;
    tile = insert.getDest();
  }
  return true;
}

bool Matcher::part(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::ExtractStridedSliceOp>();
  if (!op || op.hasNonUnitStrides())
    return false;
  SmallVector<int64_t> offsets;
  op.getOffsets(offsets);
  auto q = columnBlock(offsets, ::cast<VectorType>(value.getType()));
  const Node &whole = tree.arg(node, 1);
  Value source = op->getOperand(0);
  if (q && whole.kind == NodeKind::Operand)
    if (Value known = found.inputs[whole.index].value;
        known && preservesBlock(known, source, value.getType(), offsets.back()))
      source = known;
  return q && cover(op) && bindNumber(tree, tree.arg(node, 0), *q) &&
         this->node(tree, whole, source);
}

/// The leading rows of a square tile are the whole tile.
bool Matcher::leading(const Tree &tree, const Node &node, Value value) {
  const Node &whole = tree.arg(node, 0);
  if (hasType(whole, value.getType()))
    return this->node(tree, whole, value);
  auto op = value.getDefiningOp<vector::ExtractStridedSliceOp>();
  if (!op || op.hasNonUnitStrides())
    return false;
  SmallVector<int64_t> offsets;
  op.getOffsets(offsets);
  return llvm::all_of(offsets, [](int64_t at) { return at == 0; }) &&
         cover(op) && this->node(tree, whole, op->getOperand(0));
}

bool Matcher::insert(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::InsertStridedSliceOp>();
  if (!op || op.hasNonUnitStrides())
    return false;
  Value block = op.getValueToStore();
  SmallVector<int64_t> offsets;
  for (Attribute offset : op.getOffsets())
    offsets.push_back(::cast<IntegerAttr>(offset).getInt());
  auto type = ::cast<VectorType>(block.getType());
  auto q = type.getRank() == 2 ? columnBlock(offsets, type) : std::nullopt;
  return q && cover(op) && bindNumber(tree, tree.arg(node, 0), *q) &&
         this->node(tree, tree.arg(node, 2), op.getDest()) &&
         this->node(tree, tree.arg(node, 1), block);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// `first` is the index of the base argument; offset and stride follow.
bool Matcher::address(const Tree &tree, const Node &node, unsigned first,
                      const Access &access) {
  if (!inScratchpad(access.memref.getType()))
    return notifyMatchFailure(
        [] { return "the memory is not the scratchpad"; });
  const Node &offset = tree.arg(node, first + 1);
  const Node &stride = tree.arg(node, first + 2);
  if (offset.kind == NodeKind::Number && offset.value != 0)
    return false;
  if (stride.kind == NodeKind::RowBytes &&
      (access.broadcast || !hasContiguousRows(access.memref, variant)))
    return notifyMatchFailure([] { return "rows are not adjacent in memory"; });
  if (stride.kind == NodeKind::Number &&
      (access.broadcast || !hasRowsApart(access.memref, stride.value)))
    return notifyMatchFailure(
        [] { return "rows have another distance in memory"; });
  Binding base;
  base.value = access.memref;
  found.access = access;
  return bind(tree.arg(node, first).index, base);
}

/// Returns the vector that a column slice was extracted from, and its first
/// column.
static Value stripSlice(Value value, int64_t &column,
                        SmallVectorImpl<Operation *> &steps) {
  auto slice = value.getDefiningOp<vector::ExtractStridedSliceOp>();
  if (!slice || slice.hasNonUnitStrides())
    return value;
  SmallVector<int64_t> offsets;
  slice.getOffsets(offsets);
  if (offsets.size() != 2 || offsets[0])
    return value;
  column = offsets[1];
  steps.push_back(slice);
  return slice->getOperand(0);
}

bool Matcher::load(const Tree &tree, const Node &node, Value value,
                   bool transposed) {
  SmallVector<Operation *> steps;
  int64_t column = 0;
  if (!transposed)
    value = stripSlice(value, column, steps);
  std::optional<Access> access = matchRead(value, transposed, steps);
  if (!access || found.access.op)
    return false;
  access->column = column;
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  return address(tree, node, 0, *access);
}

bool Matcher::store(const Tree &tree, const Node &node, Operation *op) {
  std::optional<std::pair<Access, Value>> write = matchWrite(op);
  if (!write)
    return false;
  cover(op);
  return this->node(tree, tree.arg(node, 0), write->second) &&
         address(tree, node, 1, write->first);
}
