//===- Accesses.cpp - reads, writes and broadcasts of lines ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes vector.transfer_read, vector.transfer_write, vector.load and
// broadcasts, with transpositions between them, as accesses to 2-D blocks of
// memory. Each dimension of the vector is mapped to a dimension of the memref;
// the result is the block's row stride and whether it is transposed or
// broadcast.
//
//===----------------------------------------------------------------------===//

#include "Matching/Accesses.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Broadcasts of lines
//===----------------------------------------------------------------------===//

static bool isRank1Vector(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type && type.getRank() == 1;
}

/// Returns the line of a vector with 1 row (unit == 0) or 1 column (unit == 1).
static Value stripUnitDim(Value value, unsigned unit,
                          SmallVectorImpl<Operation *> &steps) {
  auto type = dyn_cast<VectorType>(value.getType());
  auto cast = value.getDefiningOp<vector::ShapeCastOp>();
  if (!type || type.getRank() != 2 || type.getDimSize(unit) != 1 || !cast ||
      !isRank1Vector(cast.getSource()))
    return {};
  steps.push_back(cast);
  return cast.getSource();
}

Value matrix::matchRowBroadcast(Value value,
                                SmallVectorImpl<Operation *> &steps) {
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast)
    return {};
  steps.push_back(broadcast);
  if (isRank1Vector(broadcast.getSource()))
    return broadcast.getSource();
  return stripUnitDim(broadcast.getSource(), 0, steps);
}

Value matrix::matchColumnBroadcast(Value value,
                                   SmallVectorImpl<Operation *> &steps) {
  if (auto transpose = value.getDefiningOp<vector::TransposeOp>()) {
    steps.push_back(transpose);
    return matchRowBroadcast(transpose.getVector(), steps);
  }
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast)
    return {};
  steps.push_back(broadcast);
  return stripUnitDim(broadcast.getSource(), 1, steps);
}

//===----------------------------------------------------------------------===//
// Dimensions of the memref that a vector covers
//===----------------------------------------------------------------------===//

namespace {

/// The memref's dimension along the rows (columns) of the vector, counted from
/// its last dimension (0). No value: the vector is broadcast in this dimension.
struct BlockDims {
  std::optional<unsigned> rowDim, columnDim;
};

} // namespace

static std::optional<unsigned> fromLast(AffineExpr expr, unsigned rank) {
  auto dim = dyn_cast<AffineDimExpr>(expr);
  return dim ? std::optional<unsigned>(rank - 1 - dim.getPosition())
             : std::nullopt;
}

static std::optional<BlockDims> dimsOf(AffineMap map) {
  if (map.getNumResults() != 2)
    return std::nullopt;
  unsigned rank = map.getNumDims();
  BlockDims dims{fromLast(map.getResult(0), rank),
                 fromLast(map.getResult(1), rank)};
  if (!dims.rowDim && !dims.columnDim)
    return std::nullopt;
  return dims;
}

static int64_t strideFromLast(Value memref, unsigned dim) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
      dim >= strides.size())
    return 0;
  return strides[strides.size() - 1 - dim];
}

/// Requires contiguous rows. The rows and columns of a block must be the last
/// two dimensions of the memref; a broadcast line can run along any dimension
/// with stride 1.
static std::optional<Access> asRows(Access access, BlockDims dims) {
  if (!dims.columnDim || strideFromLast(access.memref, *dims.columnDim) != 1)
    return std::nullopt;
  access.broadcast = !dims.rowDim;
  if (dims.rowDim && (*dims.rowDim != 1 || *dims.columnDim != 0))
    return std::nullopt;
  return access;
}

//===----------------------------------------------------------------------===//
// Reads and writes
//===----------------------------------------------------------------------===//

template <typename Transfer> static bool isPlain(Transfer op) {
  return !op.hasOutOfBoundsDim() && !op.getMask() &&
         isa<MemRefType>(op.getBase().getType());
}

static std::optional<Access> matchTransferRead(vector::TransferReadOp read,
                                               bool transposed) {
  if (!isPlain(read))
    return std::nullopt;
  std::optional<BlockDims> dims = dimsOf(read.getPermutationMap());
  if (!dims)
    return std::nullopt;
  if (transposed)
    std::swap(dims->rowDim, dims->columnDim);
  return asRows({read, read.getBase(), read.getIndices()}, *dims);
}

/// Matches the read of a line, that is, of one contiguous row.
static std::optional<Access> matchLineRead(Value line) {
  Access access;
  if (auto read = line.getDefiningOp<vector::TransferReadOp>()) {
    if (!isPlain(read) || !read.getPermutationMap().isMinorIdentity())
      return std::nullopt;
    access = {read, read.getBase(), read.getIndices(), true};
  } else if (auto load = line.getDefiningOp<vector::LoadOp>()) {
    access = {load, load.getBase(), load.getIndices(), true};
  }
  if (!access.op || strideFromLast(access.memref, 0) != 1)
    return std::nullopt;
  return access;
}

std::optional<Access> matrix::matchRead(Value value, bool transposed,
                                        SmallVectorImpl<Operation *> &steps) {
  if (auto read = value.getDefiningOp<vector::TransferReadOp>()) {
    steps.push_back(read);
    return matchTransferRead(read, transposed);
  }
  if (auto load = value.getDefiningOp<vector::LoadOp>()) {
    steps.push_back(load);
    if (transposed)
      return std::nullopt;
    return asRows({load, load.getBase(), load.getIndices()}, {1, 0});
  }
  Value line = transposed ? matchColumnBroadcast(value, steps)
                          : matchRowBroadcast(value, steps);
  if (!line || !line.getDefiningOp())
    return std::nullopt;
  steps.push_back(line.getDefiningOp());
  return matchLineRead(line);
}

std::optional<std::pair<Access, Value>> matrix::matchWrite(Operation *op) {
  if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
    std::optional<BlockDims> dims = dimsOf(write.getPermutationMap());
    if (!isPlain(write) || !dims || !dims->rowDim || !dims->columnDim)
      return std::nullopt;
    auto access = asRows({write, write.getBase(), write.getIndices()}, *dims);
    return access ? std::optional(
                        std::pair(*access, Value(write.getValueToStore())))
                  : std::nullopt;
  }
  if (auto store = dyn_cast<vector::StoreOp>(op)) {
    auto access = asRows({store, store.getBase(), store.getIndices()}, {1, 0});
    return access ? std::optional(
                        std::pair(*access, Value(store.getValueToStore())))
                  : std::nullopt;
  }
  return std::nullopt;
}

bool matrix::hasRowsApart(Value memref, int64_t bytes) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type &&
         strideFromLast(memref, 1) * type.getElementTypeBitWidth() == 8 * bytes;
}

bool matrix::hasContiguousRows(Value memref, const desc::VariantInfo &variant) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && strideFromLast(memref, 1) ==
                     variant.tileColumns(type.getElementTypeBitWidth());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static std::optional<Window> asWindow(Operation *op, Value memref,
                                      ValueRange indices, BlockDims dims) {
  unsigned last = indices.size() - 1;
  if (!dims.columnDim || strideFromLast(memref, *dims.columnDim) != 1 ||
      !inDram(memref.getType()))
    return std::nullopt;
  Window window{op, memref, indices, std::nullopt, last - *dims.columnDim};
  if (!dims.rowDim)
    return window;
  window.rowDim = last - *dims.rowDim;
  return *window.rowDim < window.columnDim ? std::optional(window)
                                           : std::nullopt;
}

std::optional<Window> matrix::matchWindow(Value value, bool transposed,
                                          SmallVectorImpl<Operation *> &steps) {
  if (auto transpose = value.getDefiningOp<vector::TransposeOp>()) {
    steps.push_back(transpose);
    if (isa<VectorType>(transpose.getVector().getType()) &&
        transpose.getVector().getDefiningOp<vector::TransferReadOp>())
      return matchWindow(transpose.getVector(), !transposed, steps);
    steps.pop_back();
  }
  if (auto read = value.getDefiningOp<vector::TransferReadOp>()) {
    steps.push_back(read);
    std::optional<BlockDims> dims = dimsOf(read.getPermutationMap());
    if (!isPlain(read) || !dims)
      return std::nullopt;
    if (transposed)
      std::swap(dims->rowDim, dims->columnDim);
    return asWindow(read, read.getBase(), read.getIndices(), *dims);
  }
  Value line = transposed ? matchColumnBroadcast(value, steps)
                          : matchRowBroadcast(value, steps);
  if (!line || !line.getDefiningOp())
    return std::nullopt;
  steps.push_back(line.getDefiningOp());
  std::optional<Access> access = matchLineRead(line);
  return access ? asWindow(access->op, access->memref, access->indices,
                           {std::nullopt, 0})
                : std::nullopt;
}

std::optional<std::pair<Window, Value>>
matrix::matchWindowWrite(Operation *op) {
  auto write = dyn_cast<vector::TransferWriteOp>(op);
  if (!write || !isPlain(write))
    return std::nullopt;
  std::optional<BlockDims> dims = dimsOf(write.getPermutationMap());
  if (!dims || !dims->rowDim || !dims->columnDim)
    return std::nullopt;
  auto window = asWindow(write, write.getBase(), write.getIndices(), *dims);
  return window
             ? std::optional(std::pair(*window, Value(write.getValueToStore())))
             : std::nullopt;
}
