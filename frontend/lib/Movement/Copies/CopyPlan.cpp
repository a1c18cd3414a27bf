//===- CopyPlan.cpp - blocks of copies in DRAM ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges dimensions and divides them into blocks, innermost first, within the
// limits of the fields of a DMA descriptor. A dimension that is divided ends
// the block, so that blocks are contiguous in the order of the target.
//
//===----------------------------------------------------------------------===//

#include "CopyPlan.h"
#include "Plan/Groups/Blocking.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace matrix;
namespace field = matrix::desc::dma_field;

/// Blocks of each core, if the copy is large enough: one block in
/// kBlocksPerCore is neither loaded nor stored beside another.
static constexpr int64_t kBlocksPerCore = 8;

static SmallVector<int64_t> getStrides(Value memref) {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)cast<MemRefType>(memref.getType()).getStridesAndOffset(strides, offset);
  return strides;
}

/// Returns the dimensions without those that have one element.
static SmallVector<CopyDim> getAllDims(Value source, Value target,
                                       ArrayRef<int64_t> low) {
  SmallVector<CopyDim> dims;
  SmallVector<int64_t> none(low.empty() ? getStrides(target).size() : 0, 0);
  for (auto [extent, present, from, to, before] : llvm::zip_equal(
           cast<MemRefType>(target.getType()).getShape(),
           cast<MemRefType>(source.getType()).getShape(), getStrides(source),
           getStrides(target), low.empty() ? ArrayRef<int64_t>(none) : low))
    if (extent != 1)
      dims.push_back({extent, from, to, before, present});
  return dims;
}

/// Returns whether two dimensions are one on both sides.
static bool canMerge(const CopyDim &outer, const CopyDim &inner) {
  return !inner.isPadded() && outer.source == inner.source * inner.extent &&
         outer.target == inner.target * inner.extent;
}

static SmallVector<CopyDim> mergeCopyDims(SmallVector<CopyDim> dims) {
  llvm::sort(dims, [](const CopyDim &a, const CopyDim &b) {
    return a.target > b.target;
  });
  SmallVector<CopyDim> merged;
  for (const CopyDim &dim : dims) {
    if (merged.empty() || !canMerge(merged.back(), dim)) {
      merged.push_back(dim);
      continue;
    }
    const CopyDim &outer = merged.back();
    merged.back() = {outer.extent * dim.extent, dim.source, dim.target,
                     outer.low * dim.extent, outer.present * dim.extent};
  }
  if (merged.empty() || merged.back().source != 1 || merged.back().target != 1)
    merged.push_back({1, 1, 1, 0, 1});
  return merged;
}

SmallVector<CopyDim> matrix::getCopyDims(Value source, Value target,
                                         ArrayRef<int64_t> low) {
  return mergeCopyDims(getAllDims(source, target, low));
}

std::optional<LoopStrides> matrix::getLoopStrides(AffineMap map,
                                                  ArrayRef<int64_t> strides) {
  unsigned numLoops = map.getNumDims();
  LoopStrides result{SmallVector<int64_t>(numLoops, 0)};
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    SmallVector<int64_t> factors; // of loops and of divisions, and a constant
    if (failed(getFlattenedAffineExpr(expr, numLoops, /*numSymbols=*/0,
                                      &factors)) ||
        factors.size() != numLoops + 1)
      return std::nullopt;
    for (unsigned loop = 0; loop < numLoops; ++loop)
      result.strides[loop] += factors[loop] * stride;
    result.offset += factors.back() * stride;
  }
  return result;
}

/// Returns the stride of each loop in a dense tensor of static shape.
static std::optional<SmallVector<int64_t>> getTensorStrides(AffineMap map,
                                                            Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  if (!type.hasStaticShape())
    return std::nullopt;
  std::optional<LoopStrides> result =
      getLoopStrides(map, computeStrides(type.getShape()));
  return result ? std::optional(result->strides) : std::nullopt;
}

std::optional<SmallVector<CopyDim>> matrix::getMoveDims(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.getBody()->without_terminator().empty())
    return std::nullopt;
  auto yielded =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getOwner() != op.getBody() ||
      yielded.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  OpOperand *source = op.getMatchingOpOperand(yielded),
            *target = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(target);
  if (!isa<RankedTensorType>(source->get().getType()) || !map.isPermutation())
    return std::nullopt;
  auto from = getTensorStrides(op.getMatchingIndexingMap(source),
                               source->get().getType()),
       to = getTensorStrides(map, target->get().getType());
  if (!from || !to)
    return std::nullopt;
  SmallVector<CopyDim> dims;
  for (auto [extent, read, written] :
       llvm::zip_equal(op.getStaticLoopRanges(), *from, *to))
    if (extent != 1)
      dims.push_back({extent, read, written, 0, extent});
  return mergeCopyDims(std::move(dims));
}

CopyPlan::CopyPlan(SmallVector<CopyDim> dims, int64_t elementBytes,
                   const desc::VariantInfo &variant, int64_t cores)
    : dims(std::move(dims)), elementBytes(elementBytes),
      lineBytes(variant.dma->lineBytes) {
  divide(getBudget(variant, cores));
}

int64_t CopyPlan::pieces() const {
  int64_t result = 1;
  for (const CopyDim &dim : dims)
    result *= dim.count();
  return result;
}

int64_t CopyPlan::getBudget(const desc::VariantInfo &variant,
                            int64_t cores) const {
  int64_t total = elementBytes;
  for (const CopyDim &dim : dims)
    total *= dim.extent;
  int64_t minimum = *variant.parameters.dramLatency * lineBytes;
  int64_t maximum = getScratchpadCapacity(variant) / 2;
  return std::min(maximum, std::max(minimum, total / (cores * kBlocksPerCore)));
}

static int64_t maximum(const desc::DmaField &f) {
  return (int64_t(1) << f.bits) - 1;
}

/// Divides a dimension into the fewest blocks of at most `most` elements. All
/// have the same extent, except for the last one, which may be shorter.
static void limit(CopyDim &dim, int64_t maximum) {
  int64_t count = llvm::divideCeil(dim.extent, std::max<int64_t>(maximum, 1));
  dim.block = llvm::divideCeil(dim.extent, count);
}

void CopyPlan::divide(int64_t budget) {
  MutableArrayRef<CopyDim> inner =
      MutableArrayRef(dims).take_back(desc::dmaRank);
  // Beyond a partial row, the transfer fills; the count of these bytes is a
  // field of the descriptor.
  limit(inner.back(),
        std::min<int64_t>(budget, maximum(field::right)) / elementBytes);
  int64_t room = budget / pitchBytes();
  const desc::DmaField counts[] = {field::n1, field::n2};
  for (auto [dim, count] :
       llvm::zip(llvm::reverse(inner.drop_back()), counts)) {
    limit(dim, std::min(room, maximum(count)));
    room /= dim.block;
    if (dim.count() > 1)
      break;
  }
}

bool CopyPlan::adjoins(int64_t i) const {
  return i > 0 && dims[i].block == dims[i].extent &&
         dims[i - 1].target == dims[i].target * dims[i].extent;
}

int64_t CopyPlan::numMerged() const {
  int64_t count = 1, rank = blockDims().size();
  while (count < rank && adjoins(dims.size() - count))
    ++count;
  return count;
}

int64_t CopyPlan::pitchBytes() const {
  int64_t bytes = dims.back().block * elementBytes;
  if (adjoins(dims.size() - 1))
    return bytes;
  return bytes >= lineBytes ? llvm::alignTo(bytes, lineBytes)
                            : llvm::PowerOf2Ceil(bytes);
}
