//===- PlannedCost.h - cost of the plan of a function -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function that a group becomes keeps the cost of its plan as an attribute,
// for decisions after the plans. A function without it belongs to a group whose
// plan has no cost.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANNEDCOST_H
#define MATRIX_FRONTEND_LIB_PLANNEDCOST_H

#include "matrix/Dialect/Matrix/IR/MatrixPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

inline constexpr llvm::StringLiteral kCostAttrName = "matrix.cost";

inline void setPlannedCost(mlir::func::FuncOp function, PlanAttr plan) {
  if (CostAttr cost = plan.getCost())
    function->setAttr(kCostAttrName, cost);
}

/// Returns null without a cost.
inline CostAttr getPlannedCost(mlir::func::FuncOp function) {
  return function->getAttrOfType<CostAttr>(kCostAttrName);
}

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANNEDCOST_H
