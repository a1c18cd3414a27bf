//===- ColumnBlocks.cpp - column blocks of operands and results -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, converts and writes the column blocks of a tile, and evaluates a
// group's last body on them. A tile of narrow elements has several column
// blocks, each of which widens to a tile of 32-bit elements:
//
//   tile of 16-bit elements   [ q = 0 | q = 1 ]     each row
//   column blocks             [ q = 0 ]  [ q = 1 ]  32 bits per element
//
// Constants are narrowed when the code is emitted, and results that are inputs
// are copied as they are stored. Loads that do not depend on the columns are
// read once for a row of tiles.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

SmallVector<Value> BlockEmitter::readTiles(ImplicitLocOpBuilder &builder,
                                           const OperandBlock &block,
                                           Value view, TilePosition position,
                                           int64_t columnBlocks) const {
  if (block.getLayout() == OperandBlock::Layout::Replicated)
    return {block.read(builder, view, position.row, position.col)};
  IndexMath math(builder);
  int64_t columns = block.getTileType().getDimSize(1);
  SmallVector<Value> tiles;
  for (int64_t c = 0; c < columnBlocks * columnBlockWidth(); c += columns)
    tiles.push_back(
        block.read(builder, view, position.row, math.add(position.col, c)));
  return tiles;
}

/// Returns the column blocks in tiles of `block`.
static SmallVector<Value> widenTiles(TileArithmetic &arithmetic,
                                     const OperandBlock &block,
                                     ArrayRef<Value> tiles,
                                     int64_t columnBlocks, int64_t width) {
  if (block.getLayout() == OperandBlock::Layout::Replicated)
    return SmallVector<Value>(columnBlocks, arithmetic.widen(tiles.front(), 0));
  int64_t columnBlocksPerTile = block.getTileType().getDimSize(1) / width;
  SmallVector<Value> result;
  for (int64_t p = 0; p < columnBlocks; ++p)
    result.push_back(arithmetic.widen(tiles[p / columnBlocksPerTile],
                                      p % columnBlocksPerTile));
  return result;
}

SmallVector<Value> BlockEmitter::readColumnBlocks(ImplicitLocOpBuilder &builder,
                                                  const OperandBlock &block,
                                                  Value view,
                                                  TilePosition position,
                                                  int64_t columnBlocks) const {
  TileArithmetic arithmetic(builder, context.variant);
  return widenTiles(arithmetic, block,
                    readTiles(builder, block, view, position, columnBlocks),
                    columnBlocks, columnBlockWidth());
}

SmallVector<Value> BlockEmitter::readLoad(ImplicitLocOpBuilder &builder,
                                          const BufferViews &views,
                                          unsigned index, TilePosition position,
                                          int64_t columnBlocks) const {
  if (index < views.invariant.size() && views.invariant[index])
    return SmallVector<Value>(columnBlocks, views.invariant[index]);
  const OperandBlock &block = context.loads[index];
  if (index >= views.tiles.size() || views.tiles[index].empty())
    return readColumnBlocks(builder, block, views.loads[index], position,
                            columnBlocks);
  TileArithmetic arithmetic(builder, context.variant);
  return widenTiles(arithmetic, block, views.tiles[index], columnBlocks,
                    columnBlockWidth());
}

TileLists BlockEmitter::readLoads(ImplicitLocOpBuilder &builder,
                                  const BufferViews &views, unsigned number,
                                  TilePosition position,
                                  int64_t columnBlocks) const {
  TileLists tiles(number);
  for (unsigned i = 0; i < number; ++i)
    if ((views.invariant.empty() || !views.invariant[i]) &&
        (views.tiles.empty() || views.tiles[i].empty()))
      tiles[i] = readTiles(builder, context.loads[i], views.loads[i], position,
                           columnBlocks);
  return tiles;
}

bool BlockEmitter::isInvariant(const OperandBlock &block, int dim) const {
  using Layout = OperandBlock::Layout;
  bool isRows = dim >= 0 && dim == context.plan.rows;
  return !block.getOperand().dependsOn(dim) &&
         (block.getLayout() == Layout::Scalar ||
          block.getLayout() ==
              (isRows ? Layout::RowVector : Layout::ColumnVector) ||
          (!isRows && block.getLayout() == Layout::Replicated));
}

BufferViews BlockEmitter::readInvariant(ImplicitLocOpBuilder &builder,
                                        BufferViews views, Value row,
                                        unsigned number) const {
  Value col = IndexMath(builder).constant(0);
  for (unsigned i = 0; i < number; ++i)
    views.invariant.push_back(isInvariant(context.loads[i], context.plan.cols)
                                  ? readColumnBlocks(builder, context.loads[i],
                                                     views.loads[i], {row, col},
                                                     1)
                                        .front()
                                  : Value());
  return views;
}

BufferViews BlockEmitter::readInvariantInRows(ImplicitLocOpBuilder &builder,
                                              BufferViews views, Value col,
                                              unsigned number) const {
  Value row = IndexMath(builder).constant(0);
  views.tiles.resize(number);
  for (unsigned i = 0; i < number; ++i)
    if (isInvariant(context.loads[i], context.plan.rows))
      views.tiles[i] = readTiles(builder, context.loads[i], views.loads[i],
                                 {row, col}, context.plan.columnBlocks);
  return views;
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

SmallVector<Value>
BlockEmitter::narrowToTiles(ImplicitLocOpBuilder &builder,
                            const OperandBlock &block,
                            ArrayRef<Value> columnBlocks) const {
  TileArithmetic arithmetic(builder, context.variant);
  VectorType type = block.getTileType();
  int64_t columnBlocksPerTile = type.getDimSize(1) / columnBlockWidth();
  if (columnBlocksPerTile == 1)
    return SmallVector<Value>(columnBlocks);
  SmallVector<Value> tiles;
  for (int64_t p = 0, e = columnBlocks.size(); p < e;
       p += columnBlocksPerTile) {
    ArrayRef<Value> blocks =
        columnBlocks.slice(p, std::min(columnBlocksPerTile, e - p));
    Value tile = createConstantTile(builder, type, blocks);
    if (!tile) {
      tile = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
      for (auto [q, columnBlock] : llvm::enumerate(blocks))
        tile = arithmetic.narrowInto(tile, columnBlock, q);
    }
    tiles.push_back(tile);
  }
  return tiles;
}

void BlockEmitter::writeTiles(ImplicitLocOpBuilder &builder,
                              const OperandBlock &block, Value view,
                              ArrayRef<Value> tiles,
                              TilePosition position) const {
  IndexMath math(builder);
  int64_t columns = block.getTileType().getDimSize(1);
  for (auto [i, tile] : llvm::enumerate(tiles))
    block.write(builder, view, tile, position.row,
                math.add(position.col, int64_t(i) * columns));
}

/// Returns the index of the input whose elements are the result `value`, or -1.
static int findCopiedInput(ArrayRef<StridedInput> inputs, Value value) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input.argument == value)
      return i;
  return -1;
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
    read.push_back(
        readLoad(builder, views, offset + i, position, columnBlocks));
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

/// Results that are inputs are copied without conversion, also those of element
/// types without arithmetic.
TileLists BlockEmitter::computeLastBody(ImplicitLocOpBuilder &outer,
                                        const BufferViews &views,
                                        ArrayRef<Value> results,
                                        TilePosition position,
                                        int64_t columnBlocks,
                                        Value bodyValue) const {
  const FusionGroup &group = context.group;
  bool isRoot = !group.epilogue;
  ImplicitLocOpBuilder builder(group.last()->getLoc(), outer);
  if (isRoot && group.kind != FusionGroupKind::Elementwise)
    return {narrowToTiles(builder, context.stores.front(), results)};
  ArrayRef<StridedInput> inputs = isRoot ? group.inputs : group.epilogueInputs;
  unsigned offset = isRoot ? 0 : group.inputs.size();
  auto yield = group.lastBody().getTerminator()->getOperands();
  // One column block of a replicated tile is valid.
  auto findCopy = [&](Value value) {
    int input = findCopiedInput(inputs, value);
    bool isReplicated =
        input >= 0 && context.loads[offset + input].getLayout() ==
                          OperandBlock::Layout::Replicated;
    return isReplicated ? -1 : input;
  };
  SmallVector<SmallVector<Value>> computed(context.stores.size());
  forEachColumnBlock(builder, views, results, position, columnBlocks, bodyValue,
                     [&](TileArithmetic &arithmetic) {
                       for (auto [value, out] :
                            llvm::zip_equal(yield, computed))
                         if (findCopy(value) < 0)
                           out.push_back(arithmetic.getResult(value));
                     });
  TileLists tiles;
  for (auto [i, value] : llvm::enumerate(yield)) {
    int copied = findCopy(value);
    unsigned load = offset + copied;
    if (copied < 0)
      tiles.push_back(narrowToTiles(builder, context.stores[i], computed[i]));
    else if (load < views.tiles.size() && !views.tiles[load].empty())
      tiles.push_back(views.tiles[load]);
    else
      tiles.push_back(readTiles(builder, context.loads[load], views.loads[load],
                                position, columnBlocks));
    // One tile for all columns.
    int64_t columns = context.stores[i].getTileType().getDimSize(1);
    tiles.back().resize(
        llvm::divideCeil(columnBlocks * columnBlockWidth(), columns),
        tiles.back().back());
  }
  return tiles;
}

void BlockEmitter::writeStores(ImplicitLocOpBuilder &builder,
                               const BufferViews &views, const TileLists &tiles,
                               TilePosition position) const {
  for (auto [i, block] : llvm::enumerate(context.stores))
    writeTiles(builder, block, views.stores[i], tiles[i], position);
}

void BlockEmitter::emitLastBody(ImplicitLocOpBuilder &builder,
                                const BufferViews &views,
                                ArrayRef<Value> results, TilePosition position,
                                int64_t columnBlocks, Value bodyValue) const {
  writeStores(builder, views,
              computeLastBody(builder, views, results, position, columnBlocks,
                              bodyValue),
              position);
}
