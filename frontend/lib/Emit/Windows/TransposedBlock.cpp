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
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

/// Reads a tile whose columns, from byte `start` on, are `pitch` elements
/// apart.
static Value readTransposed(ImplicitLocOpBuilder &b, VectorType type,
                            Value bytes, Value start, int64_t pitch) {
  Type element = type.getElementType();
  Value matrix = getView(b, bytes, start, {type.getDimSize(1), pitch}, element);
  Value zero = IndexMath(b).constant(0);
  Value padding = arith::ConstantOp::create(b, b.getZeroAttr(element));
  return vector::TransferReadOp::create(
      b, type, matrix, ValueRange{zero, zero}, padding,
      AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, b.getContext()),
      ArrayRef<bool>{true, true});
}

static void writeTile(ImplicitLocOpBuilder &b, Value tile, Value bytes,
                      Value start, int64_t pitch) {
  auto type = cast<VectorType>(tile.getType());
  Value matrix = getView(b, bytes, start, {type.getDimSize(0), pitch},
                         type.getElementType());
  Value zero = IndexMath(b).constant(0);
  vector::TransferWriteOp::create(b, tile, matrix, ValueRange{zero, zero},
                                  ArrayRef<bool>{true, true});
}

namespace {

/// A line of tiles: rows of the box, which become columns.
struct TileLine {
  const StagedOperand &staged;
  VectorType type;
  Value box, boxStart; ///< bytes, and the first one
  Value tiles;
  Value row, position, column; ///< of the box, and where they are written
  int64_t valid;               ///< columns of a tile

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
    return valid < type.getDimSize(1) ? clearColumns(b, values, valid) : values;
  }

  void write(ImplicitLocOpBuilder &b, Value values, Value tile) const {
    IndexMath math(b);
    Value own = math.add(position, math.mul(tile, tilePositions()));
    Value element = math.add(column, math.mul(own, staged.pitch));
    writeTile(b, values, tiles, math.mul(element, bytes()), staged.pitch);
  }

  /// Tiles beyond the last one repeat it.
  void transpose(ImplicitLocOpBuilder &b) const {
    IndexMath math(b);
    int64_t ahead = std::min(kTilesAhead, number());
    SmallVector<Value> loaded;
    for (int64_t i = 0; i < ahead; ++i)
      loaded.push_back(read(b, math.constant(i)));
    int64_t repeated = llvm::alignDown(number(), ahead);
    Value last = math.constant(number() - 1);
    loaded = emitLoop(
        b, math.constant(0), math.constant(repeated), ahead, loaded,
        [&](ImplicitLocOpBuilder &inside, Value first, ValueRange carried) {
          IndexMath own(inside);
          SmallVector<Value> next;
          // A tile is loaded to the register of the one that is stored.
          for (int64_t i = 0; i < ahead; ++i) {
            write(inside, carried[i], own.add(first, i));
            Value following = own.add(first, ahead + i);
            next.push_back(read(
                inside, inside.createOrFold<arith::MinUIOp>(following, last)));
          }
          return next;
        });
    for (int64_t i = repeated; i < number(); ++i)
      write(b, loaded[i - repeated], math.constant(i));
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
                           int64_t valid) {
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
                        transposeRows(inside, group, column, width);
                      });
             if (whole < staged.rows)
               transposeRows(b, group, IndexMath(b).constant(whole),
                             staged.validRows - whole);
           });
  if (staged.packing)
    pack(builder);
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

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

namespace {

/// Transposes the tiles of a transposed box.
struct TilePacking {
  const StagedOperand &staged;
  VectorType type;
  Value source, target;

  const StagedOperand::Packing &packing() const { return *staged.packing; }
  int64_t bytes() const { return int64_t(type.getElementTypeBitWidth()) / 8; }

  /// Iterates over the taps from `tap` on.
  void packTaps(ImplicitLocOpBuilder &builder, unsigned tap, Value position,
                Value element) const {
    IndexMath math(builder);
    if (tap == packing().taps.size())
      return packDepth(builder, position, element);
    const StagedOperand::Tap &own = packing().taps[tap];
    emitLoop(builder, math.constant(own.extent), 1,
             [&](ImplicitLocOpBuilder &b, Value index) {
               IndexMath inside(b);
               packTaps(b, tap + 1,
                        inside.add(position, inside.mul(index, own.from)),
                        inside.add(element, inside.mul(index, own.to)));
             });
  }

  void packDepth(ImplicitLocOpBuilder &builder, Value position,
                 Value element) const {
    emitLoop(builder, IndexMath(builder).constant(packing().depth),
             type.getDimSize(1), [&](ImplicitLocOpBuilder &b, Value k) {
               IndexMath math(b);
               Value from =
                   math.add(position, math.mul(k, packing().depthPositions));
               emitLoop(b, math.constant(staged.rows), 2 * type.getDimSize(0),
                        [&](ImplicitLocOpBuilder &inside, Value row) {
                          packRows(inside, from, math.add(element, k), row);
                        });
             });
  }

  /// Packs two tiles of rows.
  void packRows(ImplicitLocOpBuilder &b, Value position, Value element,
                Value first) const {
    IndexMath math(b);
    SmallVector<Value> loaded, rows;
    int64_t width = type.getDimSize(0);
    for (int64_t i = 0; i < 2; ++i) {
      rows.push_back(math.add(first, i * width));
      Value start = math.add(math.mul(position, staged.pitch), rows.back());
      loaded.push_back(readTransposed(b, type, source, math.mul(start, bytes()),
                                      packing().depthPositions * staged.pitch));
    }
    for (auto [row, tile] : llvm::zip_equal(rows, loaded)) {
      Value start = math.add(math.mul(row, packing().rowPitch), element);
      writeTile(b, tile, target, math.mul(start, bytes()), packing().rowPitch);
    }
  }
};

} // namespace

void WindowBlock::pack(ImplicitLocOpBuilder &builder) const {
  Value zero = IndexMath(builder).constant(0);
  TilePacking{*layout.transposition, tileType, transposed, tiles}.packTaps(
      builder, 0, zero, zero);
}
