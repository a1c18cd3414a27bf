//===- SplitChannels.cpp - some channels after the others -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-split-channels. Tensors that are larger than a scratchpad are
// computed in parts that are not, if DRAM would take longer to transfer them
// than the cores to compute them. Allocation keeps the parts in scratchpads
// (KeptTensors.h).
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "ChannelChain.h"
#include "Fusion/FusionGroupFunction.h"
#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSPLITCHANNELSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {

/// Clones the operations of a chain for a part of the channels.
class PartBuilder {
public:
  PartBuilder(ImplicitLocOpBuilder &builder, const ChannelChain &chain,
              int64_t offset, int64_t number, int64_t keptBytes)
      : b(builder), chain(chain), offset(offset), number(number),
        keptBytes(keptBytes) {}

  /// Returns the last operation, which adds to `sum`.
  Value build(Value sum) {
    linalg::GenericOp last = chain.last;
    SmallVector<Value> operands;
    for (OpOperand *input : last.getDpsInputOperands())
      operands.push_back(getOperand(*input, chain.loop));
    operands.push_back(sum);
    return cloneWith(last, sum.getType(), operands);
  }

private:
  Value getOperand(OpOperand &operand, unsigned loop) {
    auto op = cast<linalg::GenericOp>(operand.getOwner());
    int dim = findChannelDim(op.getMatchingIndexingMap(&operand), loop);
    return dim < 0 ? operand.get() : get(operand.get(), dim);
  }

  /// Returns the part of a value, which is computed or sliced once.
  Value get(Value value, unsigned dim) {
    auto [known, isNew] = parts.try_emplace({value, dim});
    if (!isNew)
      return known->second;
    Value part =
        chain.values.contains(value) ? compute(value, dim) : slice(value, dim);
    return parts[{value, dim}] = part;
  }

  RankedTensorType getPartType(Value value, unsigned dim) const {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = number;
    return type.clone(shape);
  }

  Value slice(Value value, unsigned dim) {
    RankedTensorType type = getPartType(value, dim);
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    offsets[dim] = b.getIndexAttr(offset);
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    return tensor::ExtractSliceOp::create(
        b, type, value, offsets,
        getAsIndexOpFoldResult(b.getContext(), type.getShape()), strides);
  }

  Value compute(Value value, unsigned dim) {
    RankedTensorType type = getPartType(value, dim);
    Operation *op = value.getDefiningOp();
    if (isa<tensor::EmptyOp>(op))
      return tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return cloneWith(pad, type, get(pad.getSource(), dim));
    auto generic = cast<linalg::GenericOp>(op);
    AffineMap map =
        generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
    SmallVector<Value> operands;
    for (OpOperand &operand : generic->getOpOperands())
      operands.push_back(getOperand(operand, map.getDimPosition(dim)));
    return cloneWith(generic, type, operands);
  }

  Value cloneWith(Operation *op, Type type, ValueRange operands) {
    IRMapping mapping;
    Operation *copy = b.clone(*op, mapping);
    copy->setOperands(operands);
    copy->getResult(0).setType(type);
    if (isa<linalg::GenericOp>(op))
      copy->setAttr(kKeptBytesAttrName, b.getI64IntegerAttr(keptBytes));
    return copy->getResult(0);
  }

  ImplicitLocOpBuilder &b;
  const ChannelChain &chain;
  int64_t offset, number, keptBytes;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> parts;
};

} // namespace

static void split(const ChannelChain &chain, int64_t number,
                  int64_t keptBytes) {
  linalg::GenericOp last = chain.last;
  ImplicitLocOpBuilder builder(last.getLoc(), last);
  Value sum = last.getDpsInits()[0];
  for (int64_t offset = 0; offset < chain.channels; offset += number)
    sum = PartBuilder(builder, chain, offset,
                      std::min(number, chain.channels - offset), keptBytes)
              .build(sum);
  last.getResult(0).replaceAllUsesWith(sum);
  last.erase();
  // Users precede the operations they use.
  for (auto [value, dim] : chain.values)
    if (value.use_empty())
      value.getDefiningOp()->erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct SplitChannels
    : matrix::impl::MatrixSplitChannelsPassBase<SplitChannels> {
  using MatrixSplitChannelsPassBase::MatrixSplitChannelsPassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (hasRowInstructions(variant) || !variant.dma ||
        isDisabled(getOperation(), Technique::KeptTensors))
      return;
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    isInlined = ops.size() <= kMaxInlined;
    for (linalg::GenericOp op : ops)
      if (std::optional<ChannelChain> chain = findChannelChain(op))
        consider(*chain, variant);
  }

private:
  /// The rest of a scratchpad is for buffers of launches.
  static int64_t getRoom(const desc::VariantInfo &variant) {
    return getScratchpadCapacity(variant) * 7 / 8;
  }

  /// Buffers of consecutive launches that are inlined are at both ends.
  int64_t getKeptBytes(int64_t part, const desc::VariantInfo &variant) const {
    return isInlined ? (getScratchpadCapacity(variant) + part) / 2 : part;
  }

  static int64_t findLargest(const ChannelChain &chain, int64_t number) {
    int64_t bytes = 0;
    for (Value value : chain.stored)
      bytes = std::max(bytes, chain.countBytes(value, number));
    return bytes;
  }

  /// Parts have whole tiles of channels, and equal numbers if possible.
  static int64_t choosePart(const ChannelChain &chain, int64_t room,
                            const desc::VariantInfo &variant) {
    int64_t tile = variant.tileRows;
    int64_t tiles = llvm::divideCeil(chain.channels, tile);
    for (int64_t parts = 2; parts <= tiles; ++parts) {
      int64_t number = llvm::divideCeil(tiles, parts) * tile;
      if (findLargest(chain, number) <= room)
        return number;
    }
    return 0;
  }

  void consider(const ChannelChain &chain, const desc::VariantInfo &variant) {
    int64_t used = cores > 0 ? int64_t(cores) : int64_t(variant.cores);
    int64_t room = getRoom(variant);
    if (findLargest(chain, chain.channels) <= room)
      return;
    int64_t number = choosePart(chain, room, variant);
    if (number == 0)
      return;
    int64_t parts = llvm::divideCeil(chain.channels, number);
    int64_t live = 0;
    for (Value value : chain.stored)
      live += chain.countBytes(value, number);
    ChannelCost cost = estimateChannels(chain, variant, used);
    // Each launch has latencies of its first loads and last stores.
    constexpr double kLatencies = 8;
    double launches = double(parts) * double(chain.stored.size() + 1) *
                      kLatencies *
                      double(variant.parameters.dramLatency.value_or(0));
    if (live > used * room || cost.dram <= cost.compute + launches)
      return;
    if (explain)
      chain.last->emitRemark("computed in ")
          << parts << " parts of " << number << " of " << chain.channels
          << " channels, whose tensors stay in scratchpads: DRAM would take "
          << int64_t(cost.dram) << " cycles, computation "
          << int64_t(cost.compute) << ", more launches " << int64_t(launches);
    split(chain, number, getKeptBytes(findLargest(chain, number), variant));
    ++numSplit;
  }

  bool isInlined = false;
};

} // namespace
