//===- PackedOperand.cpp - tensors of fusion trees in DRAM ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index computation and copies between tensors and their packed copies. Element
// i of a blocked dimension with blocks of b elements is at [i / b] and [i % b].
// Copies are scalar loops over the elements of the tensor; padding is filled
// before, and the spare elements of masks are written afterwards.
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

static Value makeIndex(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

static Value scale(ImplicitLocOpBuilder &builder, Value value, int64_t factor) {
  if (factor == 1)
    return value;
  return arith::MulIOp::create(builder, value, makeIndex(builder, factor));
}

static Value makeElement(ImplicitLocOpBuilder &builder, Type type,
                         double number) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, number));
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(type, static_cast<int64_t>(number)));
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

SmallVector<Value> PackedOperand::plainIndices(ImplicitLocOpBuilder &builder,
                                               ArrayRef<Value> elements) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  SmallVector<Value> byLoop, indices;
  for (unsigned dim : tree.loops.find(op)->second)
    byLoop.push_back(elements[dim]);
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    indices.push_back(
        affine::expandAffineExpr(builder, builder.getLoc(), expr, byLoop, {}));
  return indices;
}

SmallVector<Value>
PackedOperand::packedIndices(ImplicitLocOpBuilder &builder,
                             ArrayRef<Value> elements) const {
  SmallVector<Value> indices, blockOffsets;
  for (unsigned dim : tree.operandDims(use))
    if (!tree.dims[dim].isBlocked())
      indices.push_back(elements[dim]);
  for (unsigned dim : blockOrder()) {
    Value tile = makeIndex(builder, tree.dims[dim].blockSize);
    indices.push_back(arith::DivUIOp::create(builder, elements[dim], tile));
    blockOffsets.push_back(
        arith::RemUIOp::create(builder, elements[dim], tile));
  }
  indices.append(blockOffsets);
  return indices;
}

SmallVector<Value>
PackedOperand::blockIndices(ImplicitLocOpBuilder &builder,
                            ArrayRef<Position> position) const {
  if (!packed) {
    SmallVector<Value> starts(position.size());
    for (unsigned dim : tree.operandDims(use))
      starts[dim] =
          scale(builder, position[dim].block, tree.dims[dim].blockExtent());
    return plainIndices(builder, starts);
  }
  SmallVector<Value> indices;
  for (unsigned dim : tree.operandDims(use))
    if (!tree.dims[dim].isBlocked())
      indices.push_back(position[dim].block);
  for (unsigned dim : blockOrder())
    indices.push_back(position[dim].block);
  indices.append(blockOrder().size(), makeIndex(builder, 0));
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
static void
emitNest(ImplicitLocOpBuilder &builder,
         ArrayRef<std::pair<int64_t, int64_t>> bounds,
         function_ref<void(ImplicitLocOpBuilder &, ArrayRef<Value>)> body) {
  SmallVector<Value> low, high, step;
  for (auto [from, to] : bounds) {
    low.push_back(makeIndex(builder, from));
    high.push_back(makeIndex(builder, to));
    step.push_back(makeIndex(builder, 1));
  }
  scf::buildLoopNest(builder, builder.getLoc(), low, high, step,
                     [&](OpBuilder &region, Location l, ValueRange variables) {
                       ImplicitLocOpBuilder inner(l, region);
                       body(inner, llvm::to_vector(variables));
                     });
}

/// Copies the tensor to its packed copy (`in`), or back.
void PackedOperand::copy(ImplicitLocOpBuilder &builder, bool in) {
  DimList dims = tree.operandDims(use);
  SmallVector<std::pair<int64_t, int64_t>> bounds;
  for (unsigned dim : dims)
    bounds.push_back({0, tree.dims[dim].extent});
  emitNest(builder, bounds,
           [&](ImplicitLocOpBuilder &b, ArrayRef<Value> variables) {
             SmallVector<Value> elements(tree.dims.size());
             for (auto [dim, variable] : llvm::zip_equal(dims, variables))
               elements[dim] = variable;
             SmallVector<Value> plain = plainIndices(b, elements);
             SmallVector<Value> inBlocks = packedIndices(b, elements);
             Value value = memref::LoadOp::create(b, in ? memory : packed,
                                                  in ? plain : inBlocks);
             memref::StoreOp::create(b, value, in ? packed : memory,
                                     in ? inBlocks : plain);
           });
}

/// Writes the spare element of dimension k: 1 in all rows, or -infinity in rows
/// beyond the end.
void PackedOperand::applyMasks(ImplicitLocOpBuilder &builder) {
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
    emitNest(builder, bounds,
             [&](ImplicitLocOpBuilder &b, ArrayRef<Value> variables) {
               SmallVector<Value> elements(tree.dims.size());
               for (auto [dim, variable] : llvm::zip_equal(dims, variables))
                 elements[dim] = variable;
               elements[mask.k] = makeIndex(b, tree.dims[mask.k].extent);
               Value value = makeElement(
                   b, getElementTypeOrSelf(use.get()),
                   isLimit ? -std::numeric_limits<double>::infinity() : 1.0);
               memref::StoreOp::create(b, value, packed,
                                       packedIndices(b, elements));
             });
  }
}

void PackedOperand::pack(ImplicitLocOpBuilder &builder, bool fill) {
  if (!tree.packed.contains(&use))
    return;
  packed = memref::AllocOp::create(builder, packedType());
  if (!fill)
    return;
  if (llvm::any_of(blockOrder(),
                   [&](unsigned dim) { return tree.dims[dim].isPadded(); }))
    linalg::FillOp::create(
        builder, makeElement(builder, getElementTypeOrSelf(use.get()), 0),
        packed);
  copy(builder, /*in=*/true);
  applyMasks(builder);
}

void PackedOperand::allocate(ImplicitLocOpBuilder &builder) {
  if (tree.packed.contains(&use))
    packed = memref::AllocOp::create(builder, packedType());
}

void PackedOperand::unpack(ImplicitLocOpBuilder &builder) {
  if (packed)
    copy(builder, /*in=*/false);
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

Value PackedOperand::read(ImplicitLocOpBuilder &builder,
                          ArrayRef<Position> position,
                          ArrayRef<unsigned> dims) const {
  Type element = getElementTypeOrSelf(use.get());
  Value source = packed ? packed : memory;
  SmallVector<Value> indices = blockIndices(builder, position);
  SmallVector<int64_t> shape;
  for (unsigned dim : dims)
    shape.push_back(position[dim].size);
  auto type = VectorType::get(shape, element);
  if (tree.blockedDimsOf(use).empty()) {
    Value scalar = memref::LoadOp::create(builder, source, indices);
    return vector::BroadcastOp::create(builder, type, scalar);
  }
  SmallVector<bool> inBounds(shape.size(), true);
  return vector::TransferReadOp::create(
      builder, type, source, indices, makeElement(builder, element, 0),
      blockMap(builder.getContext(), dims), inBounds);
}

void PackedOperand::write(ImplicitLocOpBuilder &builder,
                          ArrayRef<Position> position, Value vector) const {
  DimList dims = tree.blockedDimsOf(use);
  SmallVector<bool> inBounds(dims.size(), true);
  vector::TransferWriteOp::create(
      builder, vector, packed ? packed : memory,
      blockIndices(builder, position),
      AffineMapAttr::get(blockMap(builder.getContext(), dims)),
      builder.getBoolArrayAttr(inBounds));
}
