//===- LaunchGroupChain.cpp - launches of chains of groups ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the launch after the last operation of the chain, where all of its
// operands are defined. The key of a chain is the sequence of the keys of its
// groups, with the places of their values. Destinations that the chain computes
// itself are replaced by new tensors, since they do not exist outside of it.
//
//===----------------------------------------------------------------------===//

#include "LaunchGroupChain.h"
#include "FusionGroupFunction.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

std::optional<FusionGroupKey>
matrix::getGroupChainKey(const GroupChain &chain) {
  FusionGroupKey result = {-1, chain.plan.blockOf(chain.plan.rows)};
  for (const ChainStage &stage : chain.stages) {
    std::optional<FusionGroupKey> key =
        getFusionGroupKey(stage.group.root, stage.group.epilogue);
    if (!key)
      return std::nullopt;
    result.push_back(key->size());
    result.insert(result.end(), key->begin(), key->end());
    for (ArrayRef<ChainValue> values :
         {ArrayRef(stage.loads), ArrayRef(stage.results)})
      for (const ChainValue &value : values)
        result.insert(result.end(), {value.kind, value.index});
  }
  return result;
}

/// Returns the tensor that receives a result. One that the chain computes does
/// not exist outside of it.
static Value getChainDestination(ImplicitLocOpBuilder &builder,
                                 const GroupChain &chain, Value init) {
  auto isWithin = [&](const ChainStage &stage) {
    return stage.group.last() == skipReshapes(init).getDefiningOp();
  };
  if (llvm::none_of(chain.stages, isWithin))
    return getDestination(builder, init);
  auto type = cast<RankedTensorType>(init.getType());
  return tensor::EmptyOp::create(builder, type.getShape(),
                                 type.getElementType());
}

void matrix::launchGroupChain(const GroupChain &chain, func::FuncOp function,
                              ArrayRef<int64_t> elementwise) {
  ImplicitLocOpBuilder builder(linalg::GenericOp(chain.boundary.root).getLoc(),
                               chain.position->getContext());
  builder.setInsertionPointAfter(chain.position);
  SmallVector<Value> inputs, outputs;
  SmallVector<Type> types;
  for (const StridedInput &input : chain.boundary.inputs)
    inputs.push_back(input.tensor);
  for (const StridedOperand &output : chain.boundary.outputs) {
    auto result = cast<OpResult>(output.tensor);
    auto op = cast<linalg::GenericOp>(result.getOwner());
    Value init = op.getDpsInitOperand(result.getResultNumber())->get();
    outputs.push_back(getChainDestination(builder, chain, init));
    types.push_back(result.getType());
  }
  auto launch = LaunchOp::create(builder, types, function.getSymName(), inputs,
                                 outputs, elementwise, /*allCores=*/true);
  for (auto [output, result] :
       llvm::zip_equal(chain.boundary.outputs, launch.getResults()))
    Value(output.tensor).replaceAllUsesWith(result);
}

SmallVector<Operation *> matrix::getGroupChainOps(const GroupChain &chain) {
  SmallVector<Operation *> ops(chain.reshapes);
  for (const ChainStage &stage : chain.stages)
    for (linalg::GenericOp op : {stage.group.root, stage.group.epilogue})
      if (op)
        ops.push_back(op);
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  return ops;
}
