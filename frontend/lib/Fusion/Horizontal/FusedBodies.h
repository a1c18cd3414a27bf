//===- FusedBodies.h - bodies of functions side by side ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the bodies of several functions of one core, which are independent of
// each other, into one function of all cores:
//
//   if core == 0 { the first group; .. }
//   if core == 1 { the second group; .. }
//   barrier
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSEDBODIES_H
#define MATRIX_FRONTEND_LIB_FUSEDBODIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include <vector>

namespace matrix {

/// Attribute of a function: how many launches its launch replaces.
inline constexpr llvm::StringLiteral kFusedLaunchesAttrName =
    "matrix.fused_launches";

/// A function, and what its arguments are in the one that its body becomes a
/// part of.
struct FusedBody {
  explicit FusedBody(mlir::func::FuncOp function) : function(function) {}

  mlir::func::FuncOp function;
  mlir::IRMapping mapping;
};

/// Emits the bodies before the end of `function`, which `cores` cores run.
void emitFusedBodies(mlir::func::FuncOp function, std::vector<FusedBody> bodies,
                     int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSEDBODIES_H
