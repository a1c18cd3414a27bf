//===- GroupChain.cpp - chains of fusion groups ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects the values of the groups of a chain and chooses its blocks.
//
//===----------------------------------------------------------------------===//

#include "GroupChain.h"
#include "BlockSizes.h"
#include "ChainDimensions.h"
#include "DimensionRoles.h"
#include "PlanAttributes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

Value matrix::skipReshapes(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

namespace {

class ChainBuilder {
public:
  ChainBuilder(ArrayRef<ChainMember> members, const desc::VariantInfo &variant,
               int64_t cores, MatchFailureRecorder &failures)
      : members(members), variant(variant), cores(cores), failures(failures) {}

  Diagnostic &fail() {
    return failures.notifyMatchFailure(members.front().root);
  }

  FailureOr<GroupChain> build(int64_t rowBlock) {
    for (const ChainMember &member : members) {
      FailureOr<FusionGroup> group =
          getFusionGroup(member.root, member.epilogue, failures);
      if (failed(group))
        return failure();
      chain.stages.push_back({std::move(*group), {}, {}, {}});
      operations.insert(member.root);
      if (member.epilogue)
        operations.insert(member.epilogue);
    }
    if (failed(findPosition()) ||
        failed(unifyDimensions(chain.stages, failures)) || failed(connect()))
      return failure();
    setBoundary();
    if (failed(chooseBlocks(rowBlock)))
      return failure();
    return std::move(chain);
  }

private:
  LogicalResult findPosition() {
    chain.position = members.front().root;
    for (Operation *op : operations) {
      if (op->getBlock() != chain.position->getBlock())
        return fail() << "groups are in different blocks";
      if (chain.position->isBeforeInBlock(op))
        chain.position = op;
    }
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  struct Produced {
    ChainValue place;
    const StridedOperand *operand;
  };

  LogicalResult connect() {
    for (ChainStage &stage : chain.stages) {
      FusionGroup &group = stage.group;
      for (StridedInput &input : group.inputs)
        if (failed(addLoad(stage, input)))
          return failure();
      for (StridedInput &input : group.epilogueInputs)
        if (failed(addLoad(stage, input)))
          return failure();
      if (group.init && failed(addLoad(stage, *group.init)))
        return failure();
      for (StridedOperand &output : group.outputs)
        if (failed(addResult(stage, output)))
          return failure();
    }
    if (chain.boundary.outputs.empty())
      return fail() << "no result is used";
    return success();
  }

  LogicalResult addLoad(ChainStage &stage, StridedOperand &operand) {
    auto producer = produced.find(skipReshapes(operand.tensor));
    if (producer == produced.end()) {
      stage.loads.push_back({ChainValue::Input, addInput(operand)});
      return success();
    }
    const StridedOperand &source = *producer->second.operand;
    if (source.strides != operand.strides || source.offset != operand.offset)
      return fail() << "a group reads a value of the chain in another order";
    operand.isKept = true;
    stage.loads.push_back(producer->second.place);
    return success();
  }

  /// Equal loads are shared.
  unsigned addInput(const StridedOperand &operand) {
    SmallVector<StridedInput> &inputs = chain.boundary.inputs;
    auto known = llvm::find_if(inputs, [&](const StridedInput &input) {
      return input.tensor == operand.tensor &&
             input.strides == operand.strides && input.offset == operand.offset;
    });
    if (known == inputs.end()) {
      inputs.push_back({operand, BlockArgument()});
      return inputs.size() - 1;
    }
    return known - inputs.begin();
  }

  LogicalResult addResult(ChainStage &stage, StridedOperand &output) {
    FailureOr<bool> isStored = isUsedOutside(output.tensor);
    if (failed(isStored))
      return failure();
    ChainValue place = {ChainValue::Kept, chain.numKept};
    if (*isStored) {
      place = {ChainValue::Output, unsigned(chain.boundary.outputs.size())};
      chain.boundary.outputs.push_back(output);
    } else {
      ++chain.numKept;
    }
    stage.results.push_back(place);
    produced[output.tensor] = {place, &output};
    return success();
  }

  /// Fails if a user outside of the chain precedes its end.
  FailureOr<bool> isUsedOutside(Value value) {
    bool isOutside = false;
    for (Operation *user : value.getUsers()) {
      if (operations.contains(user))
        continue;
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user)) {
        FailureOr<bool> beyond = isUsedOutside(user->getResult(0));
        if (failed(beyond))
          return failure();
        if (!*beyond) {
          chain.reshapes.push_back(user);
          continue;
        }
      }
      Operation *ancestor =
          chain.position->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || !chain.position->isBeforeInBlock(ancestor))
        return fail() << "an operation between the groups uses a result";
      isOutside = true;
    }
    return isOutside;
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  void setBoundary() {
    FusionGroup &boundary = chain.boundary;
    boundary.kind = FusionGroupKind::Elementwise;
    boundary.root = members.front().root;
    boundary.dims = chain.stages.front().group.dims;
    for (LoopDim &dim : boundary.dims)
      dim.reduction = false;
  }

  void assignRoles() {
    BlockPlan &plan = chain.plan;
    plan.cols = chain.boundary.dims.size() - 1;
    for (int dim = 0; dim < plan.cols; ++dim) {
      plan.distributedDims.push_back(dim);
      if (plan.rows < 0 || chain.boundary.dims[dim].extent >=
                               chain.boundary.dims[plan.rows].extent)
        plan.rows = dim;
    }
    plan.sequentialDims = {plan.cols};
    for (const ChainStage &stage : chain.stages)
      plan.columnBlocks =
          std::max(plan.columnBlocks, countColumnBlocks(stage.group));
  }

  void setBlocks(int64_t rows) {
    BlockPlan &plan = chain.plan;
    const SmallVector<LoopDim> &dims = chain.boundary.dims;
    plan.block.assign(dims.size(), 1);
    plan.block[plan.rows] = rows;
    plan.block[plan.cols] = llvm::alignTo(
        dims[plan.cols].extent, variant.tileColumns(32) * plan.columnBlocks);
    plan.count.clear();
    for (auto [dim, block] : llvm::zip_equal(dims, plan.block))
      plan.count.push_back(llvm::divideCeil(dim.extent, block));
    plan.chooseBuffers(chain.boundary, cores);
    plan.chooseMulticasts(chain.boundary, variant);
  }

  int64_t footprint() const {
    BlockSizes sizes(chain.boundary, chain.plan, variant);
    int64_t bytes = sizes.footprint();
    for (const ChainStage &stage : chain.stages)
      for (auto [place, output] :
           llvm::zip_equal(stage.results, stage.group.outputs))
        if (place.kind == ChainValue::Kept)
          bytes += sizes.bufferBytes(output, chain.plan.rows, chain.plan.cols);
    return bytes;
  }

  /// Returns the cycles in which DRAM transfers a block.
  int64_t transferCycles() const {
    const FusionGroup &boundary = chain.boundary;
    int64_t bits = 0;
    auto add = [&](const StridedOperand &operand) {
      if (operand.dependsOn(chain.plan.rows))
        bits += operand.getElementType().getIntOrFloatBitWidth() *
                (operand.dependsOn(chain.plan.cols)
                     ? boundary.dims[chain.plan.cols].extent
                     : 1);
    };
    for (const StridedInput &input : boundary.inputs)
      add(input);
    for (const StridedOperand &output : boundary.outputs)
      add(output);
    return bits / 8 * chain.plan.block[chain.plan.rows] /
           std::max<int64_t>(1, variant.parameters.dramBytes.value_or(1));
  }

  /// Takes the smallest block that is transferred in a multiple of the latency
  /// of DRAM, if there is one for each core.
  LogicalResult chooseBlocks(int64_t rowBlock) {
    constexpr int64_t kLatencies = 4;
    assignRoles();
    int64_t tile = variant.tileRows;
    int64_t extent = chain.boundary.dims[chain.plan.rows].extent;
    if (chain.boundary.dims[chain.plan.cols].extent <
        variant.tileColumns(32) * chain.plan.columnBlocks)
      return fail() << "columns do not fill a tile";
    int64_t capacity = getScratchpadCapacity(variant);
    setBlocks(rowBlock ? rowBlock : tile);
    if (footprint() > capacity)
      return fail() << "a block of rows needs " << footprint()
                    << " bytes of scratchpad, of " << capacity;
    int64_t latency = variant.parameters.dramLatency.value_or(0);
    while (!rowBlock && transferCycles() < kLatencies * latency) {
      int64_t next = chain.plan.block[chain.plan.rows] + tile;
      BlockPlan before = chain.plan;
      setBlocks(next);
      if (next < extent + tile && footprint() <= capacity &&
          chain.plan.numWorkItems() >= 2 * cores)
        continue;
      chain.plan = before;
      break;
    }
    setStagePlans();
    return success();
  }

  void setStagePlans() {
    for (ChainStage &stage : chain.stages) {
      stage.plan = chain.plan;
      stage.plan.columnBlocks = countColumnBlocks(stage.group);
      bool hasColumns = llvm::any_of(stage.group.outputs,
                                     [&](const StridedOperand &output) {
                                       return output.dependsOn(chain.plan.cols);
                                     }) ||
                        stage.group.kind == FusionGroupKind::Reduction;
      if (!hasColumns)
        stage.plan.cols = -1;
    }
  }

  ArrayRef<ChainMember> members;
  const desc::VariantInfo &variant;
  int64_t cores;
  MatchFailureRecorder &failures;
  GroupChain chain;
  llvm::DenseMap<Value, Produced> produced;
  llvm::SmallPtrSet<Operation *, 16> operations;
};

} // namespace

FailureOr<GroupChain> matrix::formGroupChain(ArrayRef<ChainMember> members,
                                             const desc::VariantInfo &variant,
                                             int64_t cores, int64_t rowBlock,
                                             MatchFailureRecorder &failures) {
  return ChainBuilder(members, variant, cores, failures).build(rowBlock);
}

int64_t matrix::getChainNumber(Operation *op) {
  auto number = op->getAttrOfType<IntegerAttr>(kChainAttrName);
  return number ? number.getInt() : 0;
}

PlanAttr matrix::getChainPlanAttr(const GroupChain &chain, unsigned index,
                                  int64_t cores) {
  const ChainStage &stage = chain.stages[index];
  MLIRContext *context = stage.group.root->getContext();
  SmallVector<ValueAttr> values;
  auto add = [&](ValueRole role, const ChainValue &value) {
    bool isKept = value.kind == ChainValue::Kept;
    int64_t buffers = value.kind == ChainValue::Input
                          ? chain.plan.loadBuffers[value.index]
                      : isKept ? 1
                               : chain.plan.storeBuffers;
    values.push_back(
        ValueAttr::get(context, role, ValuePlace::Scratchpad, buffers, 1));
  };
  unsigned next = 0;
  for (const LoadedOperand &load : getLoadedOperands(stage.group, stage.plan))
    add(load.role, stage.loads[next++]);
  if (stage.group.kind != FusionGroupKind::Elementwise)
    values.push_back(ValueAttr::get(context, ValueRole::Accumulators,
                                    ValuePlace::Registers, 1, 1));
  for (const ChainValue &result : stage.results)
    add(ValueRole::Result, result);
  return PlanAttr::get(context, cores, getLoopAttrs(stage.group, chain.plan),
                       {}, values, CostAttr());
}
