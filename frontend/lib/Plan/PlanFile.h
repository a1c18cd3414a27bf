//===- PlanFile.h - plans in files ------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan file is a module with one matrix.plan for each fusion group, by its
// name: the kind and the number of the group in program order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANFILE_H
#define MATRIX_FRONTEND_LIB_PLANFILE_H

#include "matrix/Dialect/Matrix/IR/MatrixPlan.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/OwningOpRef.h"

namespace matrix {

/// Attribute of the root of a fusion group: an array of plans, best first.
inline constexpr llvm::StringLiteral kPlanCandidatesAttrName =
    "matrix.plan_candidates";

/// A fusion group by its operations.
struct NamedGroup {
  std::string name;
  mlir::linalg::GenericOp root, epilogue; ///< the epilogue may be null
};

/// Returns the fusion groups of the module in program order.
llvm::SmallVector<NamedGroup> getFusionGroups(mlir::ModuleOp module);

/// The plans that a file prescribes.
class PlanFile {
public:
  /// Reads the file. The first error is emitted at its place in the file.
  static mlir::FailureOr<PlanFile> read(llvm::StringRef path,
                                        mlir::ModuleOp program);

  /// Returns the plan of the group of that name; null if there is none.
  PlanOp lookup(llvm::StringRef name);
  /// Marks the roots of groups whose plans have resident values.
  mlir::LogicalResult setResidents(llvm::ArrayRef<NamedGroup> groups);

private:
  mlir::LogicalResult verify(mlir::ModuleOp program);

  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Prints the plan of a group of that name as an operation of a plan file.
/// `root` has the number of its chain and its resident values; it may be null.
void printPlan(llvm::StringRef name, PlanAttr plan, llvm::raw_ostream &os,
               mlir::Operation *root = nullptr);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANFILE_H
