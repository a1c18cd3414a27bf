//===- GatheredDepth.cpp - convolutions with few channels -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the depth k of C channels and the loop r over R rows of a window into
// one depth of R * C, whose index is r * C + c. The filter is contiguous in
// both, if its order permits, and needs one dimension only. The image has no
// common stride for them: its operand records both dimensions and the radix C,
// by which the transposition divides the index (delinearization). Merging is
// worth its transposition if it halves the tiles of depth: 2 * ceil(R * C / T)
// <= R * ceil(C / T), with T elements in a row of a tile.
//
//===----------------------------------------------------------------------===//

#include "GatheredDepth.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

Value matrix::clearColumns(ImplicitLocOpBuilder &builder, Value tile,
                           Value valid) {
  auto type = cast<VectorType>(tile.getType());
  Value rows = arith::ConstantIndexOp::create(builder, type.getDimSize(0));
  Value mask = vector::CreateMaskOp::create(
      builder, type.clone(builder.getI1Type()), ValueRange{rows, valid});
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  return arith::SelectOp::create(builder, mask, tile, zero);
}

static bool hasInstructions(Type element, const desc::VariantInfo &variant,
                            int64_t valid) {
  if (!hasLoad(LoadKind::Transposed, element, variant))
    return false;
  return runTrialSelection(
             element.getContext(), variant, Fusion::AroundReduction,
             [&](ImplicitLocOpBuilder &b, function_ref<Value(Type)> argument) {
               Value tile = argument(getTileType(element, variant));
               Value columns = arith::ConstantIndexOp::create(b, valid);
               return SmallVector<Value>{clearColumns(b, tile, columns)};
             })
      .isComplete;
}

namespace {

/// Dimensions of the tensors of both operands.
struct Gathering {
  unsigned image, filter; // inputs
  int window;             // the loop that is gathered beside the depth
  unsigned imageDepth, imageWindow, filterDepth, filterWindow;
};

} // namespace

static bool isUsed(const TensorDim &dim, int loop) {
  return dim.factors[loop] != 0;
}

/// Returns the dimension that the loop indexes, if there is one only; with
/// `others`, in addition to that many other loops.
static std::optional<unsigned> findDim(const StridedOperand &operand, int loop,
                                       int64_t others) {
  std::optional<unsigned> found;
  for (auto [t, dim] : llvm::enumerate(operand.tensorDims)) {
    if (!isUsed(dim, loop))
      continue;
    int64_t loops =
        int64_t(dim.factors.size()) - llvm::count(dim.factors, int64_t(0));
    if (found || dim.factors[loop] != 1 || loops != 1 + others)
      return std::nullopt;
    found = t;
  }
  return found;
}

/// Returns whether the loop goes over the whole dimension.
static bool isWhole(const FusionGroup &group, const TensorDim &dim, int loop) {
  return dim.offset == 0 && dim.size == group.dims[loop].extent;
}

static bool savesProducts(const FusionGroup &group, int window,
                          const StridedOperand &image,
                          const desc::VariantInfo &variant) {
  constexpr int64_t kMinFactor = 2;
  int64_t tile =
      variant.tileColumns(image.getElementType().getIntOrFloatBitWidth());
  int64_t channels = group.dims[group.k].extent,
          rows = group.dims[window].extent;
  return kMinFactor * int64_t(llvm::divideCeil(channels * rows, tile)) <=
         rows * int64_t(llvm::divideCeil(channels, tile));
}

static std::optional<Gathering> match(const FusionGroup &group, unsigned image,
                                      unsigned filter, int window) {
  const StridedOperand &a = group.inputs[image], &b = group.inputs[filter];
  std::optional<unsigned> imageDepth = findDim(a, group.k, 0),
                          imageWindow = findDim(a, window, 1),
                          filterDepth = findDim(b, group.k, 0),
                          filterWindow = findDim(b, window, 0);
  if (!imageDepth || !imageWindow || !filterDepth || !filterWindow)
    return std::nullopt;
  unsigned last = a.tensorDims.size() - 1;
  bool isInner = *imageDepth < last && *imageWindow < last;
  if (!isInner || a.tensorDims.back().stride != 1 ||
      !isWhole(group, a.tensorDims[*imageDepth], group.k) ||
      !isWhole(group, b.tensorDims[*filterDepth], group.k) ||
      !isWhole(group, b.tensorDims[*filterWindow], window))
    return std::nullopt;
  return Gathering{image,        filter,       window,       *imageDepth,
                   *imageWindow, *filterDepth, *filterWindow};
}

static std::optional<Gathering> find(const FusionGroup &group,
                                     const desc::VariantInfo &variant) {
  for (auto [d, dim] : llvm::enumerate(group.dims)) {
    if (!dim.reduction || int(d) == group.k || dim.extent == 1)
      continue;
    for (auto [image, filter] :
         {std::pair(group.lhs, group.rhs), std::pair(group.rhs, group.lhs)}) {
      std::optional<Gathering> found = match(group, image, filter, int(d));
      const StridedOperand &operand = group.inputs[image];
      if (found && savesProducts(group, int(d), operand, variant) &&
          hasInstructions(operand.getElementType(), variant, 1))
        return found;
    }
  }
  return std::nullopt;
}

std::optional<FilterOrder>
matrix::getFilterOrder(const FusionGroup &group,
                       const desc::VariantInfo &variant) {
  std::optional<Gathering> found = find(group, variant);
  if (!found)
    return std::nullopt;
  const StridedOperand &filter = group.inputs[found->filter];
  int rows = group.lhs == found->filter ? group.m : group.n;
  std::optional<unsigned> last = findDim(filter, rows, 0);
  if (!last)
    return std::nullopt;
  FilterOrder result{found->filter, {}};
  for (unsigned t = 0; t < filter.tensorDims.size(); ++t)
    if (t != found->filterDepth && t != found->filterWindow && t != *last)
      result.order.push_back(t);
  result.order.append({found->filterWindow, found->filterDepth, *last});
  return result;
}

bool matrix::gatherDepth(FusionGroup &group, const desc::VariantInfo &variant) {
  std::optional<Gathering> found = find(group, variant);
  if (!found)
    return false;
  StridedInput &image = group.inputs[found->image],
               &filter = group.inputs[found->filter];
  int64_t channels = group.dims[group.k].extent;
  TensorDim &depth = filter.tensorDims[found->filterDepth];
  if (filter.tensorDims[found->filterWindow].stride != channels * depth.stride)
    return false;
  depth.size *= group.dims[found->window].extent;
  filter.tensorDims.erase(filter.tensorDims.begin() + found->filterWindow);
  filter.strides[found->window] = image.strides[found->window] = 0;
  image.tensorDims[found->imageDepth].factors[group.k] = 0;
  image.tensorDims[found->imageWindow].factors[found->window] = 0;
  image.gathered = {int16_t(group.k), uint16_t(found->imageDepth),
                    uint16_t(found->imageWindow), uint16_t(channels)};
  group.dims[group.k].extent *= group.dims[found->window].extent;
  group.dims[found->window].extent = 1;
  return true;
}
