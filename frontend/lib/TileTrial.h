//===- TileTrial.h - trial selection of a group's tile code -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before a group is marked for tiles, the loop that it would become is emitted
// into a scratch module, simplified, and selected. A group is marked only if
// nothing but instructions remains, so the description decides which programs
// run on tiles and never whether a program compiles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILETRIAL_H
#define MATRIX_FRONTEND_LIB_TILETRIAL_H

#include "Blocking.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/StringMap.h"

namespace matrix {

class TileTrial {
public:
  /// `cores`: over which the group's loop is divided.
  TileTrial(mlir::MLIRContext *context, const desc::VariantInfo &variant,
            int64_t cores);

  /// The reason why the group's tile code does not become instructions only:
  /// the first operation that none is, or nothing.
  std::string select(const Group &group, const BlockPlan &plan);

  /// What `check` gives for the group; equal groups are checked once.
  std::string run(const Group &group, llvm::function_ref<std::string()> check);

private:
  void simplify(mlir::Operation *function);

  mlir::MLIRContext *context;
  const desc::VariantInfo &variant;
  int64_t cores;
  mlir::FrozenRewritePatternSet canonicalization;
  llvm::StringMap<std::string> known; ///< results for groups checked before
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILETRIAL_H
