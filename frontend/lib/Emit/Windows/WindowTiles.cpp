//===- WindowTiles.cpp - tiles of the windows of an image -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes positions, and reads tiles of blocks and of transposed blocks. Tiles
// side by side have constant distances if all of them are in one row of the
// image, so that they share the computation of addresses. Otherwise each has a
// position of its own, limited to the last tile.
//
//===----------------------------------------------------------------------===//

#include "WindowTiles.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

WindowTiles::WindowTiles(const FusionGroupContext &context)
    : BlockEmitter(context), taps(countTaps(plan())),
      schedule(getTapSchedule(group(), plan(), context.variant)) {
  for (unsigned i = 0; i < group().inputs.size(); ++i)
    if (context.input(i).isStaged()) {
      image.emplace(context.input(i), context, schedule);
      imageInput = i;
    } else if (TapVectors::areNeeded(context.input(i))) {
      transposed.emplace(i,
                         TapVectors(context.input(i), plan(), context.variant));
    }
}

void WindowTiles::allocate(Builder &builder) {
  for (auto &[input, vectors] : transposed)
    vectors.allocate(builder);
  if (image)
    image->allocate(builder);
}

void WindowTiles::transpose(Builder &builder, const BufferViews &views) const {
  for (auto &[input, vectors] : transposed)
    vectors.transpose(builder, views.loads[input]);
  if (image && image->countRows() == 0)
    image->transpose(builder, views.loads[imageInput]);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

WindowTiles::Line WindowTiles::getLine(Builder &builder,
                                       const BlockStep &step) const {
  IndexMath math(builder);
  int64_t width = widthOf(getInner());
  Value end = bound(builder, step, getInner());
  Value number = math.div(math.add(end, width - 1), width);
  if (schedule.isStacked)
    number = countIterations(builder, number);
  return {{}, number, math.sub(number, math.constant(1)), areAdjacent(number)};
}

/// Blocks that end early are computed to the end of the last stack.
Value WindowTiles::countIterations(Builder &b, Value tiles) const {
  IndexMath math(b);
  int64_t perRow = plan().block[getInner()] / widthOf(getInner());
  int64_t ofStack = perRow * schedule.sideBySide;
  return math.mul(math.div(math.add(tiles, ofStack - 1), ofStack), perRow);
}

/// Returns the number of the first element of an iteration: iterations precede
/// each other along image rows.
Value WindowTiles::getStackPosition(Builder &b, Value iteration) const {
  IndexMath math(b);
  int64_t width = widthOf(getInner());
  int64_t perRow = plan().block[getInner()] / width;
  Value tile = math.sub(math.constant(perRow - 1), math.rem(iteration, perRow));
  return math.add(math.mul(math.div(iteration, perRow),
                           perRow * width * schedule.sideBySide),
                  math.mul(tile, width));
}

bool WindowTiles::areAdjacent(Value number) const {
  if (schedule.isStacked)
    return true;
  int inner = getInner();
  int64_t side = schedule.sideBySide;
  std::optional<int64_t> count = getConstantIntValue(number);
  bool isWhole =
      !plan().innerOf(inner).empty() || (count && *count % side == 0);
  auto isBox = [&](const OperandBlock &block) {
    return block.isBox() || !block.getOperand().dependsOn(inner);
  };
  return isWhole && plan().block[inner] % (side * widthOf(inner)) == 0 &&
         llvm::all_of(context.loads, isBox);
}

TilePosition WindowTiles::getPosition(Builder &b, const Line &line, Value first,
                                      int64_t tile) const {
  IndexMath math(b);
  Value index =
      line.isAdjacent
          ? first
          : b.createOrFold<arith::MinUIOp>(math.add(first, tile), line.last);
  Value position = schedule.isStacked ? getStackPosition(b, index)
                                      : math.mul(index, widthOf(getInner()));
  return schedule.alongRows ? TilePosition{position, line.outer}
                            : TilePosition{line.outer, position};
}

BufferViews WindowTiles::getViews(Builder &b, const BufferViews &views,
                                  const Line &line, int64_t tile) const {
  if (!line.isAdjacent || tile == 0)
    return views;
  BufferViews own = views;
  int64_t elements = tile * getDistance();
  auto shift = [&](Value &view, const OperandBlock &block) {
    view = block.getShiftedView(b, view, schedule.alongRows, elements);
  };
  for (auto [view, block] : llvm::zip_equal(own.loads, context.loads))
    shift(view, block);
  for (auto [view, block] : llvm::zip_equal(own.stores, context.stores))
    shift(view, block);
  return own;
}

//===----------------------------------------------------------------------===//
// Taps
//===----------------------------------------------------------------------===//

WindowTiles::Tap WindowTiles::getTap(Builder &b, int64_t number) const {
  return llvm::map_to_vector(::getTap(plan(), number), [&](int64_t index) {
    return IndexMath(b).constant(index);
  });
}

Value WindowTiles::getNumber(Builder &b, const Tap &tap) const {
  IndexMath math(b);
  Value number = math.constant(0);
  for (auto [dim, index] : llvm::zip_equal(plan().innerDepth, tap))
    number = math.add(math.mul(number, plan().block[dim]), index);
  return number;
}

SmallVector<Value> WindowTiles::readInput(Builder &b, const BufferViews &views,
                                          unsigned i, const Tap &tap,
                                          TilePosition position,
                                          int64_t distance) const {
  if (auto vectors = transposed.find(i); vectors != transposed.end())
    return {vectors->second.read(b, getNumber(b, tap), position.row,
                                 image.has_value())};
  if (image && i == imageInput)
    return readImage(b, tap, position, distance);
  const OperandBlock &block = context.input(i);
  Value view = block.getTapView(b, views.loads[i], tap);
  if (!block.getOperand().dependsOn(plan().cols))
    return {block.read(b, view, position.row, IndexMath(b).constant(0))};
  return readTiles(b, block, view, position, plan().columnBlocks);
}

SmallVector<Value> WindowTiles::readImage(Builder &b, const Tap &tap,
                                          TilePosition position,
                                          int64_t distance) const {
  int64_t rows = schedule.alongRows ? distance : 0;
  int64_t cols = schedule.alongRows ? 0 : distance;
  SmallVector<Value> tiles;
  for (int64_t p = 0; p < plan().columnBlocks; ++p)
    tiles.push_back(
        image->read(b, tap, position, rows, cols + p * columnBlockWidth()));
  return tiles;
}

WindowTiles::Tiles WindowTiles::readTap(Builder &b, const BufferViews &views,
                                        const Line &line, Value first,
                                        int64_t tile, const Tap &tap,
                                        bool shared) const {
  BufferViews own = getViews(b, views, line, tile);
  TilePosition position = getPosition(b, line, first, tile);
  int64_t distance = line.isAdjacent ? tile * getDistance() : 0;
  Tiles tiles(group().inputs.size());
  for (unsigned i = 0; i < tiles.size(); ++i)
    if (isSharedInput(i) == shared)
      tiles[i] = readInput(b, own, i, tap, position, distance);
  return tiles;
}

Value WindowTiles::widenTap(Builder &b, unsigned input, ArrayRef<Value> tiles,
                            int64_t columnBlock) const {
  TileArithmetic arithmetic(b, context.variant);
  const OperandBlock &block = context.input(input);
  int64_t parts = block.getTileType().getDimSize(1) / columnBlockWidth();
  bool isVector = !block.getOperand().dependsOn(plan().cols);
  return isVector ? arithmetic.widen(tiles.front(), 0)
                  : arithmetic.widen(tiles[columnBlock / parts],
                                     columnBlock % parts);
}

SmallVector<Value> WindowTiles::getResult(Builder &b,
                                          ArrayRef<Value> accumulators) const {
  if (!image)
    return SmallVector<Value>(accumulators);
  return llvm::map_to_vector(accumulators, [&](Value columnBlock) {
    return image->transposeResult(b, columnBlock);
  });
}
