//===- SelectionCosts.h - what code for a value costs -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection covers the operations of a block by meanings. Which cover is the
// cheapest is found as in tree covering (Aho, Ganapathi, Tjiang): in program
// order, the cost of each value is that of the cheapest instruction that gives
// it, together with the cost of the values that this instruction needs. Values
// with other users are computed anyway and cost nothing more; so do constants
// and values from outside the block.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTIONCOSTS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTIONCOSTS_H

#include "Candidates.h"
#include "Matcher.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <tuple>

namespace matrix {

/// Ordered by its fields: a cover that is incomplete costs more than any that
/// is complete.
struct SelectionCost {
  int64_t missing = 0;      ///< values that no instruction gives
  int64_t cycles = 0;       ///< occupancies
  int64_t instructions = 0; ///< besides, each has to be issued
  int64_t latency = 0;

  bool operator<(const SelectionCost &o) const {
    return std::tie(missing, cycles, instructions, latency) <
           std::tie(o.missing, o.cycles, o.instructions, o.latency);
  }
  SelectionCost &operator+=(const SelectionCost &o);
};

/// A candidate that matches, and what it costs with all that it needs.
struct Choice {
  Candidate candidate;
  Match match;
  SelectionCost cost;
};

class SelectionCosts {
public:
  SelectionCosts(llvm::ArrayRef<Candidate> candidates,
                 const desc::VariantInfo &variant)
      : candidates(candidates), variant(variant) {}

  /// Computes the costs of all tiles in `scope`.
  void estimate(mlir::Operation *scope);
  /// Forgets an operation that is about to be erased.
  void forget(mlir::Operation *op) { costs.erase(op); }

  /// The cheapest candidate whose meaning ends in `root`; of equal ones the
  /// first.
  std::optional<Choice> choose(mlir::Operation *root);
  SelectionCost costOf(const Candidate &candidate, const Match &match) const;

private:
  llvm::ArrayRef<Candidate> candidatesAt(mlir::Operation *root);
  SelectionCost costOf(mlir::Value needed, const Match &match) const;

  llvm::ArrayRef<Candidate> candidates;
  const desc::VariantInfo &variant;
  llvm::DenseMap<mlir::Operation *, SelectionCost> costs;
  llvm::StringMap<llvm::SmallVector<Candidate>> byName;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTIONCOSTS_H
