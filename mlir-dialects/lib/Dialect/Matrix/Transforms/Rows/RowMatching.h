//===- RowMatching.h - selection of row instructions ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the row instructions of a function and records in which memories each
// value is needed. The result is a plan: it does not modify the program, and
// RowLowering emits its choices.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWMATCHING_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWMATCHING_H

#include "Matching/Matcher.h"
#include "Selection/Candidates.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

/// An instruction selected for an operation and the operations it covers.
struct RowChoice {
  const table::Instruction *inst;
  const table::Pattern *pattern;
  mlir::Operation *root;
  Match match;
  const table::Operand &target() const { return inst->inputs[match.target]; }
  /// Returns whether the instruction only reads rows from DRAM.
  bool isRead() const;
};

/// An instruction with the semantics (Set target, source), that is, a move.
struct RowMove {
  const table::Instruction *inst;
  const table::Pattern *pattern;
  unsigned target, source;
  const table::Operand &to() const { return inst->inputs[target]; }
  const table::Operand &from() const { return inst->inputs[source]; }
  /// Returns whether it moves values of that type unmodified.
  bool fits(mlir::VectorType type) const;
};

/// The memories in which a value is needed; null for any memory.
using RowDemand = llvm::SmallVector<const desc::SpaceInfo *>;

/// The instructions selected for a function, and the memories in which values
/// are needed.
class RowPlan {
public:
  /// `explain` emits remarks on the candidates of each operation.
  explicit RowPlan(const desc::VariantInfo &variant, bool explain = false);

  /// Selects in reverse program order, largest match first.
  mlir::LogicalResult select(mlir::func::FuncOp function);

  /// Returns the matches of an operation, which have equal size. Only reads
  /// have several, one for each destination memory.
  llvm::ArrayRef<RowChoice> choicesOf(mlir::Operation *op) const;
  llvm::ArrayRef<RowMove> moves() const { return moveInstructions; }

  llvm::DenseMap<mlir::Value, RowDemand> demands;
  const desc::VariantInfo &variant;

private:
  void addCandidates(const table::Instruction &inst);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult choose(mlir::Operation *op);
  void visitLoop(mlir::Operation *op);
  void addDemand(mlir::Value value, const desc::SpaceInfo *space);

  llvm::SmallVector<Candidate> candidates;
  std::optional<SelectionLog> log;
  llvm::SmallVector<RowMove> moveInstructions;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<RowChoice, 0>> choices;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWMATCHING_H
