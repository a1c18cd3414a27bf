//===- WholeTileArithmetic.cpp - elementwise bodies on narrow tiles -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds an elementwise body both on whole narrow tiles and on column blocks,
// and compares the cycles of the selected instructions. The translation to
// whole tiles also takes an operation in f32 between conversions from and to
// the narrow type, if it rounds equally.
//
//===----------------------------------------------------------------------===//

#include "WholeTileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Translation of bodies
//===----------------------------------------------------------------------===//

/// Truth values have the shape of the values compared.
VectorType WholeTileArithmetic::getType(Type scalar) {
  if (scalar.isInteger(1))
    return shape.empty() ? VectorType() : VectorType::get(shape, scalar);
  if (!scalar.isIntOrFloat() || scalar.getIntOrFloatBitWidth() >= 32)
    return {};
  VectorType type = getTileType(scalar, variant);
  if (!type || (!shape.empty() && type.getShape() != ArrayRef(shape)))
    return {};
  shape.assign(type.getShape().begin(), type.getShape().end());
  return type;
}

Value WholeTileArithmetic::create(Operation *like, ValueRange operands,
                                  Type scalar) {
  VectorType type = getType(scalar);
  if (!type || llvm::is_contained(operands, Value()))
    return {};
  OperationState state(builder.getLoc(), like->getName());
  state.addOperands(operands);
  state.addAttributes(like->getAttrDictionary().getValue());
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

/// For a narrow float with p bits of precision, f32 has at least 2p + 2 bits.
/// By Figueroa's theorem, these operations in f32 with rounding equal the
/// operations on the narrow type.
static bool roundsOnce(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             math::SqrtOp>(op);
}

/// truncf(op(extf x, extf y)) equals op(x, y).
Value WholeTileArithmetic::translateRounded(Operation *truncate) {
  Operation *wide = truncate->getOperand(0).getDefiningOp();
  Type narrow = truncate->getResult(0).getType();
  if (!wide || !roundsOnce(wide) || !wide->getResult(0).getType().isF32())
    return {};
  SmallVector<Value> operands;
  for (Value operand : wide->getOperands()) {
    auto extend = operand.getDefiningOp<arith::ExtFOp>();
    if (!extend || extend.getIn().getType() != narrow)
      return {};
    operands.push_back(get(extend.getIn()));
  }
  return create(wide, operands, narrow);
}

Value WholeTileArithmetic::translate(Operation *op) {
  if (isa<arith::TruncFOp>(op))
    return translateRounded(op);
  if (!op->hasTrait<OpTrait::Elementwise>() || isa<CastOpInterface>(op))
    return {};
  SmallVector<Value> operands;
  // Truth values are last, since their shape is that of the numbers.
  for (Value operand : llvm::reverse(op->getOperands()))
    operands.insert(operands.begin(), get(operand));
  return create(op, operands, op->getResult(0).getType());
}

Value WholeTileArithmetic::get(Value scalar) {
  if (Value known = values.lookup(scalar))
    return known;
  Operation *op = scalar.getDefiningOp();
  if (!op || op->getNumResults() != 1)
    return {};
  Attribute constant;
  Value result;
  if (!matchPattern(scalar, m_Constant(&constant)))
    result = translate(op);
  else if (VectorType type = getType(scalar.getType()))
    result = arith::ConstantOp::create(builder,
                                       DenseElementsAttr::get(type, constant));
  return values[scalar] = result;
}

//===----------------------------------------------------------------------===//
// Comparison of the alternatives
//===----------------------------------------------------------------------===//

namespace {

/// Builds the group's last body in both ways, for the elements of one narrow
/// tile.
struct ElementwiseAlternatives {
  using Argument = function_ref<Value(Type)>;
  const FusionGroupContext &context;
  const FusionGroup &group = context.group;

  SelectedCode run(CodeBuilder build) const {
    return runTrialSelection(group.root->getContext(), context.variant,
                             Fusion::AroundReduction, build);
  }

  SelectedCode selectOnTiles() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      WholeTileArithmetic arithmetic(b, context.variant);
      for (auto [input, block] : llvm::zip(group.inputs, context.loads))
        arithmetic.set(input.argument, argument(block.getTileType()));
      SmallVector<Value> results;
      for (Value value : group.lastBody().getTerminator()->getOperands())
        results.push_back(arithmetic.get(value));
      return results;
    });
  }

  SelectedCode selectOnColumnBlocks() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      SmallVector<Value> tiles, results;
      for (auto [input, block] : llvm::zip(group.inputs, context.loads))
        tiles.push_back(argument(block.getTileType()));
      for (const OperandBlock &block : context.stores)
        results.push_back(argument(block.getTileType()));
      for (int64_t q = 0; q < context.plan.columnBlocks; ++q)
        addColumnBlock(b, tiles, results, q);
      return results;
    });
  }

  void addColumnBlock(ImplicitLocOpBuilder &b, ArrayRef<Value> tiles,
                      MutableArrayRef<Value> results, int64_t q) const {
    TileArithmetic arithmetic(b, context.variant);
    for (auto [input, tile] : llvm::zip_equal(group.inputs, tiles))
      arithmetic.set(input.argument, arithmetic.widen(tile, q));
    auto yielded = group.lastBody().getTerminator()->getOperands();
    for (auto [value, result] : llvm::zip_equal(yielded, results))
      result = arithmetic.narrowInto(result, arithmetic.getResult(value), q);
  }
};

} // namespace

/// Returns whether the body is expressible on whole tiles. Does not run
/// selection.
static bool hasWholeTileForm(const FusionGroupContext &context) {
  mlir::Block scratch;
  linalg::GenericOp root = context.group.root;
  Location loc = root.getLoc();
  ImplicitLocOpBuilder builder(loc, loc.getContext());
  builder.setInsertionPointToStart(&scratch);
  WholeTileArithmetic arithmetic(builder, context.variant);
  for (auto [input, block] : llvm::zip(context.group.inputs, context.loads)) {
    if (input.getElementType().getIntOrFloatBitWidth() >= 32)
      return false;
    arithmetic.set(input.argument,
                   scratch.addArgument(block.getTileType(), loc));
  }
  ValueRange yielded = context.group.lastBody().getTerminator()->getOperands();
  bool isCopy = llvm::all_of(
      yielded, [](Value value) { return isa<BlockArgument>(value); });
  return !isCopy && llvm::all_of(yielded, [&](Value value) {
    return bool(arithmetic.get(value));
  });
}

bool matrix::computesWholeTiles(const FusionGroupContext &context) {
  if (context.group.kind != FusionGroupKind::Elementwise ||
      !hasWholeTileForm(context))
    return false;
  ElementwiseAlternatives alternatives{context};
  SelectedCode tiles = alternatives.selectOnTiles();
  if (!tiles.isComplete)
    return false;
  SelectedCode columnBlocks = alternatives.selectOnColumnBlocks();
  return !columnBlocks.isComplete || tiles.cycles <= columnBlocks.cycles;
}
