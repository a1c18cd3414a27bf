//===- RowMatching.h - which instructions on rows a program is --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWMATCHING_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWMATCHING_H

#include "Candidates.h"
#include "Matcher.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

/// An instruction that stands for an operation and what it covers.
struct RowChoice {
  const table::Instruction *inst;
  const table::Form *form;
  mlir::Operation *root;
  Match match;
  const table::Operand &target() const { return inst->inputs[match.target]; }
  /// Whether it brings rows from flat memory and needs nothing else.
  bool isRead() const;
};

/// An instruction whose meaning is (Set target, source): it only moves.
struct RowMove {
  const table::Instruction *inst;
  const table::Form *form;
  unsigned target, source;
  const table::Operand &to() const { return inst->inputs[target]; }
  const table::Operand &from() const { return inst->inputs[source]; }
  /// Whether it moves values of that type as they are.
  bool fits(mlir::VectorType type) const;
};

/// Where a value is wanted: a space, or null for wherever it is.
using RowDemand = llvm::SmallVector<const desc::SpaceInfo *>;

class RowPlan {
public:
  /// `explain`: remarks say which records were considered, and what for.
  explicit RowPlan(const desc::VariantInfo &variant, bool explain = false);

  /// Users before producers, largest match first.
  mlir::LogicalResult make(mlir::func::FuncOp function);

  /// The matches of an operation, all of one size. More than one only for
  /// reads, which then may go to several memories.
  llvm::ArrayRef<RowChoice> choicesOf(mlir::Operation *op) const;
  llvm::ArrayRef<RowMove> moves() const { return moveList; }

  llvm::DenseMap<mlir::Value, RowDemand> demands;
  const desc::VariantInfo &variant;

private:
  void addCandidates(const table::Instruction &inst);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult choose(mlir::Operation *op);
  void visitLoop(mlir::Operation *op);
  void need(mlir::Value value, const desc::SpaceInfo *space);

  llvm::SmallVector<Candidate> candidates;
  std::optional<SelectionLog> log;
  llvm::SmallVector<RowMove> moveList;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<RowChoice, 0>> choices;
};

/// A vector of rank 2: what instructions on rows work on.
bool isRowVector(mlir::Type type);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWMATCHING_H
