//===- GroupChain.cpp - chains of fusion groups ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms a chain from its groups in order of their last operations: unifies
// their dimensions, assigns roles, and connects their values. A value that a
// group of the chain computes is read in the scratchpad, which requires equal
// strides; equal loads of several groups are one load. A result is stored if an
// operation outside of the chain uses it, and such users must follow the chain.
//
//===----------------------------------------------------------------------===//

#include "GroupChain.h"
#include "ChainBlocks.h"
#include "ChainDimensions.h"
#include "Plan/Groups/PlanAttributes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

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
      operations.insert(member.root);
      if (member.epilogue)
        operations.insert(member.epilogue);
    }
    if (failed(findPosition()))
      return failure();
    sortMembers();
    for (const ChainMember &member : members) {
      FailureOr<FusionGroup> group =
          getFusionGroup(member.root, member.epilogue, failures);
      if (failed(group))
        return failure();
      chain.stages.emplace_back().group = std::move(*group);
    }
    for (const ChainStage &stage : chain.stages)
      for (int dim = 0, e = stage.group.dims.size(); dim < e; ++dim)
        if (isReversed(stage.group, dim))
          return fail() << "an operand is read backwards";
    if (failed(unifyDimensions(chain.stages, failures)))
      return failure();
    setBoundary();
    if (failed(assignChainRoles(chain, failures)) || failed(connect()))
      return failure();
    if (failed(planChainBlocks(chain, variant, cores, rowBlock, failures)))
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

  /// Orders groups by their last operations: a group is computed after the
  /// groups whose results its epilogue reads, even if its root precedes them.
  void sortMembers() {
    llvm::sort(members, [](const ChainMember &a, const ChainMember &b) {
      return a.last()->isBeforeInBlock(b.last());
    });
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
      for (auto [operand, load] :
           llvm::zip_equal(getOperands(stage.group),
                           getLoadedOperands(stage.group, stage.plan)))
        if (failed(addLoad(stage, *operand, load)))
          return failure();
      for (StridedOperand &output : stage.group.outputs)
        if (failed(addResult(stage, output)))
          return failure();
    }
    if (chain.boundary.outputs.empty())
      return fail() << "no result is used";
    return success();
  }

  /// Returns the operands in the order of getLoadedOperands().
  static SmallVector<StridedOperand *> getOperands(FusionGroup &group) {
    SmallVector<StridedOperand *> operands;
    for (StridedInput &input : group.inputs)
      operands.push_back(&input);
    for (StridedInput &input : group.epilogueInputs)
      operands.push_back(&input);
    if (group.init)
      operands.push_back(&*group.init);
    return operands;
  }

  /// Returns no dimensions if they are those of the chain.
  std::optional<TileDims> getOwnTileDims(const ChainStage &stage,
                                         TileDims dims) const {
    bool isOfChain = dims == TileDims{chain.plan.rows, chain.plan.cols};
    return stage.isContraction() && !isOfChain ? std::optional(dims)
                                               : std::nullopt;
  }

  LogicalResult addLoad(ChainStage &stage, StridedOperand &operand,
                        const LoadedOperand &load) {
    auto producer = produced.find(skipReshapes(operand.tensor));
    if (producer == produced.end()) {
      StridedOperand loaded = operand;
      loaded.tileDims = getOwnTileDims(
          stage, {load.rowDim, load.colDim, load.role == ValueRole::Rhs});
      stage.loads.push_back({ChainValue::Input, addInput(loaded)});
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
             input.strides == operand.strides &&
             input.offset == operand.offset &&
             input.tileDims == operand.tileDims;
    });
    if (known == inputs.end()) {
      inputs.push_back({operand, BlockArgument()});
      return inputs.size() - 1;
    }
    // Resident values are marked reader by reader.
    if (operand.resident)
      known->resident = operand.resident;
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
      chain.boundary.outputs.back().tileDims =
          getOwnTileDims(stage, {stage.plan.rows, stage.plan.cols});
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

  void setBoundary() {
    FusionGroup &boundary = chain.boundary;
    boundary.kind = FusionGroupKind::Elementwise;
    boundary.root = members.front().root;
    boundary.dims = chain.stages.front().group.dims;
    boundary.reservedBytes = chain.stages.front().group.reservedBytes;
    for (LoopDim &dim : boundary.dims)
      dim.reduction = false;
  }

  SmallVector<ChainMember> members;
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

/// Returns the loops over the dimensions of the group. Its own one is numbered
/// after the columns.
static SmallVector<LoopAttr> getChainLoops(const ChainStage &stage) {
  SmallVector<LoopAttr> loops;
  for (LoopAttr loop : getLoopAttrs(stage.group, stage.plan)) {
    int dim = loop.getDim();
    if (dim <= stage.columns)
      loops.push_back(loop);
    else if (dim == stage.ownDim)
      loops.push_back(LoopAttr::get(loop.getContext(), loop.getRole(),
                                    stage.columns + 1, loop.getExtent(),
                                    loop.getBlock(), loop.getDivision(),
                                    loop.getCores()));
  }
  return loops;
}

PlanAttr matrix::getChainPlanAttr(const GroupChain &chain, unsigned index,
                                  int64_t cores) {
  const ChainStage &stage = chain.stages[index];
  MLIRContext *context = stage.group.root->getContext();
  SmallVector<ValueAttr> values;
  auto add = [&](ValueRole role, const ChainValue &value) {
    bool isInput = value.kind == ChainValue::Input,
         isKept = value.kind == ChainValue::Kept;
    int64_t buffers = isInput  ? chain.plan.loadBuffers[value.index]
                      : isKept ? 1
                               : chain.plan.storeBuffers;
    bool isShared = isInput && chain.plan.multicasts[value.index];
    int64_t sharers =
        isShared ? chain.plan.numSharers(chain.boundary.inputs[value.index])
                 : 1;
    values.push_back(ValueAttr::get(context, role, ValuePlace::Scratchpad,
                                    buffers, sharers));
  };
  unsigned next = 0;
  for (const LoadedOperand &load : getLoadedOperands(stage.group, stage.plan))
    add(load.role, stage.loads[next++]);
  if (stage.group.kind != FusionGroupKind::Elementwise)
    values.push_back(ValueAttr::get(context, ValueRole::Accumulators,
                                    ValuePlace::Registers, 1, 1));
  for (const ChainValue &result : stage.results)
    add(ValueRole::Result, result);
  SmallVector<int64_t> registers;
  if (stage.isContraction())
    registers = {stage.plan.accumulatorRows, stage.plan.accumulatorCols};
  return PlanAttr::get(context, cores, getChainLoops(stage), registers, values,
                       CostAttr());
}
