//===- FindGroupChains.cpp - search for chains of groups ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A greedy search: each reduction, in program order, is extended by one
// neighbor after the other, a group that writes what the chain reads or reads
// what it writes, as long as the chain is possible. Contractions are taken up
// when no other group is left, if the cost function predicts a clear gain. Each
// extension forms the whole chain again, so that the time is quadratic in its
// length. Instructions are selected for the result only; if they do not exist,
// the search repeats without contractions.
//
//===----------------------------------------------------------------------===//

#include "FindGroupChains.h"
#include "Plan/Chains/ChainCost.h"
#include "Plan/Groups/Blocking.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-plan-fusion-groups"

using namespace mlir;
using namespace matrix;

/// Longer chains save little more, but are searched in quadratic time.
static constexpr unsigned kMaxGroups = 16;

/// The part of the predicted cycles of separate groups that a chain with a
/// contraction may take.
static constexpr double kMaxRelativeCycles = 0.9;

/// Returns whether the root has this mark.
static bool isMarked(linalg::GenericOp root, FusionGroupKind kind) {
  auto mark = root->getAttrOfType<StringAttr>(kFusionGroupAttrName);
  return mark && mark.getValue() == stringify(kind);
}

static bool isReduction(linalg::GenericOp root) {
  return isMarked(root, FusionGroupKind::Reduction);
}

static bool isContraction(const ChainMember &group) {
  return isMarked(group.root, FusionGroupKind::Contraction);
}

static bool mayJoin(linalg::GenericOp root) {
  return isReduction(root) || isMarked(root, FusionGroupKind::Elementwise) ||
         isMarked(root, FusionGroupKind::Contraction);
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
      SmallVector<unsigned> chain = extend(i, /*contracts=*/true);
      if (!isSelectable(chain) && hasContraction(chain))
        chain = extend(i, /*contracts=*/false);
      if (chain.size() < 2 || !isSelectable(chain))
        continue;
      for (unsigned member : chain)
        isTaken[member] = true;
      chains.push_back(std::move(chain));
    }
    return chains;
  }

private:
  /// Takes up contractions, if admitted, when no other group is left.
  SmallVector<unsigned> extend(unsigned reduction, bool contracts) {
    SmallVector<unsigned> chain = {reduction};
    while (chain.size() < kMaxGroups &&
           (takeUp(chain, /*contracts=*/false) ||
            (contracts && takeUp(chain, /*contracts=*/true))))
      ;
    return chain;
  }

  /// Extends the chain by one group. Returns false if there is none.
  bool takeUp(SmallVector<unsigned> &chain, bool contracts) {
    for (unsigned candidate : findNeighbors(chain)) {
      if (isContraction(groups[candidate]) != contracts)
        continue;
      SmallVector<unsigned> longer(chain);
      longer.insert(llvm::lower_bound(longer, candidate), candidate);
      MatchFailureRecorder failures;
      FailureOr<GroupChain> formed = form(longer, failures);
      if (failed(formed) ||
          (contracts && !pays(*formed, chain, candidate, failures))) {
        LDBG() << "no chain with " << groups[candidate].root << ": "
               << failures.message();
        continue;
      }
      chain = std::move(longer);
      return true;
    }
    return false;
  }

  bool hasContraction(ArrayRef<unsigned> chain) const {
    return llvm::any_of(chain,
                        [&](unsigned i) { return isContraction(groups[i]); });
  }

  /// Returns whether the chain with a contraction takes fewer cycles than both
  /// one after the other, by more than the predictions are off.
  bool pays(const GroupChain &longer, ArrayRef<unsigned> chain,
            unsigned contraction, MatchFailureRecorder &failures) {
    FailureOr<double> alone = getCycles(groups[contraction], failures);
    if (failed(alone))
      return false;
    FailureOr<GroupChain> before = form(chain, failures);
    if (failed(before))
      return true; // a single reduction
    double together = estimateChainCycles(longer, variant, cores);
    double apart = estimateChainCycles(*before, variant, cores) + *alone;
    bool isShorter = together <= kMaxRelativeCycles * apart;
    if (!isShorter)
      failures.notifyMatchFailure(groups[contraction].root)
          << "predicted " << int64_t(together) << " cycles, apart "
          << int64_t(apart);
    return isShorter;
  }

  FailureOr<double> getCycles(const ChainMember &contraction,
                              MatchFailureRecorder &failures) {
    auto [entry, isNew] = cycles.try_emplace(contraction.root, 0);
    if (!isNew)
      return entry->second;
    FailureOr<FusionGroup> group =
        getFusionGroup(contraction.root, contraction.epilogue, failures);
    if (failed(group))
      return failure();
    FailureOr<PlanCandidate> plan =
        planBlocks(*group, variant, cores, failures);
    if (failed(plan))
      return failure();
    return entry->second = plan->cost->predicted;
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
  llvm::DenseMap<Operation *, double> cycles; // predicted, of contractions
};

} // namespace

std::vector<SmallVector<unsigned>>
matrix::findGroupChains(ArrayRef<ChainMember> groups,
                        const desc::VariantInfo &variant, int64_t cores,
                        TileTrialSelection &trial) {
  return ChainSearch(groups, variant, cores, trial).run();
}
