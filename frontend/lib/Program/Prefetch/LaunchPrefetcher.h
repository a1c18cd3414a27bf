//===- LaunchPrefetcher.h - loads that start launches earlier ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves loads of a launch to one before it: into the last step, after the loads
// of that launch, where its loop starts no loads of a next step. If it never
// does, they move before the loop, or of the wait of a single step; if only
// some cores execute it, after it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LAUNCHPREFETCHER_H
#define MATRIX_FRONTEND_LIB_LAUNCHPREFETCHER_H

#include "LastStep.h"
#include "PrefetchBlocks.h"
#include "matrix/Description/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace matrix {

/// Sizes are bytes of a scratchpad.
class LaunchPrefetcher {
public:
  /// The loads of `launch` move to the launch `before`.
  LaunchPrefetcher(const ExpandedLaunch &before, ExpandedLaunch &launch,
                   const desc::VariantInfo &variant);

  /// Moves the first loads to the launch directly before. Returns their number.
  unsigned prefetchFirst();

private:
  bool isAdjacent() const;
  llvm::SmallVector<mlir::Operation *> findLoads() const;
  bool isIndependent(mlir::Operation *load) const;
  mlir::Operation *findPosition();
  void prefetch(mlir::Operation *load);
  void move(mlir::Operation *op);
  void startInLastStep(mlir::Operation *load,
                       llvm::ArrayRef<mlir::Operation *> needed);
  bool collect(mlir::Operation *op,
               llvm::SetVector<mlir::Operation *> &needed) const;
  void removeFirstWaits();
  void remove(mlir::Operation *op);
  llvm::SmallVector<mlir::Operation *> getBuffers() const;

  const ExpandedLaunch &before;
  ExpandedLaunch &launch;
  int64_t alignment; // of buffers
  int64_t capacity;  // that is left during `before`
  mlir::Operation *position = nullptr;
  std::optional<LastStep> lastStep; // of the loop `position`, if it loads
  llvm::SmallVector<mlir::Operation *> moved;
  unsigned count = 0;
  bool movesMulticast = false;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LAUNCHPREFETCHER_H
