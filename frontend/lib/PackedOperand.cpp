//===- PackedOperand.cpp - tensors of fusion trees in DRAM ----------------===//
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

#include "PackedOperand.h"
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

unsigned PackedOperand::rank() const {
  return cast<RankedTensorType>(use.get().getType()).getRank();
}

/// Returns the blocked dimensions in the order of blocks in the packed copy.
DimList PackedOperand::blockOrder() const {
  auto found = tree.contractions.find(use.getOwner());
  if (tree.orderedPacking && found != tree.contractions.end()) {
    if (found->second.lhs == &use)
      return {found->second.m, found->second.k};
    if (found->second.rhs == &use)
      return {found->second.k, found->second.n};
  }
  return tree.blockedDimsOf(use);
}

MemRefType PackedOperand::packedType() const {
  SmallVector<int64_t> shape;
  for (unsigned dim : tree.operandDims(use))
    if (!tree.dims[dim].isBlocked())
      shape.push_back(tree.dims[dim].extent);
  for (unsigned dim : blockOrder())
    shape.push_back(tree.dims[dim].numBlocks());
  for (unsigned dim : blockOrder())
    shape.push_back(tree.dims[dim].blockSize);
  return MemRefType::get(shape, getElementTypeOrSelf(use.get()));
}

//===----------------------------------------------------------------------===//
// Indices; `elements`: by dimension
//===----------------------------------------------------------------------===//

SmallVector<Value> PackedOperand::plainIndices(OpBuilder &builder, Location loc,
                                               ArrayRef<Value> elements) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  SmallVector<Value> byLoop, indices;
  for (unsigned dim : tree.loops.find(op)->second)
    byLoop.push_back(elements[dim]);
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    indices.push_back(affine::expandAffineExpr(builder, loc, expr, byLoop, {}));
  return indices;
}

SmallVector<Value>
PackedOperand::packedIndices(OpBuilder &builder, Location loc,
                             ArrayRef<Value> elements) const {
  SmallVector<Value> indices, blockOffsets;
  for (unsigned dim : tree.operandDims(use))
    if (!tree.dims[dim].isBlocked())
      indices.push_back(elements[dim]);
  for (unsigned dim : blockOrder()) {
    Value tile = makeIndex(builder, loc, tree.dims[dim].blockSize);
    indices.push_back(
        arith::DivUIOp::create(builder, loc, elements[dim], tile));
    blockOffsets.push_back(
        arith::RemUIOp::create(builder, loc, elements[dim], tile));
  }
  indices.append(blockOffsets);
  return indices;
}

SmallVector<Value>
PackedOperand::blockIndices(OpBuilder &builder, Location loc,
                            ArrayRef<Position> position) const {
  if (!packed) {
    SmallVector<Value> starts(position.size());
    for (unsigned dim : tree.operandDims(use))
      starts[dim] = scale(builder, loc, position[dim].block,
                          tree.dims[dim].blockExtent());
    return plainIndices(builder, loc, starts);
  }
  SmallVector<Value> indices;
  for (unsigned dim : tree.operandDims(use))
    if (!tree.dims[dim].isBlocked())
      indices.push_back(position[dim].block);
  for (unsigned dim : blockOrder())
    indices.push_back(position[dim].block);
  indices.append(blockOrder().size(), makeIndex(builder, loc, 0));
  return indices;
}

/// Returns the map from dimensions of the buffer to those of the vector.
AffineMap PackedOperand::blockMap(MLIRContext *context,
                                  ArrayRef<unsigned> dims) const {
  auto buffer = cast<MemRefType>((packed ? packed : memory).getType());
  DimList order = blockOrder();
  SmallVector<AffineExpr> results;
  for (unsigned dim : dims) {
    AffineExpr expr = getAffineConstantExpr(0, context);
    if (packed) {
      const auto *it = llvm::find(order, dim);
      if (it != order.end())
        expr = getAffineDimExpr(buffer.getRank() - (order.end() - it), context);
    } else {
      for (auto [position, operandDim] : llvm::enumerate(tree.dimsOf(use)))
        if (operandDim == dim)
          expr = getAffineDimExpr(position, context);
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
void PackedOperand::copy(OpBuilder &builder, Location loc, bool in) {
  DimList dims = tree.operandDims(use);
  SmallVector<std::pair<int64_t, int64_t>> bounds;
  for (unsigned dim : dims)
    bounds.push_back({0, tree.dims[dim].extent});
  emitNest(builder, loc, bounds, [&](OpBuilder &b, ArrayRef<Value> variables) {
    SmallVector<Value> elements(tree.dims.size());
    for (auto [dim, variable] : llvm::zip_equal(dims, variables))
      elements[dim] = variable;
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
void PackedOperand::applyMasks(OpBuilder &builder, Location loc) {
  for (const PaddingMask &mask : tree.paddingMasks) {
    if (&use != mask.ones && &use != mask.limits)
      continue;
    bool isLimit = &use == mask.limits;
    DimList dims;
    SmallVector<std::pair<int64_t, int64_t>> bounds;
    for (unsigned number : tree.operandDims(use)) {
      if (number == mask.k)
        continue;
      const TreeDim &dim = tree.dims[number];
      dims.push_back(number);
      bounds.push_back({isLimit && number == mask.dim ? dim.extent : 0,
                        dim.numBlocks() * dim.blockExtent()});
    }
    emitNest(builder, loc, bounds,
             [&](OpBuilder &b, ArrayRef<Value> variables) {
               SmallVector<Value> elements(tree.dims.size());
               for (auto [dim, variable] : llvm::zip_equal(dims, variables))
                 elements[dim] = variable;
               elements[mask.k] = makeIndex(b, loc, tree.dims[mask.k].extent);
               Value value = makeElement(
                   b, loc, getElementTypeOrSelf(use.get()),
                   isLimit ? -std::numeric_limits<double>::infinity() : 1.0);
               memref::StoreOp::create(b, loc, value, packed,
                                       packedIndices(b, loc, elements));
             });
  }
}

void PackedOperand::pack(OpBuilder &builder, Location loc, bool fill) {
  if (!tree.packed.contains(&use))
    return;
  packed = memref::AllocOp::create(builder, loc, packedType());
  if (!fill)
    return;
  if (llvm::any_of(blockOrder(),
                   [&](unsigned dim) { return tree.dims[dim].isPadded(); }))
    linalg::FillOp::create(
        builder, loc,
        makeElement(builder, loc, getElementTypeOrSelf(use.get()), 0), packed);
  copy(builder, loc, /*in=*/true);
  applyMasks(builder, loc);
}

void PackedOperand::allocate(OpBuilder &builder, Location loc) {
  if (tree.packed.contains(&use))
    packed = memref::AllocOp::create(builder, loc, packedType());
}

void PackedOperand::unpack(OpBuilder &builder, Location loc) {
  if (packed)
    copy(builder, loc, /*in=*/false);
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

Value PackedOperand::read(OpBuilder &builder, Location loc,
                          ArrayRef<Position> position,
                          ArrayRef<unsigned> dims) const {
  Type element = getElementTypeOrSelf(use.get());
  Value source = packed ? packed : memory;
  SmallVector<Value> indices = blockIndices(builder, loc, position);
  SmallVector<int64_t> shape;
  for (unsigned dim : dims)
    shape.push_back(position[dim].size);
  auto type = VectorType::get(shape, element);
  if (tree.blockedDimsOf(use).empty()) {
    Value scalar = memref::LoadOp::create(builder, loc, source, indices);
    return vector::BroadcastOp::create(builder, loc, type, scalar);
  }
  SmallVector<bool> inBounds(shape.size(), true);
  return vector::TransferReadOp::create(builder, loc, type, source, indices,
                                        makeElement(builder, loc, element, 0),
                                        blockMap(builder.getContext(), dims),
                                        inBounds);
}

void PackedOperand::write(OpBuilder &builder, Location loc,
                          ArrayRef<Position> position, Value vector) const {
  DimList dims = tree.blockedDimsOf(use);
  SmallVector<bool> inBounds(dims.size(), true);
  vector::TransferWriteOp::create(
      builder, loc, vector, packed ? packed : memory,
      blockIndices(builder, loc, position),
      AffineMapAttr::get(blockMap(builder.getContext(), dims)),
      builder.getBoolArrayAttr(inBounds));
}
