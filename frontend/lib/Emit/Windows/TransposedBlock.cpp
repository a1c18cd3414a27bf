//===- TransposedBlock.cpp - transpositions of boxes ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code that transposes the box of an operand of a contraction, one tile of
// rows after the other. Loads precede stores by some tiles, also of the next
// iteration, so that the pipes of both are busy.
//
//===----------------------------------------------------------------------===//

#include "Access/GatheredDepth.h"
#include "Emit/BlockEmitter.h"
#include "Emit/WindowBlock.h"
#include "Emit/Windows/ByteViews.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

/// Reads and writes the tiles of numbers 0 to `count` - 1. Those beyond the
/// last one repeat it.
static void transposeTiles(
    ImplicitLocOpBuilder &b, int64_t count, int64_t parts,
    function_ref<Value(ImplicitLocOpBuilder &, Value, int64_t)> read,
    function_ref<void(ImplicitLocOpBuilder &, Value, Value, int64_t)> write) {
  IndexMath math(b);
  int64_t ahead = std::min(kTilesAhead / parts, count);
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < ahead * parts; ++i)
    loaded.push_back(read(b, math.constant(i / parts), i % parts));
  int64_t repeated = llvm::alignDown(count, ahead);
  Value last = math.constant(count - 1);
  loaded = emitLoop(
      b, math.constant(0), math.constant(repeated), ahead, loaded,
      [&](ImplicitLocOpBuilder &inside, Value first, ValueRange carried) {
        IndexMath own(inside);
        SmallVector<Value> next;
        // A tile is loaded to the register of the one that is stored.
        for (int64_t i = 0; i < ahead * parts; ++i) {
          write(inside, carried[i], own.add(first, i / parts), i % parts);
          Value following = own.add(first, ahead + i / parts);
          next.push_back(
              read(inside, inside.createOrFold<arith::MinUIOp>(following, last),
                   i % parts));
        }
        return next;
      });
  for (int64_t i = 0; i < (count - repeated) * parts; ++i)
    write(b, loaded[i], math.constant(repeated + i / parts), i % parts);
}

namespace {

/// A line of tiles: rows of the box, which become columns.
struct TileLine {
  const StagedOperand &staged;
  VectorType type;
  Value box, boxStart; ///< bytes, and the first one
  Value tiles;
  Value row, position, column; ///< of the box, and where they are written
  Value valid;                 ///< columns of a tile; null: all

  int64_t bytes() const { return int64_t(type.getElementTypeBitWidth()) / 8; }
  int64_t tilePositions() const { return type.getDimSize(0); }
  int64_t number() const {
    return llvm::divideCeil(staged.positions, tilePositions());
  }

  Value read(ImplicitLocOpBuilder &b, Value tile) const {
    IndexMath math(b);
    Value element = math.add(math.mul(row, staged.rowPitch),
                             math.mul(tile, tilePositions()));
    Value start = math.add(boxStart, math.mul(element, bytes()));
    Value values = readTransposed(b, type, box, start, staged.rowPitch);
    return valid ? clearColumns(b, values, valid) : values;
  }

  void write(ImplicitLocOpBuilder &b, Value values, Value tile) const {
    IndexMath math(b);
    Value own = math.add(position, math.mul(tile, tilePositions()));
    Value element = math.add(column, math.mul(own, staged.pitch));
    writeTile(b, values, tiles, math.mul(element, bytes()), staged.pitch);
  }

  void transpose(ImplicitLocOpBuilder &b) const {
    transposeTiles(
        b, number(), /*parts=*/1,
        [&](ImplicitLocOpBuilder &own, Value tile, int64_t) {
          return read(own, tile);
        },
        [&](ImplicitLocOpBuilder &own, Value values, Value tile, int64_t) {
          write(own, values, tile);
        });
  }
};

} // namespace

Value WindowBlock::getTilesView(ImplicitLocOpBuilder &builder,
                                Value bufferIndex) const {
  return layout.transposition ? IndexMath(builder).constant(0)
                              : getBufferView(builder, bufferIndex);
}

void WindowBlock::transpose(ImplicitLocOpBuilder &builder, Value view) const {
  const StagedOperand &staged = *layout.transposition;
  int64_t width = tileType.getDimSize(1);
  IndexMath math(builder);
  auto transposeRows = [&](ImplicitLocOpBuilder &b, Value group, Value column,
                           Value valid) {
    IndexMath own(b);
    Value row = own.add(own.mul(group, staged.groupRows), column);
    TileLine{staged,
             tileType,
             buffers,
             view,
             transposed,
             row,
             own.mul(group, staged.groupPositions),
             column,
             valid}
        .transpose(b);
  };
  int64_t whole = llvm::alignDown(staged.validRows, width);
  emitLoop(builder, math.constant(staged.groups), 1,
           [&](ImplicitLocOpBuilder &b, Value group) {
             emitLoop(b, IndexMath(b).constant(whole), width,
                      [&](ImplicitLocOpBuilder &inside, Value column) {
                        transposeRows(inside, group, column, {});
                      });
             IndexMath own(b);
             if (whole < staged.rows)
               transposeRows(b, group, own.constant(whole),
                             own.constant(staged.validRows - whole));
           });
  if (staged.packing)
    pack(builder);
}

//===----------------------------------------------------------------------===//
// Transposition beside products
//===----------------------------------------------------------------------===//

/// Returns the line and the position of a tile by its number and part.
static std::pair<TileLine, Value> getNumbered(ImplicitLocOpBuilder &b,
                                              TileLine line, Value number,
                                              int64_t part) {
  IndexMath math(b);
  const StagedOperand &staged = line.staged;
  int64_t width = line.type.getDimSize(1);
  StagedTiles tiles(staged, line.type.getDimSize(0), width);
  int64_t perPosition = tiles.numbersOfPosition();
  Value row = math.add(math.rem(number, perPosition), part);
  line.column = math.mul(row, width);
  Value position = math.div(number, perPosition), group = math.constant(0);
  if (tiles.groups > 1) {
    group = math.div(position, tiles.positions);
    position = math.rem(position, tiles.positions);
  }
  line.row = math.add(math.mul(group, staged.groupRows), line.column);
  line.position = math.mul(group, staged.groupPositions);
  if (staged.validRows % width != 0 && part == tiles.rows - 1)
    line.valid = math.constant(staged.validRows % width);
  return {line, position};
}

Value WindowBlock::readStaged(ImplicitLocOpBuilder &b, Value view, Value number,
                              int64_t part) const {
  TileLine box{*layout.transposition,
               tileType,
               buffers,
               view,
               transposed,
               {},
               {},
               {},
               {}};
  auto [line, position] = getNumbered(b, box, number, part);
  return line.read(b, position);
}

void WindowBlock::writeStaged(ImplicitLocOpBuilder &b, Value tile, Value number,
                              int64_t part) const {
  TileLine box{
      *layout.transposition, tileType, buffers, {}, transposed, {}, {}, {}, {}};
  auto [line, position] = getNumbered(b, box, number, part);
  line.write(b, tile, position);
}

void WindowBlock::transposeFirst(ImplicitLocOpBuilder &builder, Value view,
                                 const TranspositionSchedule &schedule) const {
  transposeTiles(
      builder, schedule.first, schedule.parts,
      [&](ImplicitLocOpBuilder &b, Value number, int64_t part) {
        return readStaged(b, view, number, part);
      },
      [&](ImplicitLocOpBuilder &b, Value tile, Value number, int64_t part) {
        writeStaged(b, tile, number, part);
      });
}

void WindowBlock::allocateTransposed(ImplicitLocOpBuilder &builder) {
  const StagedOperand &staged = *layout.transposition;
  auto allocate = [&](int64_t elements) -> Value {
    auto type =
        MemRefType::get({elements * elementBytes()}, builder.getI8Type(),
                        AffineMap(), getScratchpadSpace(builder.getContext()));
    return memref::AllocOp::create(builder, type);
  };
  transposed = tiles = allocate(staged.elements);
  if (staged.packing)
    tiles = allocate(staged.packing->elements);
}
