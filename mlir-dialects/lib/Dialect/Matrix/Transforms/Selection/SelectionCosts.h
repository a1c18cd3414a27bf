//===- SelectionCosts.h - costs of tile selection ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection covers the operations of a block by expression trees of
// instructions. The cheapest cover is found by covering with dynamic
// programming (Aho, Ganapathi, Tjiang): in program order, the cost of a value
// is that of its cheapest instruction plus the costs of the values that are
// computed for it only, each counted once. Values that are also used elsewhere
// are computed in any case and add no cost to any candidate; neither do
// constants and values from outside of the block.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTIONCOSTS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTIONCOSTS_H

#include "Matching/Matcher.h"
#include "Selection/Candidates.h"
#include "Selection/UseDominators.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <tuple>

namespace matrix {

/// Compared lexicographically: an incomplete cover costs more than any complete
/// one.
struct SelectionCost {
  int64_t missing = 0;      ///< values that no instruction computes
  int64_t cycles = 0;       ///< sum of occupancies
  int64_t instructions = 0; ///< number of instructions issued
  int64_t latency = 0;

  bool operator<(const SelectionCost &o) const {
    return std::tie(missing, cycles, instructions, latency) <
           std::tie(o.missing, o.cycles, o.instructions, o.latency);
  }
  SelectionCost &operator+=(const SelectionCost &o);
};

/// A matching candidate with the cost of its operands.
struct Choice {
  Candidate candidate;
  Match match;
  SelectionCost cost;
};

/// Costs of the tiles of a scope, and the choice of an instruction by them. The
/// costs are those before selection; choices are made while operations are
/// replaced.
class SelectionCosts {
public:
  SelectionCosts(llvm::ArrayRef<Candidate> candidates,
                 const desc::VariantInfo &variant)
      : candidates(candidates), variant(variant) {}

  /// Computes the costs of all tiles in `scope`.
  void estimate(mlir::Operation *scope);
  /// Must be called before `op` is erased.
  void forget(mlir::Operation *op) {
    costs.erase(op);
    uses.forget(op);
  }

  /// Returns the cheapest candidate that covers `root`; of equal ones, the
  /// first.
  std::optional<Choice> choose(mlir::Operation *root);
  SelectionCost costOf(const Candidate &candidate, const Match &match) const;

private:
  using OperationSet = llvm::SmallSetVector<mlir::Operation *, 8>;

  /// Returns the candidates that may match `root`, by its name and type.
  llvm::ArrayRef<Candidate> candidatesAt(mlir::Operation *root);
  SelectionCost costOf(mlir::Operation *op, const mlir::Block *block) const;
  SelectionCost costOfMissing(mlir::Operation *op) const;
  void addDominated(SelectionCost &cost, const OperationSet &covered,
                    const OperationSet &inputs) const;

  llvm::ArrayRef<Candidate> candidates;
  const desc::VariantInfo &variant;
  UseDominators uses;
  llvm::DenseMap<mlir::Operation *, SelectionCost> costs;
  llvm::DenseMap<std::pair<mlir::OperationName, mlir::Type>,
                 llvm::SmallVector<Candidate>>
      byRoot;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTIONCOSTS_H
