//===- ResidentValues.cpp - values between launches -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds values that may stay in the scratchpads between launches, and verifies
// which do. A value is possible if every operation between its definition and
// its last use is a launch or accesses no memory: code that is not planned may
// use the whole scratchpad. A value is not stored if the launches of its uses
// are its only readers; otherwise the columns that other operands read are an
// interval of column numbers.
//
//===----------------------------------------------------------------------===//

#include "ResidentValues.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace matrix;

int64_t ResidentValue::countBits() const {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * type.getElementTypeBitWidth();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Calls `body` with all operands of the groups of a block.
static void forEachOperand(
    MutableArrayRef<PlannedLaunch> launches,
    function_ref<void(const ResidentUse &, FusionGroup &, StridedOperand &)>
        body) {
  for (auto [i, launch] : llvm::enumerate(launches))
    for (FusionGroup &group : launch.groups) {
      SmallVector<StridedOperand *> operands = getResidentOperands(group);
      for (auto [j, operand] : llvm::enumerate(operands))
        body({unsigned(i), group.root, group.epilogue, j, operands.size()},
             group, *operand);
    }
}

static bool isOutput(const ResidentUse &use, const FusionGroup &group) {
  return use.operand + group.outputs.size() >= use.numOperands;
}

std::vector<ResidentValue> LaunchSequence::findValues() {
  llvm::MapVector<Value, ResidentValue> found;
  forEachOperand(launches, [&](const ResidentUse &use, FusionGroup &group,
                               StridedOperand &operand) {
    if (isOutput(use, group)) {
      found[operand.tensor] = {operand.tensor, use, {}};
      return;
    }
    auto known = found.find(skipReshapes(operand.tensor));
    if (known != found.end() && known->second.definition.launch < use.launch)
      known->second.uses.push_back(use);
  });
  std::vector<ResidentValue> values;
  for (auto &[value, resident] : found) {
    resident.isStored = !isReadBy(value, resident);
    if (!resident.uses.empty() && isUninterrupted(resident))
      values.push_back(resident);
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Returns whether the groups of the uses, and those of the launch that defines
/// it, are the only readers of a value.
bool LaunchSequence::isReadBy(Value value,
                              const ResidentValue &resident) const {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
      return isReadBy(user->getResult(0), resident);
    return llvm::any_of(resident.uses,
                        [&](const ResidentUse &use) {
                          return user == use.root || user == use.epilogue;
                        }) ||
           llvm::any_of(launches[resident.definition.launch].members,
                        [&](const ChainMember &member) {
                          return user == member.root || user == member.epilogue;
                        });
  });
}

/// Returns whether only groups of the block read a value, or slices of it in
/// its place.
bool LaunchSequence::isReadByGroups(Value value) const {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::ExtractSliceOp>(user)
               ? isReadByGroups(user->getResult(0))
               : user->hasAttr(kFusionGroupAttrName) &&
                     user->getBlock() == value.getParentBlock();
  });
}

/// Returns whether groups read the source of a slice instead of a copy.
bool LaunchSequence::isReadInPlace(tensor::ExtractSliceOp slice) {
  bool isCopied = !slice || !isReadByGroups(slice.getResult());
  forEachOperand(launches, [&](const ResidentUse &, FusionGroup &,
                               StridedOperand &operand) {
    isCopied |= skipReshapes(operand.tensor).getDefiningOp() == slice;
  });
  return !isCopied;
}

/// Returns whether all operations from the definition to the last use are
/// launches with a plan, or none that access memory.
bool LaunchSequence::isUninterrupted(const ResidentValue &value) {
  Operation *end = launches[value.uses.back().launch].position;
  Operation *op = launches[value.definition.launch].position;
  for (; op != end; op = op->getNextNode())
    if (!op->hasAttr(kFusionGroupAttrName) &&
        !isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             arith::ConstantOp>(op) &&
        !isReadInPlace(dyn_cast<tensor::ExtractSliceOp>(op)))
      return false;
  return true;
}

std::optional<std::pair<int64_t, int64_t>>
LaunchSequence::getStoredColumns(const ResidentValue &value) {
  auto type = cast<RankedTensorType>(value.value.getType());
  if (type.getRank() != 2 || !isReadByGroups(value.value))
    return std::nullopt;
  int64_t columns = type.getDimSize(1), first = columns, end = 0;
  forEachOperand(launches, [&](const ResidentUse &use, FusionGroup &group,
                               StridedOperand &operand) {
    bool isResident = llvm::any_of(value.uses, [&](const ResidentUse &other) {
      return use.root == other.root && use.operand == other.operand;
    });
    if (isResident || isOutput(use, group) ||
        skipReshapes(operand.tensor) != value.value)
      return;
    int64_t begin = operand.offset % columns, last = begin;
    for (auto [stride, dim] : llvm::zip_equal(operand.strides, group.dims)) {
      int64_t reach = stride % columns * (dim.extent - 1);
      begin += std::min<int64_t>(reach, 0); // read backwards
      last += std::max<int64_t>(reach, 0);
    }
    first = std::min(first, begin);
    end = std::max(end, last + 1);
  });
  if (first < 0 || first >= end || end > columns)
    return std::nullopt;
  return std::pair(first, end);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult LaunchSequence::verify(
    function_ref<LogicalResult(linalg::GenericOp, const Twine &)> fail) {
  llvm::MapVector<int64_t, ResidentValue> marked;
  LogicalResult result = success();
  auto report = [&](const ResidentUse &use, int64_t number,
                    const Twine &reason) {
    if (succeeded(result))
      result = fail(use.root, "resident value " + Twine(number) + reason);
  };
  forEachOperand(launches, [&](const ResidentUse &use, FusionGroup &group,
                               StridedOperand &operand) {
    int64_t number = operand.resident.number;
    if (!number)
      return;
    auto known = marked.find(number);
    if (isOutput(use, group)) {
      if (known != marked.end())
        report(use, number, " has two definitions");
      marked[number] = {operand.tensor, use, {}, operand.resident.isStored};
    } else if (known == marked.end() ||
               known->second.value != skipReshapes(operand.tensor) ||
               known->second.definition.launch >= use.launch) {
      report(use, number, " is not the result of an earlier launch");
    } else {
      known->second.uses.push_back(use);
    }
  });
  for (auto &[number, value] : marked) {
    if (!value.uses.empty() && !isUninterrupted(value))
      report(value.definition, number,
             " is live while other operations use the scratchpad");
    bool isMissing =
        !isReadBy(value.value, value) || value.uses.size() < countUses(value);
    if (!value.isStored && isMissing)
      report(value.definition, number,
             " is not stored, but also read from DRAM");
  }
  return result;
}

size_t LaunchSequence::countUses(const ResidentValue &value) {
  size_t count = 0;
  forEachOperand(launches, [&](const ResidentUse &use, FusionGroup &group,
                               StridedOperand &operand) {
    count += !isOutput(use, group) && use.launch > value.definition.launch &&
             skipReshapes(operand.tensor) == value.value;
  });
  return count;
}
