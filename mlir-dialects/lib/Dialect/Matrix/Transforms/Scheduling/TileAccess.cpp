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
  if (type.getRank() < 2 || position.size() != size_t(type.getRank()) ||
      type.isDynamicDim(type.getRank() - 1) ||
      position.back() + extent > type.getShape().back())
    return;
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
