//===- Candidates.h - candidates of selection and their log -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expression trees of instructions in the order of preference, and the log of
// selection decisions. The order is total, so that equal programs are compiled
// to equal code.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_CANDIDATES_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_CANDIDATES_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace matrix {

/// An instruction with one of the trees that it evaluates.
struct Candidate {
  const table::Instruction *inst;
  const table::Pattern *pattern;
};

class SelectionCosts;
struct Match;
struct SelectionCost;

/// Returns the candidates of the variant in order of preference among equal
/// matches: by descending size of the tree, then by occupancy, latency and
/// number of operands, then by record name.
llvm::SmallVector<Candidate> getCandidates(const desc::VariantInfo &variant);

/// Records, for each operation that is replaced by an instruction, the
/// candidates considered and why each was selected or rejected.
class SelectionLog {
public:
  SelectionLog(llvm::ArrayRef<Candidate> candidates,
               const desc::VariantInfo &variant,
               llvm::ArrayRef<table::Instruction> all = table::instructions());
  /// Must be called before `root`, which covers `covered` operations, is
  /// replaced. Without `costs`, the largest match is selected.
  void add(mlir::Operation *root, const Candidate &chosen, size_t covered,
           const SelectionCosts *costs = nullptr);
  /// Emits the entries as remarks in program order.
  void emit();

private:
  struct Entry {
    mlir::Location loc;
    std::string what;
    std::vector<std::string> notes;
    unsigned count = 1;
  };
  std::string explainRejection(mlir::Operation *root,
                               const Candidate &candidate, bool isAvailable);
  std::string compare(mlir::Operation *root, const Candidate &candidate,
                      const Match &match);
  std::string explainSelection(mlir::Operation *root);
  SelectionCost costOfSelected(mlir::Operation *root) const;

  llvm::ArrayRef<Candidate> candidates;
  llvm::SmallVector<Candidate> unavailable; ///< candidates of other variants
  const desc::VariantInfo &variant;
  Candidate selected{};
  const SelectionCosts *costs = nullptr;
  std::vector<Entry> entries; ///< in reverse program order
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_CANDIDATES_H
