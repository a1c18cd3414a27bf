//===- RowMemory.cpp - tensors of fusion trees in DRAM --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index computation and copies between tensors and their packed copies.
//
//===----------------------------------------------------------------------===//

#include "RowMemory.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

static Value makeIndex(OpBuilder &builder, Location loc, int64_t number) {
  return arith::ConstantIndexOp::create(builder, loc, number);
}

static Value scale(OpBuilder &builder, Location loc, Value value,
                   int64_t factor) {
  if (factor == 1)
    return value;
  return arith::MulIOp::create(builder, loc, value,
                               makeIndex(builder, loc, factor));
}

static Value makeElement(OpBuilder &builder, Location loc, Type type,
                         double number) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, number));
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, static_cast<int64_t>(number)));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

unsigned RowMemory::rank() const {
  return cast<RankedTensorType>(use.get().getType()).getRank();
}

/// Returns the blocked dimensions in the order of blocks in the packed copy.
AxisList RowMemory::blockOrder() const {
  auto found = cluster.contractions.find(use.getOwner());
  if (cluster.orderedPacking && found != cluster.contractions.end()) {
    if (found->second.lhs == &use)
      return {found->second.m, found->second.k};
    if (found->second.rhs == &use)
      return {found->second.k, found->second.n};
  }
  return cluster.tiledAxesOf(use);
}

MemRefType RowMemory::packedType() const {
  SmallVector<int64_t> shape;
  for (unsigned axis : cluster.operandAxes(use))
    if (!cluster.axes[axis].isTiled())
      shape.push_back(cluster.axes[axis].extent);
  for (unsigned axis : blockOrder())
    shape.push_back(cluster.axes[axis].blocks());
  for (unsigned axis : blockOrder())
    shape.push_back(cluster.axes[axis].tile);
  return MemRefType::get(shape, getElementTypeOrSelf(use.get()));
}

//===----------------------------------------------------------------------===//
// Indices; `elements`: by dimension
//===----------------------------------------------------------------------===//

SmallVector<Value> RowMemory::plainIndices(OpBuilder &builder, Location loc,
                                           ArrayRef<Value> elements) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  SmallVector<Value> byLoop, indices;
  for (unsigned axis : cluster.loops.find(op)->second)
    byLoop.push_back(elements[axis]);
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    indices.push_back(affine::expandAffineExpr(builder, loc, expr, byLoop, {}));
  return indices;
}

SmallVector<Value> RowMemory::packedIndices(OpBuilder &builder, Location loc,
                                            ArrayRef<Value> elements) const {
  SmallVector<Value> indices, places;
  for (unsigned axis : cluster.operandAxes(use))
    if (!cluster.axes[axis].isTiled())
      indices.push_back(elements[axis]);
  for (unsigned axis : blockOrder()) {
    Value tile = makeIndex(builder, loc, cluster.axes[axis].tile);
    indices.push_back(
        arith::DivUIOp::create(builder, loc, elements[axis], tile));
    places.push_back(
        arith::RemUIOp::create(builder, loc, elements[axis], tile));
  }
  indices.append(places);
  return indices;
}

SmallVector<Value> RowMemory::blockIndices(OpBuilder &builder, Location loc,
                                           ArrayRef<Position> position) const {
  if (!packed) {
    SmallVector<Value> starts(position.size());
    for (unsigned axis : cluster.operandAxes(use))
      starts[axis] =
          scale(builder, loc, position[axis].block, cluster.axes[axis].step());
    return plainIndices(builder, loc, starts);
  }
  SmallVector<Value> indices;
  for (unsigned axis : cluster.operandAxes(use))
    if (!cluster.axes[axis].isTiled())
      indices.push_back(position[axis].block);
  for (unsigned axis : blockOrder())
    indices.push_back(position[axis].block);
  indices.append(blockOrder().size(), makeIndex(builder, loc, 0));
  return indices;
}

/// Returns the map from dimensions of the buffer to those of the vector.
AffineMap RowMemory::blockMap(MLIRContext *context,
                              ArrayRef<unsigned> axes) const {
  auto buffer = cast<MemRefType>((packed ? packed : memory).getType());
  AxisList order = blockOrder();
  SmallVector<AffineExpr> results;
  for (unsigned axis : axes) {
    AffineExpr expr = getAffineConstantExpr(0, context);
    if (packed) {
      const auto *place = llvm::find(order, axis);
      if (place != order.end())
        expr =
            getAffineDimExpr(buffer.getRank() - (order.end() - place), context);
    } else {
      for (auto [dim, own] : llvm::enumerate(cluster.axesOf(use)))
        if (own == axis)
          expr = getAffineDimExpr(dim, context);
    }
    results.push_back(expr);
  }
  return AffineMap::get(buffer.getRank(), 0, results, context);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Emits a loop nest; the body takes all induction variables.
static void emitNest(OpBuilder &builder, Location loc,
                     ArrayRef<std::pair<int64_t, int64_t>> bounds,
                     function_ref<void(OpBuilder &, ArrayRef<Value>)> body) {
  SmallVector<Value> low, high, step;
  for (auto [from, to] : bounds) {
    low.push_back(makeIndex(builder, loc, from));
    high.push_back(makeIndex(builder, loc, to));
    step.push_back(makeIndex(builder, loc, 1));
  }
  scf::buildLoopNest(builder, loc, low, high, step,
                     [&](OpBuilder &inner, Location, ValueRange variables) {
                       body(inner, llvm::to_vector(variables));
                     });
}

/// Copies the tensor to its packed copy (`in`), or back.
void RowMemory::copy(OpBuilder &builder, Location loc, bool in) {
  AxisList axes = cluster.operandAxes(use);
  SmallVector<std::pair<int64_t, int64_t>> bounds;
  for (unsigned axis : axes)
    bounds.push_back({0, cluster.axes[axis].extent});
  emitNest(builder, loc, bounds, [&](OpBuilder &b, ArrayRef<Value> variables) {
    SmallVector<Value> elements(cluster.axes.size());
    for (auto [axis, variable] : llvm::zip_equal(axes, variables))
      elements[axis] = variable;
    SmallVector<Value> plain = plainIndices(b, loc, elements);
    SmallVector<Value> inBlocks = packedIndices(b, loc, elements);
    Value value = memref::LoadOp::create(b, loc, in ? memory : packed,
                                         in ? plain : inBlocks);
    memref::StoreOp::create(b, loc, value, in ? packed : memory,
                            in ? inBlocks : plain);
  });
}

/// Writes the spare element of dimension k: 1 in all rows, or -infinity in rows
/// beyond the end.
void RowMemory::exclude(OpBuilder &builder, Location loc) {
  for (const Exclusion &exclusion : cluster.exclusions) {
    if (&use != exclusion.ones && &use != exclusion.limits)
      continue;
    bool isLimit = &use == exclusion.limits;
    AxisList axes;
    SmallVector<std::pair<int64_t, int64_t>> bounds;
    for (unsigned number : cluster.operandAxes(use)) {
      if (number == exclusion.k)
        continue;
      const Axis &axis = cluster.axes[number];
      axes.push_back(number);
      bounds.push_back({isLimit && number == exclusion.axis ? axis.extent : 0,
                        axis.blocks() * axis.step()});
    }
    emitNest(builder, loc, bounds,
             [&](OpBuilder &b, ArrayRef<Value> variables) {
               SmallVector<Value> elements(cluster.axes.size());
               for (auto [axis, variable] : llvm::zip_equal(axes, variables))
                 elements[axis] = variable;
               elements[exclusion.k] =
                   makeIndex(b, loc, cluster.axes[exclusion.k].extent);
               Value value = makeElement(
                   b, loc, getElementTypeOrSelf(use.get()),
                   isLimit ? -std::numeric_limits<double>::infinity() : 1.0);
               memref::StoreOp::create(b, loc, value, packed,
                                       packedIndices(b, loc, elements));
             });
  }
}

void RowMemory::pack(OpBuilder &builder, Location loc, bool fill) {
  if (!cluster.packed.contains(&use))
    return;
  packed = memref::AllocOp::create(builder, loc, packedType());
  if (!fill)
    return;
  if (llvm::any_of(blockOrder(), [&](unsigned axis) {
        return cluster.axes[axis].isPadded();
      }))
    linalg::FillOp::create(
        builder, loc,
        makeElement(builder, loc, getElementTypeOrSelf(use.get()), 0), packed);
  copy(builder, loc, /*in=*/true);
  exclude(builder, loc);
}

void RowMemory::allocate(OpBuilder &builder, Location loc) {
  if (cluster.packed.contains(&use))
    packed = memref::AllocOp::create(builder, loc, packedType());
}

void RowMemory::unpack(OpBuilder &builder, Location loc) {
  if (packed)
    copy(builder, loc, /*in=*/false);
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

Value RowMemory::read(OpBuilder &builder, Location loc,
                      ArrayRef<Position> position,
                      ArrayRef<unsigned> axes) const {
  Type element = getElementTypeOrSelf(use.get());
  Value source = packed ? packed : memory;
  SmallVector<Value> indices = blockIndices(builder, loc, position);
  SmallVector<int64_t> shape;
  for (unsigned axis : axes)
    shape.push_back(position[axis].size);
  auto type = VectorType::get(shape, element);
  if (cluster.tiledAxesOf(use).empty()) {
    Value scalar = memref::LoadOp::create(builder, loc, source, indices);
    return vector::BroadcastOp::create(builder, loc, type, scalar);
  }
  SmallVector<bool> inBounds(shape.size(), true);
  return vector::TransferReadOp::create(builder, loc, type, source, indices,
                                        makeElement(builder, loc, element, 0),
                                        blockMap(builder.getContext(), axes),
                                        inBounds);
}

void RowMemory::write(OpBuilder &builder, Location loc,
                      ArrayRef<Position> position, Value vector) const {
  AxisList axes = cluster.tiledAxesOf(use);
  SmallVector<bool> inBounds(axes.size(), true);
  vector::TransferWriteOp::create(
      builder, loc, vector, packed ? packed : memory,
      blockIndices(builder, loc, position),
      AffineMapAttr::get(blockMap(builder.getContext(), axes)),
      builder.getBoolArrayAttr(inBounds));
}
