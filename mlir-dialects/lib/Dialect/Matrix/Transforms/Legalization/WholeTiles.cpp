//===- WholeTiles.cpp - minima and maxima on whole tiles ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Narrow tiles are computed block by block, widened and rounded. A minimum or
// maximum returns one of its operands, so widening and rounding are exact: a
// tile assembled from minima and maxima of the corresponding blocks of other
// tiles is replaced by a minimum or maximum of these tiles. The function of
// each block is written in postfix notation with tiles in place of their
// blocks; the blocks of a chain have the same function if these lists are
// equal, and the list is evaluated with a stack to build the operations.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Legalization/TileChains.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;
using vector::ExtractStridedSliceOp;
using vector::InsertStridedSliceOp;

namespace {

/// Collects, and then builds, the operations on whole tiles for blocks that
/// start at `column`.
class WholeTile {
public:
  WholeTile(VectorType tile, const InstructionSet &set)
      : tile(tile), set(set) {}

  /// Returns whether the block is the same function of corresponding blocks of
  /// the same tiles as the blocks before.
  bool collect(Value block, int64_t column);
  Value build(ImplicitLocOpBuilder &builder) const;

private:
  struct PostfixEntry {
    StringRef name;   // minimum or maximum of the two last steps; else ..
    Value source;     // .. a tile, or ..
    TypedAttr number; // .. a constant
    bool operator==(const PostfixEntry &o) const {
      return name == o.name && source == o.source && number == o.number;
    }
  };
  bool visit(Value value, int64_t column,
             SmallVectorImpl<PostfixEntry> &entries);
  bool visitConstant(TypedAttr number, SmallVectorImpl<PostfixEntry> &entries);
  bool isBound(Value value, bool isMaximum) const;

  VectorType tile;
  const InstructionSet &set;
  SmallVector<PostfixEntry> expression; // operands before operators
};

} // namespace

static bool isWidening(Operation *op) {
  return isa<arith::ExtFOp, arith::ExtSIOp>(op);
}

static bool isNarrowing(Operation *op) {
  return isa<arith::TruncFOp, arith::TruncIOp>(op);
}

/// Returns whether the constant bounds every value of the narrow integer type.
bool WholeTile::isBound(Value value, bool isMaximum) const {
  auto number = dyn_cast_if_present<IntegerAttr>(splatElement(value));
  unsigned bits = tile.getElementTypeBitWidth();
  return number && number.getValue().getSExtValue() ==
                       (isMaximum ? llvm::minIntN(bits) : llvm::maxIntN(bits));
}

/// Matches a constant that is representable in the narrow type.
bool WholeTile::visitConstant(TypedAttr number,
                              SmallVectorImpl<PostfixEntry> &entries) {
  Type element = tile.getElementType();
  if (auto wide = dyn_cast<FloatAttr>(number)) {
    if (!isa<FloatType>(element))
      return false;
    APFloat value = wide.getValue();
    bool isInexact;
    value.convert(cast<FloatType>(element).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &isInexact);
    entries.push_back({"", {}, FloatAttr::get(element, value)});
    return !isInexact && !value.isNaN();
  }
  auto wide = dyn_cast<IntegerAttr>(number);
  unsigned bits = tile.getElementTypeBitWidth();
  if (!wide || !wide.getValue().isSignedIntN(bits) || !element.isInteger())
    return false;
  entries.push_back(
      {"", {}, IntegerAttr::get(element, wide.getValue().sextOrTrunc(bits))});
  return true;
}

/// Appends the value in postfix notation. A maximum with the least value of the
/// narrow type, or a minimum with the greatest, belongs to a saturating
/// conversion and is omitted.
bool WholeTile::visit(Value value, int64_t column,
                      SmallVectorImpl<PostfixEntry> &entries) {
  if (TypedAttr number = splatElement(value))
    return visitConstant(number, entries);
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isWidening(op)) {
    auto part = op->getOperand(0).getDefiningOp<ExtractStridedSliceOp>();
    if (!part || part->getOperand(0).getType() != tile ||
        columnOf(part) != column)
      return false;
    entries.push_back({"", part->getOperand(0), {}});
    return true;
  }
  bool isMaximum = isa<arith::MaximumFOp, arith::MaxSIOp>(op);
  if (!isMaximum && !isa<arith::MinimumFOp, arith::MinSIOp>(op))
    return false;
  if (isBound(op->getOperand(1), isMaximum))
    return visit(op->getOperand(0), column, entries);
  StringRef name = op->getName().getStringRef();
  if (!set.has(name, tile.getElementType()) ||
      !visit(op->getOperand(0), column, entries) ||
      !visit(op->getOperand(1), column, entries))
    return false;
  entries.push_back({name, {}, {}});
  return true;
}

bool WholeTile::collect(Value block, int64_t column) {
  Operation *op = block.getDefiningOp();
  SmallVector<PostfixEntry> entries;
  if (!op || !isNarrowing(op) || !visit(op->getOperand(0), column, entries) ||
      entries.back().name.empty())
    return false;
  if (expression.empty())
    expression = entries;
  return expression == entries;
}

Value WholeTile::build(ImplicitLocOpBuilder &builder) const {
  SmallVector<Value> stack;
  for (const PostfixEntry &entry : expression) {
    if (entry.source) {
      stack.push_back(entry.source);
    } else if (entry.number) {
      stack.push_back(arith::ConstantOp::create(
          builder, DenseElementsAttr::get(tile, entry.number)));
    } else {
      Value rhs = stack.pop_back_val(), lhs = stack.pop_back_val();
      OperationState state(builder.getLoc(), entry.name);
      state.addOperands({lhs, rhs});
      state.addTypes(tile);
      stack.push_back(builder.insert(Operation::create(state))->getResult(0));
    }
  }
  return stack.back();
}

void matrix::chooseWholeTiles(Operation *scope, const InstructionSet &set) {
  SmallVector<InsertStridedSliceOp> ops;
  scope->walk([&](InsertStridedSliceOp op) { ops.push_back(op); });
  for (InsertStridedSliceOp last : llvm::reverse(ops)) {
    SmallVector<InsertStridedSliceOp> chain = findChain(last);
    if (chain.empty() || !set.isTile(last.getType()))
      continue;
    WholeTile whole(cast<VectorType>(last.getType()), set);
    if (!llvm::all_of(chain, [&](InsertStridedSliceOp op) {
          return whole.collect(op.getValueToStore(), columnOf(op));
        }))
      continue;
    ImplicitLocOpBuilder builder(last.getLoc(), last);
    last.replaceAllUsesWith(whole.build(builder));
  }
}
