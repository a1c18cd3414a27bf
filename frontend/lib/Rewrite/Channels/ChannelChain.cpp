//===- ChannelChain.cpp - operations that channels divide -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the channels from the last operation, which sums over them, through
// its operands to the operations that compute them. The channels must be one
// dimension of each value on the way.
//
//===----------------------------------------------------------------------===//

#include "ChannelChain.h"
#include "Access/OperationRates.h"
#include "Access/Padding/Padding.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

int matrix::findChannelDim(AffineMap map, unsigned loop) {
  int found = -1;
  for (auto [i, index] : llvm::enumerate(map.getResults())) {
    if (!index.isFunctionOfDim(loop))
      continue;
    if (found != -1 || !isa<AffineDimExpr>(index))
      return -2;
    found = int(i);
  }
  return found;
}

int64_t ChannelChain::countBytes(Value value, int64_t number) const {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() / channels * number *
         type.getElementTypeBitWidth() / 8;
}

namespace {

class ChainFinder {
public:
  explicit ChainFinder(linalg::GenericOp last) { chain.last = last; }

  std::optional<ChannelChain> find() {
    linalg::GenericOp last = chain.last;
    SmallVector<unsigned> loops;
    last.getReductionDims(loops);
    if (loops.size() != 1 || !isDivisible(last) || !accumulates(last))
      return std::nullopt;
    chain.loop = loops.front();
    chain.channels = last.getStaticLoopRanges()[chain.loop];
    for (OpOperand *input : last.getDpsInputOperands())
      if (!follow(*input, chain.loop))
        return std::nullopt;
    for (OpOperand *input : last.getDpsInputOperands())
      addStored(input->get());
    if (chain.stored.empty() || !hasOneUser())
      return std::nullopt;
    return std::move(chain);
  }

private:
  static bool isDivisible(linalg::GenericOp op) {
    return op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
           !op.hasDynamicShape() &&
           op.getBody()->getOps<linalg::IndexOp>().empty();
  }

  /// Sums that are rounded when they are stored cannot be divided.
  static bool accumulates(linalg::GenericOp op) {
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    return type.getElementType().isIntOrFloat() &&
           type.getElementTypeBitWidth() == 32;
  }

  /// Follows the channels of an operand. Returns false if they are no
  /// dimension of it.
  bool follow(OpOperand &operand, unsigned loop) {
    auto op = cast<linalg::GenericOp>(operand.getOwner());
    int dim = findChannelDim(op.getMatchingIndexingMap(&operand), loop);
    return dim == -1 || (dim >= 0 && add(operand.get(), dim));
  }

  /// Adds the operation that computes a value. What others compute is sliced.
  bool add(Value value, unsigned dim) {
    if (auto known = chain.values.find(value); known != chain.values.end())
      return known->second == dim;
    if (cast<RankedTensorType>(value.getType()).getRank() < 2)
      return true;
    if (auto pad = value.getDefiningOp<tensor::PadOp>())
      return addPadding(pad, dim);
    if (auto empty = value.getDefiningOp<tensor::EmptyOp>()) {
      chain.values.insert({value, dim});
      return empty.getType().hasStaticShape();
    }
    auto op = value.getDefiningOp<linalg::GenericOp>();
    return !op || addGeneric(op, dim);
  }

  bool addPadding(tensor::PadOp pad, unsigned dim) {
    if (!getPadding(pad.getResult()) || pad.getStaticLow()[dim] != 0 ||
        pad.getStaticHigh()[dim] != 0)
      return false;
    chain.values.insert({pad.getResult(), dim});
    return add(pad.getSource(), dim) && chain.values.contains(pad.getSource());
  }

  bool addGeneric(linalg::GenericOp op, unsigned dim) {
    if (!isDivisible(op))
      return false;
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    auto channel = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (!channel || !map.isProjectedPermutation() ||
        findChannelDim(map, channel.getPosition()) != int(dim))
      return false;
    chain.values.insert({op.getResult(0), dim});
    for (OpOperand &operand : op->getOpOperands())
      if (!follow(operand, channel.getPosition()))
        return false;
    for (OpOperand *input : op.getDpsInputOperands())
      if (op.getNumReductionLoops() > 0)
        addStored(input->get());
    return true;
  }

  void addStored(Value value) {
    if (auto pad = value.getDefiningOp<tensor::PadOp>())
      value = pad.getSource();
    if (chain.values.contains(value) && computes(value))
      chain.stored.insert(value);
  }

  /// Whether the value is more than a constant.
  static bool computes(Value value) {
    auto op = value.getDefiningOp<linalg::GenericOp>();
    return op && op.getNumDpsInputs() > 0;
  }

  bool hasOneUser() const {
    return llvm::all_of(chain.values, [&](const auto &entry) {
      bool isConstant = !computes(entry.first) &&
                        !entry.first.template getDefiningOp<tensor::PadOp>();
      return isConstant ||
             llvm::all_of(entry.first.getUsers(), [&](Operation *user) {
               return user == chain.last ||
                      (user->getNumResults() == 1 &&
                       chain.values.contains(user->getResult(0)));
             });
    });
  }

  ChannelChain chain;
};

} // namespace

std::optional<ChannelChain> matrix::findChannelChain(linalg::GenericOp last) {
  return ChainFinder(last).find();
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

/// Returns whether each of two inputs has a loop of its own.
static bool multipliesMatrices(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2)
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool ofFirst = false, ofSecond = false;
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  for (unsigned loop : parallel) {
    ofFirst |= maps[0].isFunctionOfDim(loop) && !maps[1].isFunctionOfDim(loop);
    ofSecond |= maps[1].isFunctionOfDim(loop) && !maps[0].isFunctionOfDim(loop);
  }
  return ofFirst && ofSecond;
}

/// Returns the cycles of an operation on one core.
static double estimate(linalg::GenericOp op, const desc::VariantInfo &variant) {
  double points = 1, bytes = double(variant.tileBytes());
  for (int64_t extent : op.getStaticLoopRanges())
    points *= double(extent);
  double tiles = points * 4 / bytes;
  if (multipliesMatrices(op))
    return tiles * double(variant.parameters.mmaCyclesPerRow.value_or(1));
  if (op.getNumReductionLoops() > 0) // multiply-adds of elements
    return tiles * bytes / double(variant.parameters.ewBytes.value_or(1));
  return tiles * getTileCycles(*op.getBody(), variant);
}

ChannelCost matrix::estimateChannels(const ChannelChain &chain,
                                     const desc::VariantInfo &variant,
                                     int64_t cores) {
  ChannelCost cost;
  for (Value value : chain.stored)
    cost.dram += 2.0 * double(chain.countBytes(value, chain.channels)) /
                 double(variant.parameters.dramBytes.value_or(1));
  cost.compute = estimate(chain.last, variant);
  for (auto [value, dim] : chain.values)
    if (auto op = value.getDefiningOp<linalg::GenericOp>())
      if (op.getNumDpsInputs() > 0)
        cost.compute += estimate(op, variant);
  cost.compute /= double(cores);
  return cost;
}
