//===- FindGroupChains.cpp - search for chains of groups ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each reduction is extended by groups that write what the chain reads or read
// what it writes, as long as the chain is possible.
//
//===----------------------------------------------------------------------===//

#include "FindGroupChains.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-plan-fusion-groups"

using namespace mlir;
using namespace matrix;

/// Longer chains save little more, but are searched in quadratic time.
static constexpr unsigned kMaxGroups = 16;

/// Returns whether the root has this mark.
static bool isMarked(linalg::GenericOp root, FusionGroupKind kind) {
  auto mark = root->getAttrOfType<StringAttr>(kFusionGroupAttrName);
  return mark && mark.getValue() == stringify(kind);
}

static bool isReduction(linalg::GenericOp root) {
  return isMarked(root, FusionGroupKind::Reduction);
}

static bool mayJoin(linalg::GenericOp root) {
  return isReduction(root) || isMarked(root, FusionGroupKind::Elementwise);
}

bool matrix::hasReduction(ArrayRef<ChainMember> groups) {
  return llvm::any_of(
      groups, [](const ChainMember &group) { return isReduction(group.root); });
}

namespace {

class ChainSearch {
public:
  ChainSearch(ArrayRef<ChainMember> groups, const desc::VariantInfo &variant,
              int64_t cores, TileTrialSelection &trial)
      : groups(groups), variant(variant), cores(cores), trial(trial),
        isTaken(groups.size()) {
    for (auto [i, group] : llvm::enumerate(groups))
      for (linalg::GenericOp op : {group.root, group.epilogue})
        if (op)
          groupOf[op] = i;
  }

  std::vector<SmallVector<unsigned>> run() {
    std::vector<SmallVector<unsigned>> chains;
    for (unsigned i = 0; i < groups.size(); ++i) {
      linalg::GenericOp root = groups[i].root;
      if (isTaken[i] || !isReduction(root))
        continue;
      SmallVector<unsigned> chain = extend(i);
      if (chain.size() < 2 || !isSelectable(chain))
        continue;
      for (unsigned member : chain)
        isTaken[member] = true;
      chains.push_back(std::move(chain));
    }
    return chains;
  }

private:
  SmallVector<unsigned> extend(unsigned reduction) {
    SmallVector<unsigned> chain = {reduction};
    for (bool hasChanged = true; hasChanged && chain.size() < kMaxGroups;) {
      hasChanged = false;
      for (unsigned candidate : findNeighbors(chain)) {
        SmallVector<unsigned> longer(chain);
        longer.insert(llvm::lower_bound(longer, candidate), candidate);
        MatchFailureRecorder failures;
        hasChanged = succeeded(form(longer, failures));
        if (!hasChanged) {
          LDBG() << "no chain with " << groups[candidate].root << ": "
                 << failures.message();
          continue;
        }
        chain = std::move(longer);
        break;
      }
    }
    return chain;
  }

  /// Returns the groups that are connected with the chain, in program order.
  SmallVector<unsigned> findNeighbors(ArrayRef<unsigned> chain) {
    SmallVector<unsigned> found;
    auto add = [&](Operation *op) {
      auto group = groupOf.find(op);
      if (group != groupOf.end() && !isTaken[group->second] &&
          mayJoin(groups[group->second].root) &&
          !llvm::is_contained(chain, group->second))
        found.push_back(group->second);
    };
    for (unsigned member : chain) {
      ChainMember group = groups[member];
      for (linalg::GenericOp op : {group.root, group.epilogue})
        if (op)
          for (Value operand : op->getOperands())
            add(skipReshapes(operand).getDefiningOp());
      for (Value result : group.last()->getResults())
        addUsers(result, add);
    }
    llvm::sort(found);
    found.erase(llvm::unique(found), found.end());
    return found;
  }

  static void addUsers(Value value, function_ref<void(Operation *)> add) {
    for (Operation *user : value.getUsers()) {
      add(user);
      for (Value result : user->getResults())
        if (skipReshapes(result) != result)
          addUsers(result, add);
    }
  }

  FailureOr<GroupChain> form(ArrayRef<unsigned> numbers,
                             MatchFailureRecorder &failures) {
    SmallVector<ChainMember> members;
    for (unsigned number : numbers)
      members.push_back(groups[number]);
    return formGroupChain(members, variant, cores, /*rowBlock=*/0, failures);
  }

  bool isSelectable(ArrayRef<unsigned> numbers) {
    MatchFailureRecorder failures;
    FailureOr<GroupChain> chain = form(numbers, failures);
    return succeeded(chain) && succeeded(trial.select(*chain, failures));
  }

  ArrayRef<ChainMember> groups;
  const desc::VariantInfo &variant;
  int64_t cores;
  TileTrialSelection &trial;
  SmallVector<bool> isTaken;
  llvm::DenseMap<Operation *, unsigned> groupOf;
};

} // namespace

std::vector<SmallVector<unsigned>>
matrix::findGroupChains(ArrayRef<ChainMember> groups,
                        const desc::VariantInfo &variant, int64_t cores,
                        TileTrialSelection &trial) {
  return ChainSearch(groups, variant, cores, trial).run();
}
