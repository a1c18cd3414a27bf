//===- PlanResidents.cpp - values between launches ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are considered by size, the largest first. The launch that computes
// one and those that read it are planned again such that each core has the same
// rows in all of them, and what is between them with the rest of the
// scratchpad. The plans are kept if they take fewer predicted cycles.
//
//===----------------------------------------------------------------------===//

#include "PlanResidents.h"
#include "Access/FusionGroup.h"
#include "FusionGroupFunction.h"
#include "Plan/Residents/ResidentBlock.h"
#include "ResidentValues.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-plan-fusion-groups"

using namespace mlir;
using namespace matrix;

namespace {

class ResidentPlanner {
public:
  ResidentPlanner(std::vector<PlannedLaunch> launches, LaunchPlanner planner)
      : sequence(std::move(launches)), planner(std::move(planner)) {}

  void run() {
    for (PlannedLaunch &launch : launches)
      planner.estimate(launch);
    std::vector<ResidentValue> candidates = sequence.findValues();
    llvm::sort(candidates, [](const ResidentValue &a, const ResidentValue &b) {
      return std::pair(b.countBits(), a.definition.launch) <
             std::pair(a.countBits(), b.definition.launch);
    });
    for (ResidentValue &candidate : candidates)
      consider(candidate);
  }

private:
  void consider(ResidentValue candidate) {
    std::vector<PlannedLaunch> before = launches;
    SmallVector<std::pair<Operation *, DictionaryAttr>> attributes;
    for (PlannedLaunch &launch : launches)
      for (ChainMember member : launch.members)
        attributes.push_back({member.root, member.root->getAttrDictionary()});
    SmallVector<LiveBuffer> knownRanges = ranges;
    int64_t number = ranges.size() + 1;
    if (place(candidate, number))
      return;
    launches = std::move(before);
    ranges = std::move(knownRanges);
    for (auto [op, dictionary] : attributes)
      op->setAttrs(dictionary);
  }

  /// Returns whether the value became resident.
  bool place(ResidentValue &candidate, int64_t number) {
    unsigned first = candidate.definition.launch;
    mark(candidate.definition, number);
    std::optional<ResidentLayout> buffer =
        planner.getResidentLayout(launches[first], number);
    if (!buffer)
      return false;
    llvm::erase_if(candidate.uses, [&](const ResidentUse &use) {
      DictionaryAttr saved = use.root->getAttrDictionary();
      Operation *root = use.root;
      mark(use, number);
      if (planner.getResidentLayout(launches[use.launch], number) == buffer)
        return false;
      candidate.isStored = true;
      root->setAttrs(saved);
      return true;
    });
    if (candidate.uses.empty())
      return false;
    if (candidate.isStored)
      limitStores(candidate);
    else
      mark(candidate.definition, -number);
    unsigned last = candidate.uses.back().launch;
    reserve({buffer->bytes, first, last});
    return isShorter(first, last);
  }

  /// Stores only the columns that groups read from DRAM.
  void limitStores(const ResidentValue &value) {
    linalg::GenericOp root = value.definition.root;
    if (auto columns = sequence.getStoredColumns(value))
      root->setAttr(kStoredColumnsAttrName,
                    DenseI64ArrayAttr::get(root.getContext(),
                                           {columns->first, columns->second}));
  }

  /// Plans the launches again. Returns whether they take fewer cycles.
  bool isShorter(unsigned first, unsigned last) {
    double before = 0, after = 0;
    for (unsigned i = first; i <= last; ++i) {
      before += launches[i].cycles;
      if (!planner.replan(launches[i]))
        return false;
      after += launches[i].cycles;
    }
    LDBG() << "launches " << first << " to " << last << ": " << int64_t(before)
           << " cycles, with a resident value " << int64_t(after);
    return after < before;
  }

  static void mark(const ResidentUse &use, int64_t number) {
    linalg::GenericOp root = use.root;
    SmallVector<int64_t> numbers(use.numOperands, 0);
    if (auto known = root->getAttrOfType<DenseI64ArrayAttr>(kResidentsAttrName))
      numbers.assign(known.asArrayRef().begin(), known.asArrayRef().end());
    numbers[use.operand] = number;
    root->setAttr(kResidentsAttrName,
                  DenseI64ArrayAttr::get(root.getContext(), numbers));
  }

  /// Adds a buffer that is live in a range of launches, and sets the bytes
  /// of all buffers that are live during each launch.
  void reserve(LiveBuffer range) {
    ranges.push_back(range);
    SmallVector<int64_t> reserved(launches.size(), 0);
    for (const LiveBuffer &buffer : placeResidents(ranges))
      for (int64_t i = buffer.begin; i <= buffer.end; ++i)
        reserved[i] = std::max(reserved[i], buffer.endOffset());
    for (auto [launch, bytes] : llvm::zip_equal(launches, reserved))
      for (ChainMember member : launch.members)
        if (bytes)
          member.root->setAttr(
              kReservedAttrName,
              Builder(member.root.getContext()).getI64IntegerAttr(bytes));
  }

  LaunchSequence sequence;
  std::vector<PlannedLaunch> &launches = sequence.launches;
  LaunchPlanner planner;
  SmallVector<LiveBuffer> ranges;
};

} // namespace

void matrix::planResidents(
    ArrayRef<NamedGroup> groups, const desc::VariantInfo &variant,
    int64_t cores, function_ref<bool(const NamedGroup &)> isPrescribed) {
  bool isPossible = !groups.empty() && groups.size() <= kMaxInlined &&
                    !isDisabled(groups.front().root, Technique::Fusion);
  if (!isPossible || llvm::any_of(groups, isPrescribed))
    return;
  for (std::vector<PlannedLaunch> &launches : getLaunches(groups))
    ResidentPlanner(std::move(launches), LaunchPlanner(variant, cores)).run();
}

LogicalResult matrix::verifyResidents(
    ArrayRef<NamedGroup> groups,
    function_ref<LogicalResult(linalg::GenericOp, const Twine &)> fail) {
  for (std::vector<PlannedLaunch> &launches : getLaunches(groups))
    if (failed(LaunchSequence(std::move(launches)).verify(fail)))
      return failure();
  return success();
}
