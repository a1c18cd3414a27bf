//===- StagedCopy.cpp - copies rearranged in the scratchpad ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries blocks of the last dimensions of the target, the outermost of which is
// divided, and compares their cycles. In a step, the load of the next block
// precedes the transfers in the scratchpad, in one channel; stores of the block
// before are in the other one.
//
//===----------------------------------------------------------------------===//

#include "StagedCopy.h"
#include "CopyCost.h"
#include "Plan/Groups/Blocking.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
namespace field = matrix::desc::dma_field;

/// Bounds the code of a block.
static constexpr int64_t kMaxTransfers = 16;

int64_t StagedCopy::pieces() const {
  int64_t result = 1;
  for (const CopyDim &dim : dims)
    result *= dim.count();
  return result;
}

static int64_t countRows(ArrayRef<StagedCopy::Level> levels) {
  int64_t result = 1;
  for (const StagedCopy::Level &level : levels)
    result *= level.count;
  return result;
}

/// The largest count of a descriptor.
static constexpr int64_t kMaxRows =
    (int64_t(1) << std::min(field::n1.bits, field::n2.bits)) - 1;

int64_t StagedCopy::transfers() const { return countRows(outer); }

int64_t StagedCopy::delay(int64_t cores) const {
  return std::min(runs() / cores, kMaxRows);
}

int64_t StagedCopy::runs() const { return countRows(inner) * transfers(); }

/// Adds a dimension outside of the others, or merges it with the last one.
static void addLevel(SmallVectorImpl<StagedCopy::Level> &levels,
                     StagedCopy::Level level) {
  StagedCopy::Level *last = levels.empty() ? nullptr : &levels.back();
  if (last && level.from == last->from * last->count &&
      level.to == last->to * last->count)
    last->count *= level.count;
  else
    levels.push_back(level);
}

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

namespace {

struct Planner {
  SmallVector<CopyDim> dims;
  int64_t elementBytes;
  const desc::VariantInfo &variant;
  int64_t cores;
  bool repeatsRows = false; ///< in the store of the target

  int64_t lineBytes() const { return variant.dma->lineBytes; }
  int64_t lineElements() const {
    return std::max<int64_t>(lineBytes() / elementBytes, 1);
  }

  /// Returns the dimensions of a block, by ascending strides without signs.
  SmallVector<int64_t> getBlockDims(int64_t CopyDim::*stride) const {
    SmallVector<int64_t> result;
    for (int64_t i = 0, e = dims.size(); i < e; ++i)
      if (dims[i].block > 1 && dims[i].*stride != 0)
        result.push_back(i);
    llvm::sort(result, [&](int64_t a, int64_t b) {
      return std::pair(std::abs(dims[a].*stride), a) <
             std::pair(std::abs(dims[b].*stride), b);
    });
    return result;
  }

  /// Returns whether stores repeat rows of the target's buffer.
  bool isRepeated(const CopyDim &dim) const {
    return repeatsRows && dim.source == 0 && dim.target >= lineElements();
  }

  /// Rows of the target have no gaps: other elements would be overwritten. A
  /// dimension that is read backwards is forwards in the buffer of the source.
  std::optional<StagedCopy::Side> getSide(int64_t CopyDim::*stride) const {
    bool isTarget = stride == &CopyDim::target;
    StagedCopy::Side side;
    side.strides.assign(dims.size(), 0);
    bool isRow = true;
    for (int64_t i : getBlockDims(stride)) {
      const CopyDim &dim = dims[i];
      int64_t step = std::abs(dim.*stride);
      bool repeated = isTarget && isRepeated(dim);
      isRow &= !repeated &&
               (isTarget ? step == side.row : step < side.row + lineElements());
      if (isRow) {
        side.strides[i] = step;
        side.row += (dim.block - 1) * step;
        side.size = side.row;
        continue;
      }
      side.strides[i] = repeated ? 0 : side.size;
      addLevel(side.rows, {dim.block, step, side.strides[i]});
      side.size *= repeated ? 1 : dim.block;
    }
    if (side.rows.size() >= desc::dmaRank)
      return std::nullopt;
    return side;
  }

  //===--------------------------------------------------------------------===//
  // Plans
  //===--------------------------------------------------------------------===//

  /// Divides the elements of a block into transfers in the scratchpad: the two
  /// largest counts are those of a descriptor.
  void setTransfers(StagedCopy &plan) const {
    SmallVector<StagedCopy::Level> levels;
    for (int64_t i : getBlockDims(&CopyDim::target)) {
      int64_t from = plan.source.strides[i], to = plan.target.strides[i];
      if (to == 0)
        continue;
      if (dims[i].isBackward()) {
        plan.firstElement += (dims[i].block - 1) * from;
        from = -from;
      }
      if (levels.empty() && from == plan.run && to == plan.run)
        plan.run *= dims[i].block;
      else
        addLevel(levels, {dims[i].block, from, to});
    }
    llvm::sort(levels, [](const auto &a, const auto &b) {
      return std::pair(-a.count, a.to) < std::pair(-b.count, b.to);
    });
    size_t described = std::min<size_t>(levels.size(), desc::dmaRank - 1);
    plan.inner.assign(levels.begin(), levels.begin() + described);
    plan.outer.assign(levels.begin() + described, levels.end());
  }

  bool fitsFields(ArrayRef<StagedCopy::Level> levels) const {
    auto isStride = [&](int64_t elements) {
      return llvm::isIntN(std::min({field::s1.bits, field::s2.bits,
                                    field::d1.bits, field::d2.bits}),
                          elements * elementBytes);
    };
    return llvm::all_of(levels, [&](const StagedCopy::Level &level) {
      return level.count <= kMaxRows && isStride(level.from) &&
             isStride(level.to);
    });
  }

  std::optional<StagedCopy> getPlan() const {
    StagedCopy plan;
    std::optional<StagedCopy::Side> source = getSide(&CopyDim::source),
                                    target = getSide(&CopyDim::target);
    if (!source || !target)
      return std::nullopt;
    plan.dims = dims;
    plan.source = *source;
    plan.target = *target;
    setTransfers(plan);
    // Two buffers of each side, beside tensors that are kept.
    int64_t bytes = 2 * (source->size + target->size) * elementBytes;
    if (bytes > getScratchpadCapacity(variant) / 2 ||
        plan.transfers() > kMaxTransfers || !fitsFields(plan.inner) ||
        !fitsFields(source->rows) || !fitsFields(target->rows))
      return std::nullopt;
    plan.predicted = CopyCost(elementBytes, variant, cores).getStaged(plan);
    return plan;
  }

  static SmallVector<int64_t> getDivisors(int64_t extent) {
    SmallVector<int64_t> small, large;
    for (int64_t i = 1; i * i <= extent; ++i)
      if (extent % i == 0) {
        small.push_back(i);
        if (i * i != extent)
          large.push_back(extent / i);
      }
    llvm::append_range(small, llvm::reverse(large));
    return small;
  }

  /// Tries the blocks of dimension `first` and of all those within it.
  void consider(size_t first, std::optional<StagedCopy> &best) {
    for (auto [i, dim] : llvm::enumerate(dims))
      dim.block = i > first ? dim.extent : 1;
    for (int64_t count : getDivisors(dims[first].extent)) {
      dims[first].block = dims[first].extent / count;
      for (bool repeats : {false, true}) {
        repeatsRows = repeats;
        std::optional<StagedCopy> plan = getPlan();
        if (plan && (!best || plan->predicted < best->predicted))
          best = std::move(plan);
      }
    }
  }
};

} // namespace

/// Returns whether a block can be rearranged: all elements of the target are
/// different, and none of the source is padding. Rows of a line or more that
/// both sides have are transferred as they are.
static bool isEligible(ArrayRef<CopyDim> dims, int64_t elementBytes,
                       const desc::VariantInfo &variant) {
  return variant.dma && variant.parameters.dramBytes &&
         dims.back().extent * elementBytes < int64_t(variant.dma->lineBytes) &&
         llvm::all_of(
             dims,
             [](const CopyDim &dim) {
               return !dim.isPadded() && dim.target > 0;
             });
}

std::optional<StagedCopy>
matrix::planStagedCopy(ArrayRef<CopyDim> dims, int64_t elementBytes,
                       const desc::VariantInfo &variant, int64_t cores) {
  if (!isEligible(dims, elementBytes, variant))
    return std::nullopt;
  Planner planner{SmallVector<CopyDim>(dims), elementBytes, variant, cores};
  std::optional<StagedCopy> best;
  for (size_t first = 0; first < dims.size(); ++first)
    planner.consider(first, best);
  if (!best ||
      best->predicted >= CopyCost(elementBytes, variant, cores).getDirect(dims))
    return std::nullopt;
  return best;
}

std::optional<double>
matrix::predictStagedMove(linalg::GenericOp op,
                          const desc::VariantInfo &variant, int64_t cores) {
  std::optional<SmallVector<CopyDim>> dims = getMoveDims(op);
  if (!dims || isDisabled(op, Technique::StagedCopies))
    return std::nullopt;
  Type type = getElementTypeOrSelf(op.getResult(0));
  if (!isCopyableElement(type))
    return std::nullopt;
  std::optional<StagedCopy> plan = planStagedCopy(
      *dims, llvm::divideCeil(type.getIntOrFloatBitWidth(), 8), variant, cores);
  return plan ? std::optional(plan->predicted) : std::nullopt;
}
