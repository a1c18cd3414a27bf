//===- Candidates.h - instructions in the order they are tried --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CANDIDATES_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CANDIDATES_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace matrix {

/// One way in which an instruction may stand for a piece of program.
struct Candidate {
  const table::Instruction *inst;
  const table::Form *form;
};

class SelectionCosts;
struct Match;
struct SelectionCost;

/// What the variant has, in the order in which equal matches are preferred: the
/// largest form first; of equally large ones the fastest (occupancy, then
/// latency), then the one with the fewest operands, then by the name of the
/// record.
llvm::SmallVector<Candidate> getCandidates(const desc::VariantInfo &variant);

/// Selects some of them only, as `selectInstructions` does with all.
void selectInstructions(mlir::Operation *scope,
                        const desc::VariantInfo &variant,
                        llvm::ArrayRef<Candidate> candidates);

/// Writes down, for each operation that became an instruction, which records
/// were considered and why each was taken or refused.
class SelectionLog {
public:
  SelectionLog(llvm::ArrayRef<Candidate> candidates,
               const desc::VariantInfo &variant,
               llvm::ArrayRef<table::Instruction> all = table::instructions());
  /// Before `root`, with as many operations as `covered`, is replaced. Without
  /// `costs` the largest match is taken.
  void add(mlir::Operation *root, const Candidate &chosen, size_t covered,
           const SelectionCosts *costs = nullptr);
  /// As remarks, in the order of the program.
  void emit();

private:
  struct Entry {
    mlir::Location loc;
    std::string what;
    std::vector<std::string> notes;
    unsigned count = 1;
  };
  std::string judge(mlir::Operation *root, const Candidate &candidate,
                    bool isAvailable);
  std::string compare(mlir::Operation *root, const Candidate &candidate,
                      const Match &match);
  std::string praise(mlir::Operation *root);
  SelectionCost costOfTaken(mlir::Operation *root) const;

  llvm::ArrayRef<Candidate> candidates;
  llvm::SmallVector<Candidate> elsewhere; ///< other variants have these
  const desc::VariantInfo &variant;
  Candidate taken{};
  const SelectionCosts *costs = nullptr;
  std::vector<Entry> entries; ///< the last operation first
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CANDIDATES_H
