//===- TileAccess.cpp - memory that tile instructions access --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kind of a load or store (of rows, transposed, of a column block) is not
// distinguished: an access is a square with the longer side of the tile.
//
//===----------------------------------------------------------------------===//

#include "Scheduling/TileAccess.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace matrix;

static Operation *findAllocation(Value view) {
  Operation *from = view.getDefiningOp();
  while (auto derived = dyn_cast_if_present<ViewLikeOpInterface>(from))
    from = derived.getViewSource().getDefiningOp();
  return isa_and_present<memref::AllocOp>(from) ? from : nullptr;
}

/// Returns the longer side of the tile that is loaded or stored.
static int64_t getSide(Operation *op) {
  int64_t side = 0;
  auto include = [&](Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      for (int64_t size : vector.getShape())
        side = std::max(side, size);
  };
  for (Type type : op->getOperandTypes())
    include(type);
  for (Type type : op->getResultTypes())
    include(type);
  return side;
}

/// Returns whether elements with different indices are at different addresses.
static bool isInjective(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset, span = 1;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    if (ShapedType::isDynamic(strides[dim]) || type.isDynamicDim(dim) ||
        strides[dim] < span)
      return false;
    span = strides[dim] * type.getDimSize(dim);
  }
  return true;
}

TileAccess::TileAccess(Operation *op, const table::Instruction &inst)
    : store(inst.store), extent(getSide(op)) {
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()))
      view = operand;
  if (!view)
    return;
  allocation = findAllocation(view);
  auto type = cast<MemRefType>(view.getType());
  SmallVector<int64_t> position;
  for (Value index : getIndices(op, inst)) {
    std::optional<int64_t> number = getConstantIntValue(index);
    if (!number)
      return;
    position.push_back(*number);
  }
  int64_t rank = type.getRank();
  if (extent == 0 || rank < 2 || int64_t(position.size()) != rank ||
      !isInjective(type))
    return;
  // Rows beyond the last one of a matrix are after all of them.
  bool fits =
      position[rank - 1] + extent <= type.getDimSize(rank - 1) &&
      (rank == 2 || position[rank - 2] + extent <= type.getDimSize(rank - 2));
  if (fits)
    start = std::move(position);
}

bool TileAccess::mayOverlap(const TileAccess &other) const {
  if (!allocation || !other.allocation)
    return true;
  if (allocation != other.allocation)
    return false;
  if (view != other.view || start.empty() || other.start.empty())
    return true;
  int64_t rank = start.size();
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isOuter = dim + 2 < rank;
    int64_t own = isOuter ? 1 : extent, others = isOuter ? 1 : other.extent;
    if (start[dim] + own <= other.start[dim] ||
        other.start[dim] + others <= start[dim])
      return false;
  }
  return true;
}
