//===- BlockEmitter.cpp - code common to all fusion groups ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulator spills, loops over tiles, and the evaluation of a group's last
// body on column blocks.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

FusionGroupContext::FusionGroupContext(const FusionGroup &group,
                                       const BlockPlan &plan,
                                       const desc::VariantInfo &variant)
    : group(group), plan(plan), variant(variant) {
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    loads.emplace_back(group, plan, variant, *load.operand, load.rowDim,
                       load.colDim);
  for (const StridedOperand &output : group.outputs)
    stores.emplace_back(group, plan, variant, output, plan.rows, plan.cols,
                        /*isOutput=*/true);
}

std::unique_ptr<BlockEmitter>
matrix::createBlockEmitter(const FusionGroupContext &context) {
  switch (context.group.kind) {
  case FusionGroupKind::Contraction:
    return createContractionEmitter(context);
  case FusionGroupKind::Reduction:
    return createReductionEmitter(context);
  case FusionGroupKind::Elementwise:
    return createElementwiseEmitter(context);
  }
  llvm_unreachable("kind of group");
}

//===----------------------------------------------------------------------===//
// Accumulator spills
//===----------------------------------------------------------------------===//

void AccumulatorSpill::allocate(ImplicitLocOpBuilder &builder, int64_t rows,
                                int64_t cols) {
  auto type = MemRefType::get({rows, getPitch(cols, 32, context.variant)},
                              context.group.accumulator, AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  buffer = memref::AllocOp::create(builder, type);
}

void AccumulatorSpill::write(ImplicitLocOpBuilder &builder, Value tile,
                             Value row, Value col) const {
  vector::TransferWriteOp::create(builder, tile, buffer, ValueRange{row, col},
                                  ArrayRef<bool>{true, true});
}

Value AccumulatorSpill::read(ImplicitLocOpBuilder &builder, Value row,
                             Value col) const {
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(context.group.accumulator));
  return vector::TransferReadOp::create(
      builder, matrix::getTileType(context.group.accumulator, context.variant),
      buffer, ValueRange{row, col}, padding, ArrayRef<bool>{true, true});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void matrix::emitLoop(ImplicitLocOpBuilder &builder, Value bound, int64_t step,
                      function_ref<void(ImplicitLocOpBuilder &, Value)> body) {
  emitLoop(builder, IndexMath(builder).constant(0), bound, step, {},
           [&](ImplicitLocOpBuilder &b, Value counter, ValueRange) {
             body(b, counter);
             return SmallVector<Value>();
           });
}

SmallVector<Value> matrix::emitLoop(
    ImplicitLocOpBuilder &builder, Value start, Value bound, int64_t step,
    ValueRange init,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value, ValueRange)>
        body) {
  IndexMath math(builder);
  auto loop = scf::ForOp::create(
      builder, start, bound, math.constant(step), init,
      [&](OpBuilder &inside, Location l, Value counter, ValueRange carried) {
        ImplicitLocOpBuilder b(l, inside);
        scf::YieldOp::create(b, body(b, counter, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

Value BlockEmitter::bound(ImplicitLocOpBuilder &builder, const BlockStep &step,
                          int dim) const {
  if (dim >= 0 && step.valid[dim])
    return step.valid[dim];
  return IndexMath(builder).constant(context.plan.blockOf(dim));
}

//===----------------------------------------------------------------------===//
// Column blocks
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockEmitter::readColumnBlocks(ImplicitLocOpBuilder &builder,
                                                  const OperandBlock &block,
                                                  Value view,
                                                  TilePosition position,
                                                  int64_t columnBlocks) const {
  IndexMath math(builder);
  TileArithmetic arithmetic(builder, context.variant);
  int64_t columnBlocksPerTile =
      block.getTileType().getDimSize(1) / columnBlockWidth();
  SmallVector<Value> result;
  Value tile;
  for (int64_t p = 0; p < columnBlocks; ++p) {
    if (p % columnBlocksPerTile == 0)
      tile = block.read(builder, view, position.row,
                        math.add(position.col, p * columnBlockWidth()));
    result.push_back(arithmetic.widen(tile, p % columnBlocksPerTile));
  }
  return result;
}

/// Returns a tile of narrow elements if all column blocks are the same
/// constant, otherwise null. Columns without a value are not stored.
static Value createConstantTile(ImplicitLocOpBuilder &builder, VectorType type,
                                ArrayRef<Value> columnBlocks) {
  Attribute element;
  for (Value columnBlock : columnBlocks) {
    DenseElementsAttr elements;
    if (!matchPattern(columnBlock, m_Constant(&elements)) ||
        !elements.isSplat())
      return {};
    auto own = elements.getSplatValue<Attribute>();
    if (element && own != element)
      return {};
    element = own;
  }
  if (auto number = dyn_cast<FloatAttr>(element)) {
    APFloat narrow = number.getValue();
    bool isInexact;
    narrow.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &isInexact);
    element = builder.getFloatAttr(type.getElementType(), narrow);
  } else {
    unsigned bits = type.getElementTypeBitWidth();
    element = builder.getIntegerAttr(
        type.getElementType(),
        cast<IntegerAttr>(element).getValue().truncSSat(bits));
  }
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, element));
}

void BlockEmitter::writeColumnBlocks(ImplicitLocOpBuilder &builder,
                                     const OperandBlock &block, Value view,
                                     ArrayRef<Value> columnBlocks,
                                     TilePosition position) const {
  IndexMath math(builder);
  TileArithmetic arithmetic(builder, context.variant);
  VectorType type = block.getTileType();
  int64_t columnBlocksPerTile = type.getDimSize(1) / columnBlockWidth();
  for (int64_t p = 0, e = columnBlocks.size(); p < e;
       p += columnBlocksPerTile) {
    ArrayRef<Value> blocks =
        columnBlocks.slice(p, std::min(columnBlocksPerTile, e - p));
    Value tile = columnBlocks[p];
    if (columnBlocksPerTile > 1) {
      tile = createConstantTile(builder, type, blocks);
      if (!tile) {
        tile = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
        for (auto [q, columnBlock] : llvm::enumerate(blocks))
          tile = arithmetic.narrowInto(tile, columnBlock, q);
      }
    }
    block.write(builder, view, tile, position.row,
                math.add(position.col, p * columnBlockWidth()));
  }
}

/// Returns the index of the input whose elements are the result `value`, or -1.
static int findCopiedInput(ArrayRef<StridedInput> inputs, Value value) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input.argument == value)
      return i;
  return -1;
}

/// Copies tiles without conversion, also for element types without arithmetic.
void BlockEmitter::copyTiles(ImplicitLocOpBuilder &builder,
                             const OperandBlock &from, Value fromView,
                             const OperandBlock &to, Value toView,
                             TilePosition position,
                             int64_t columnBlocks) const {
  IndexMath math(builder);
  int64_t columns = to.getTileType().getDimSize(1);
  for (int64_t c = 0; c < columnBlocks * columnBlockWidth(); c += columns) {
    Value col = math.add(position.col, c);
    Value tile = from.read(builder, fromView, position.row, col);
    to.write(builder, toView, tile, position.row, col);
  }
}

void BlockEmitter::forEachColumnBlock(
    ImplicitLocOpBuilder &builder, const BufferViews &views,
    ArrayRef<Value> results, TilePosition position, int64_t columnBlocks,
    Value bodyValue, function_ref<void(TileArithmetic &)> body) const {
  const FusionGroup &group = context.group;
  ArrayRef<StridedInput> inputs =
      group.epilogue ? group.epilogueInputs : group.inputs;
  unsigned offset = group.epilogue ? group.inputs.size() : 0;
  SmallVector<SmallVector<Value>> read;
  for (unsigned i = 0; i < inputs.size(); ++i)
    read.push_back(readColumnBlocks(builder, context.loads[offset + i],
                                    views.loads[offset + i], position,
                                    columnBlocks));
  for (int64_t p = 0; p < columnBlocks; ++p) {
    TileArithmetic arithmetic(builder, context.variant);
    for (auto [input, value] : llvm::zip_equal(inputs, read))
      arithmetic.set(input.argument, value[p]);
    if (bodyValue)
      arithmetic.set(bodyValue, results[p]);
    else
      for (BlockArgument argument : group.results)
        arithmetic.setUnrounded(argument, results[p]);
    body(arithmetic);
  }
}

void BlockEmitter::emitLastBody(ImplicitLocOpBuilder &outer,
                                const BufferViews &views,
                                ArrayRef<Value> results, TilePosition position,
                                int64_t columnBlocks, Value bodyValue) const {
  const FusionGroup &group = context.group;
  bool isRoot = !group.epilogue;
  ImplicitLocOpBuilder builder(group.last()->getLoc(), outer);
  if (isRoot && group.kind != FusionGroupKind::Elementwise) {
    writeColumnBlocks(builder, context.stores.front(), views.stores.front(),
                      results, position);
    return;
  }
  ArrayRef<StridedInput> inputs = isRoot ? group.inputs : group.epilogueInputs;
  unsigned offset = isRoot ? 0 : group.inputs.size();
  auto yield = group.lastBody().getTerminator()->getOperands();
  SmallVector<SmallVector<Value>> written(context.stores.size());
  forEachColumnBlock(builder, views, results, position, columnBlocks, bodyValue,
                     [&](TileArithmetic &arithmetic) {
                       for (auto [value, out] : llvm::zip_equal(yield, written))
                         if (findCopiedInput(inputs, value) < 0)
                           out.push_back(arithmetic.getUnrounded(value));
                     });
  for (unsigned i = 0; i < written.size(); ++i) {
    int copied = findCopiedInput(inputs, yield[i]);
    if (copied < 0)
      writeColumnBlocks(builder, context.stores[i], views.stores[i], written[i],
                        position);
    else
      copyTiles(builder, context.loads[offset + copied],
                views.loads[offset + copied], context.stores[i],
                views.stores[i], position, columnBlocks);
  }
}
